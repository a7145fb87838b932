import { msg } from '@cartage/contract/message'
import type { Big } from 'big.js'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { ChargeRow, OverriddenMember, Override } from '../record/store.ts'
import { approvalAfterChange, isBilled } from './state.rules.ts'

/** Values to set together. Undefined ones stay. */
export type SetValues = Readonly<Partial<Record<OverriddenMember | 'reason', string | undefined>>>

/** Author and time of a change. */
export interface SetBy {
  readonly id: string
  readonly at: string
}

const overridden = ['quantity', 'unit_price', 'amount', 'description'] as const

/** Maximum digits before the decimal point of an amount. */
const mostDigits = 15

/**
 * Quantity times price, rounded once to the currency (MON-1).
 * @throws Problem validation_failed if the amount has more than 15 digits
 */
export function amountOf(quantity: string, unitPrice: string, currency: string): string {
  return inColumn(decimal(quantity).times(decimal(unitPrice)), currency, 'unit_price')
}

function inColumn(amount: Big, currency: string, member: string): string {
  const text = amountText(amount, currency)
  if (text.replace(/^-|\..*$/g, '').length <= mostDigits) return text
  throw invalid(member, 'gives an amount that is too large')
}

/** Whether rating writes a charge, so that manual values are overrides (CHARGE-32). */
export function isRated({ origin }: Pick<ChargeRow, 'origin'>): boolean {
  return origin === 'RATED' || origin === 'REQUESTED'
}

/**
 * Sets values of a charge manually (CHARGE-32). A rated charge also stores the rated value, author, time and reason. A
 * quantity or price determines the amount, unless the amount is set as well.
 * @throws Problem charge_invoiced, validation_failed
 */
export function withValues(charge: ChargeRow, { reason, ...values }: SetValues, by: SetBy): ChargeRow {
  if (isBilled(charge)) throw new Problem('charge_invoiced')
  const set = writtenValues(values, charge.currency)
  const members = overridden.filter((member) => set[member] !== undefined)
  if (members.length === 0) throw invalid('', 'names no value to set')
  if (!isRated(charge)) return edited(charge, set)
  if (reason === undefined) throw invalid('reason', 'is required to override a rated charge: enter a reason')
  const entries = members.map((member): [OverriddenMember, Override] => [
    member,
    { value: set[member]!, rated: ratedValue(charge, member), by: by.id, at: by.at, reason },
  ])
  return applied({
    ...charge,
    override: { ...charge.override, ...Object.fromEntries(entries) },
    is_override_outdated: false,
  })
}

/** Rated value of a member: current for the amount, for the others that from before the override. */
function ratedValue(charge: ChargeRow, member: OverriddenMember): string | null {
  if (member === 'amount') return charge.rated_amount
  const known = charge.override[member]
  return known ? known.rated : charge[member]
}

/** @throws Problem validation_failed if an amount has fractions of the smallest unit of its currency */
function writtenValues(values: SetValues, currency: string): SetValues {
  if (values.amount === undefined) return values
  const amount = decimal(values.amount)
  if (!roundToCurrency(amount, currency).eq(amount)) {
    throw invalid('amount', msg`has more decimals than ${currency} allows`)
  }
  return { ...values, amount: inColumn(amount, currency, 'amount') }
}

/** Edits a charge that rating does not write. */
function edited(charge: ChargeRow, set: SetValues): ChargeRow {
  const quantity = set.quantity ?? charge.quantity
  const unit_price = set.unit_price ?? charge.unit_price
  const isPriced = set.quantity !== undefined || set.unit_price !== undefined
  const amount = set.amount ?? (isPriced ? amountOf(quantity, unit_price, charge.currency) : charge.amount)
  const description = set.description ?? charge.description
  return withAmount({ ...charge, quantity, unit_price, description }, amount)
}

/** A rated charge with its overrides applied, and rated values elsewhere. */
function applied(charge: ChargeRow): ChargeRow {
  const { override, currency } = charge
  const quantity = override.quantity?.value ?? charge.quantity
  const unit_price = override.unit_price?.value ?? charge.unit_price
  const description = override.description?.value ?? charge.description
  const isPriced = override.quantity !== undefined || override.unit_price !== undefined
  const rated = isPriced ? amountOf(quantity, unit_price, currency) : (charge.rated_amount ?? charge.amount)
  return withAmount({ ...charge, quantity, unit_price, description }, override.amount?.value ?? rated)
}

/** Changes the amount of a charge. A requested or decided approval must be requested again, and stores both amounts. */
function withAmount(charge: ChargeRow, amount: string): ChargeRow {
  const [before, after] = [charge.amount, amount].map((text) => amountText(decimal(text), charge.currency)) as [
    string,
    string,
  ]
  const approval = approvalAfterChange(charge.approval, { before, after })
  const decision = charge.approval_decision
  const approval_decision = decision && before !== after ? { ...decision, changed_to: after } : decision
  return { ...charge, amount: after, approval, approval_decision }
}

/**
 * Removes overrides of a charge, some or all: the rated values return (CHARGE-32), and the next rating updates them.
 * @throws Problem charge_invoiced, state_conflict if there is no such override
 */
export function withoutOverrides(charge: ChargeRow, members: readonly OverriddenMember[]): ChargeRow {
  if (isBilled(charge)) throw new Problem('charge_invoiced')
  const wanted = members.length === 0 ? overridden : members
  const removed = wanted.filter((member) => charge.override[member] !== undefined)
  if (removed.length === 0) throw new Problem('state_conflict', { message: 'This charge has no such override.' })
  const kept = overridden.filter((member) => charge.override[member] !== undefined && !removed.includes(member))
  const back = (member: Exclude<OverriddenMember, 'amount'>) =>
    removed.includes(member) ? (charge.override[member]!.rated ?? charge[member]) : charge[member]
  return applied({
    ...charge,
    quantity: back('quantity'),
    unit_price: back('unit_price'),
    description: back('description'),
    override: Object.fromEntries(kept.map((member) => [member, charge.override[member]!])),
    is_override_outdated: charge.is_override_outdated && kept.length > 0,
  })
}

function invalid(member: string, message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { errors: [errorItem(member, message, 'invalid')] })
}
