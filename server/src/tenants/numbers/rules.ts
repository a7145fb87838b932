import type { ErrorItem } from '@cartage/contract/errors'
import { type Message, msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/** Format and counting of the numbers of a range. */
export interface NumberRange {
  number_range_id: string
  code: string
  prefix: string
  series: string
  year_style: 'NONE' | 'SHORT' | 'FULL'
  separator: string
  digits: number
  first_number: number
  restarts_yearly: boolean
  is_gapless: boolean
}

/** Scope of numbers that are not counted per supplier. */
export const commonScope = '00000000-0000-0000-0000-000000000000'

/** A number range of documents of the books. */
export interface DocumentRange extends NumberRange {
  applies_to: string
  /** Null for any billing entity. */
  billing_entity_id: string | null
}

const documentLabels: Readonly<Record<string, Message>> = {
  INVOICE: msg`invoices`,
  CREDIT_NOTE: msg`credit notes`,
  SELF_BILLING_INVOICE: msg`self-billing invoices`,
  PURCHASE: msg`purchase documents`,
}

/**
 * Number range for documents of a billing entity (BILL-6): its own one, else one without an entity if only one entity
 * exists. It has no gaps, restarts each year and begins with 1.
 * @param entities number of active billing entities of the tenant
 * @throws Problem number_range_unfit (409) that names the setting to add or change
 */
export function documentRange(
  ranges: readonly DocumentRange[],
  appliesTo: string,
  entity: { billing_entity_id: string; code: string },
  entities: number,
): DocumentRange {
  const fit = ranges.filter((range) => range.applies_to === appliesTo)
  const own = fit.find((range) => range.billing_entity_id === entity.billing_entity_id)
  const range = own ?? (entities === 1 ? fit.find((one) => one.billing_entity_id === null) : undefined)
  if (!range) {
    const unclaimed = fit.find((one) => one.billing_entity_id === null)
    if (unclaimed) {
      throw new Problem('number_range_unfit', {
        message: msg`The number range ${unclaimed.code} belongs to no billing entity, and there are several. Choose ${entity.code} as its billing entity in the settings, or add another range for it.`,
      })
    }
    const message = msg`The billing entity ${entity.code} has no number range for ${documentLabels[appliesTo] ?? appliesTo}. Add one to the settings.`
    throw new Problem('number_range_unfit', { message })
  }
  if (range.is_gapless && range.restarts_yearly && range.first_number === 1) return range
  throw new Problem('number_range_unfit', {
    message: msg`The number range ${range.code} must have no gaps, restart each year and begin with 1. Change it in the settings.`,
  })
}

/** Document types that number ranges apply to. */
const ofDocuments: readonly unknown[] = ['INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE', 'PURCHASE']

/**
 * Reasons that a range cannot number documents (BILL-6), reported on entry and not only on finalising.
 * @param liveOf number of active entries of another kind of setting
 */
export function documentRangeFaults(
  values: Readonly<Record<string, unknown>>,
  liveOf: (kind: 'billing_entities') => number,
): ErrorItem[] {
  if (values.applies_to === 'ORDER') return [unfit('applies_to', ordersCount)]
  if (!ofDocuments.includes(values.applies_to)) return []
  const isOfOne = values.billing_entity !== null || liveOf('billing_entities') < 2
  return [
    ...(values.is_gapless === true ? [] : [unfit('is_gapless', 'must be on: numbers of documents have no gaps')]),
    ...(values.restarts_yearly === true
      ? []
      : [unfit('restarts_yearly', 'must be on: numbers of documents restart each year')]),
    ...(values.first_number === 1 ? [] : [unfit('first_number', 'must be 1 for numbers of documents')]),
    ...(isOfOne ? [] : [unfit('billing_entity', 'is needed: there are several billing entities')]),
  ]
}

/** Refused, because the range would look used although orders never use it. */
const ordersCount = 'cannot be ORDER: orders count O-000001, O-000002 … Give them a reference ID of your own instead'

const unfit = (member: string, message: string) => errorItem(member, message, 'number_range_unfit')

/** Most numbers taken at once. */
export const mostNumbers = 10_000

/** Largest counted part: every program must represent it exactly. */
const largest = Number.MAX_SAFE_INTEGER

/** @param date YYYY-MM-DD, whose year is the period of a range that restarts yearly; else the period is 0 */
export function periodOf(range: Pick<NumberRange, 'restarts_yearly'>, date: string): number {
  return range.restarts_yearly ? yearOf(date) : 0
}

/**
 * A displayed number: prefix, series, year and the zero-padded counted part, with the separator between existing parts.
 * @param date YYYY-MM-DD, the day the number is for
 */
export function formatNumber(range: NumberRange, date: string, counted: number): string {
  const year = String(yearOf(date)).padStart(4, '0')
  const years = { NONE: '', SHORT: year.slice(-2), FULL: year }
  const parts = [range.prefix, range.series, years[range.year_style], String(counted).padStart(range.digits, '0')]
  return parts.filter((part) => part !== '').join(range.separator)
}

/** The numbers that end with `last`, in order. @throws Problem state_conflict when counting has reached its end */
export function numbersUpTo(range: NumberRange, date: string, last: number, count: number): string[] {
  if (last > largest)
    throw new Problem('state_conflict', { message: msg`The number range ${range.code} has no numbers left.` })
  return Array.from({ length: count }, (_, index) => formatNumber(range, date, last - count + 1 + index))
}

/** @throws RangeError for a count that is not a whole number from 1 to 10,000: a bug in the caller */
export function checkCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= mostNumbers) return
  throw new RangeError(`${count} numbers cannot be taken at once`)
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}
