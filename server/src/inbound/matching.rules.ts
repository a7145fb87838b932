import type { FieldMatchInput, PartialOrderMatchTarget, StopMatchTarget } from '@cartage/contract/inbound/matching'
import { isWrittenUuid } from '@cartage/contract/uuid'

/** Criteria of an order; an absent member matches anything. Of a list, one value must match. */
export interface OrderCriteria {
  order_ids?: string[]
  order_names?: string[]
  customer_references?: string[]
  company_names?: string[]
  company_codes?: string[]
}

/** Criteria of a stop; an absent member matches anything. Of a list, one value must match. */
export interface StopCriteria extends OrderCriteria {
  trip_names?: string[]
  consignment_references?: string[]
  /** Position of the consignment in its order, from 1. */
  consignment_place?: number
  stop_references?: string[]
  stop_type?: 'PICKUP' | 'DELIVERY'
}

/** Merged criteria, or why nothing can match. */
export type CriteriaOrFault<Criteria> =
  | { criteria: Criteria; refusal?: undefined }
  | { criteria?: undefined; refusal: string }

/** Result of a search: the one record, or why there is none. */
export type Match<Found> = { found: Found; refusal?: undefined } | { found?: undefined; refusal: string }

/** Whether the sender may report on a record. */
export type IsTheirs<Kind> = (one: Kind) => boolean

/** Which of some records a sender with a linked partner may report on. */
export type OwnRecords = (ids: readonly string[]) => Promise<IsTheirs<string>>

/**
 * Exactly one must match (SU-1, LB-2). For a partner, only its own records count and others do not exist (INB-6):
 * errors reveal neither names nor shared references of others.
 */
export function verdictOf(found: readonly string[], noun: string, isOwn?: IsTheirs<string>): Match<string> {
  const counted = isOwn ? found.filter(isOwn) : found
  if (counted.length === 1) return { found: counted[0]! }
  if (counted.length > 1) {
    return { refusal: `More than one ${noun} matches. Add a criterion that only one of them meets.` }
  }
  const of = isOwn ? ' of the partner that these credentials belong to' : ''
  return { refusal: `No ${noun}${of} matches. Check the criteria.` }
}

const noCriterion = 'No criterion is given, so nothing matches. Send the id of the record, or criteria.'

/**
 * Combines the criteria of all entries of the list: all must match (SU-1), of each list of values one (SU-2). Criteria
 * without values, and contradictory ones, match nothing.
 */
export function stopCriteria({ matches_all }: StopMatchTarget): CriteriaOrFault<StopCriteria> {
  const all = new Together<StopCriteria>()
  for (const { trip, order, consignment, stop } of matches_all ?? []) {
    all.list('trip_names', trip?.name)
    all.ids('order_ids', order?.id)
    all.list('order_names', order?.name)
    all.list('customer_references', order?.customer_reference_number)
    all.list('consignment_references', consignment?.reference_number)
    all.one('consignment_place', consignment?.order_sequence_number)
    all.list('stop_references', stop?.reference_number)
    all.one('stop_type', stop?.stop_type)
  }
  return all.wanted()
}

/** The same for criteria of an order (PU-1). */
export function orderCriteria({ matches_all }: PartialOrderMatchTarget): CriteriaOrFault<OrderCriteria> {
  const all = new Together<OrderCriteria>()
  for (const { order, company } of matches_all ?? []) {
    all.ids('order_ids', order?.id)
    all.list('order_names', order?.name)
    all.list('customer_references', order?.customer_reference_number)
    all.list('company_names', company?.name)
    all.list('company_codes', company?.code)
  }
  return all.wanted()
}

/** Merges criteria; a repeated criterion keeps only values that occur in both lists. */
class Together<Criteria extends object> {
  private readonly members = new Map<string, unknown[]>()
  /** By criterion, the first value if none is a valid id. */
  private readonly strange = new Map<string, string>()
  private readonly isEmpty = new Set<string>()

  list(name: keyof Criteria & string, field: FieldMatchInput | null | undefined): void {
    if (field) this.add(name, field.matches_any ?? [])
  }

  /** Only UUIDs can be ids of records. */
  ids(name: keyof Criteria & string, field: FieldMatchInput | null | undefined): void {
    if (!field) return
    const ids = (field.matches_any ?? []).map((value) => value.toLowerCase())
    const fitting = ids.filter((value) => isWrittenUuid(value))
    if (ids.length > 0 && fitting.length === 0) this.strange.set(name, ids[0]!)
    this.add(name, fitting)
  }

  one(name: keyof Criteria & string, value: string | number | null | undefined): void {
    if (value != null) this.add(name, [value])
  }

  wanted(): CriteriaOrFault<Criteria> {
    if (this.members.size === 0) return { refusal: noCriterion }
    const criteria: Record<string, unknown> = {}
    for (const [name, values] of this.members) {
      if (values.length === 0) return { refusal: this.whyNone(name) }
      criteria[name] = single.has(name) ? values[0] : values
    }
    return { criteria: criteria as Criteria }
  }

  /** Why a criterion has no values left. */
  private whyNone(name: string): string {
    const strange = this.strange.get(name)
    if (strange !== undefined) {
      return `"${strange.slice(0, 100)}" is not the id of an order: ids are UUIDs. Use name to match the order number.`
    }
    if (this.isEmpty.has(name))
      return `The criterion ${memberNames[name] ?? name} has no values, so nothing matches. Send at least one.`
    return `Nothing matches, because no value meets every criterion for ${memberNames[name] ?? name}. Send each criterion once.`
  }

  private add(name: string, values: readonly unknown[]): void {
    if (values.length === 0) this.isEmpty.add(name)
    const before = this.members.get(name)
    const both = before ? values.filter((value) => before.includes(value)) : values
    this.members.set(name, [...new Set(both)])
  }
}

/** Interface names of criteria. */
const memberNames: Readonly<Record<string, string>> = {
  trip_names: 'trip.name',
  order_ids: 'order.id',
  order_names: 'order.name',
  customer_references: 'order.customer_reference_number',
  consignment_references: 'consignment.reference_number',
  consignment_place: 'consignment.order_sequence_number',
  stop_references: 'stop.reference_number',
  stop_type: 'stop.stop_type',
  company_names: 'company.name',
  company_codes: 'company.code',
}

const single = new Set(['consignment_place', 'stop_type'])

/** Criteria for looking up records, the most selective first. */
export const stopLookups = [
  'trip_names',
  'order_ids',
  'order_names',
  'consignment_references',
  'stop_references',
  'customer_references',
] as const
export type StopLookup = (typeof stopLookups)[number]

export const orderLookups = ['order_ids', 'order_names', 'customer_references'] as const
export type OrderLookup = (typeof orderLookups)[number]

/** Longest indexed text; longer ones are compared but not looked up. */
const longestKey = 255

/**
 * Criteria by which the record can be looked up, in the order of use: the next one applies when the previous one
 * matches too many records. A trip name limits the search to stops of that trip, including stops without an order.
 */
export function lookupsOf<Lookup extends string>(
  criteria: { readonly [name in Lookup]?: unknown },
  known: readonly Lookup[],
) {
  const byTrip = known.filter((name) => name === 'trip_names' && criteria[name] !== undefined)
  if (byTrip.length > 0) return byTrip
  return known.filter((name) => {
    const values = criteria[name]
    return Array.isArray(values) && values.every((value) => String(value).length <= longestKey)
  })
}
