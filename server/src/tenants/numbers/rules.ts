import type { ErrorItem } from '@cartage/contract/errors'
import { type Message, msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/** How the numbers of a range look and count. */
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

/** A range of numbers of documents of the books. */
export interface DocumentRange extends NumberRange {
  applies_to: string
  /** null: any. */
  billing_entity_id: string | null
}

const documentLabels: Readonly<Record<string, Message>> = {
  INVOICE: msg`invoices`,
  CREDIT_NOTE: msg`credit notes`,
  SELF_BILLING_INVOICE: msg`self-billing invoices`,
  PURCHASE: msg`purchase documents`,
}

/**
 * The range that documents of a billing entity take their numbers from (BILL-6): its own one, else one of any entity where
 * there is one entity only. Numbers have no gaps, restart each year and begin with 1.
 * @param entities how many live billing entities the tenant has
 * @throws Problem number_range_unfit (409) that says which setting to add or change
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

/** What documents of the books take their numbers from. */
const ofDocuments: readonly unknown[] = ['INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE', 'PURCHASE']

/**
 * What keeps a range from numbering documents (BILL-6), said when it is entered and not only when they are finalised.
 * @param liveOf how many live entries another kind of setting has
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

/** A range that is not used would look as if it were. */
const ordersCount = 'cannot be ORDER: orders count O-000001, O-000002 … Give them a reference ID of your own instead'

const unfit = (member: string, message: string) => errorItem(member, message, 'number_range_unfit')

/** Most numbers taken at once. */
export const mostNumbers = 10_000

/** Largest counted part: it must stay exact everywhere. */
const largest = Number.MAX_SAFE_INTEGER

/** What counts together: the year for a range that starts again with it, else 0. @param date YYYY-MM-DD */
export function periodOf(range: Pick<NumberRange, 'restarts_yearly'>, date: string): number {
  return range.restarts_yearly ? yearOf(date) : 0
}

/**
 * A number as people see it: prefix, series, year and the counted part with zeros in front, the separator between those
 * that are there.
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

/** @throws RangeError for a count that is not a whole number from 1 to 10,000: a fault of the caller */
export function checkCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= mostNumbers) return
  throw new RangeError(`${count} numbers cannot be taken at once`)
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}
