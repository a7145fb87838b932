import { isDeepStrictEqual } from 'node:util'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { ProposedCharge, SalesTerms } from './proposed.rules.ts'
import type { ApprovalDecision, ChargeRow, NewCharge } from './store.ts'

/** What has to be written so that charges are as rating proposes them. */
export interface ChargeDifference {
  readonly added: NewCharge[]
  readonly changed: ChargeRow[]
}

/** What the difference is made with. */
export interface DifferenceOptions {
  readonly newId: () => string
  /** The order is cancelled: charges that it has and that are not rated any more stay (CHARGE-11). */
  readonly keepsOthers: boolean
}

const finalised: readonly ChargeRow['status'][] = ['INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL']

/** Whether a charge is on a finalised document, so that nothing of it changes any more. */
export function isFinalised({ status }: Pick<ChargeRow, 'status'>): boolean {
  return finalised.includes(status)
}

/**
 * The difference between the charges of an order or trip and what rating proposes (CHARGE-5). The same key is the same charge;
 * what is no longer rated is WITHDRAWN. A charge on a finalised document never changes: what differs is proposed as a
 * correction. Charges that people entered are left alone.
 */
export function differenceOf(
  existing: readonly ChargeRow[],
  proposed: readonly ProposedCharge[],
  options: DifferenceOptions,
): ChargeDifference {
  const rows = Map.groupBy(existing.filter(isRated), keyOf)
  const proposals = new Map(proposed.map((one) => [keyOf(one), one]))
  const difference: ChargeDifference = { added: [], changed: [] }
  for (const [key, proposal] of proposals) settle(rows.get(key) ?? [], proposal, options, difference)
  if (options.keepsOthers) return difference
  for (const [key, gone] of rows) if (!proposals.has(key)) settle(gone, undefined, options, difference)
  return difference
}

function isRated({ origin }: ChargeRow): boolean {
  return origin === 'RATED' || origin === 'REQUESTED'
}

function keyOf({ origin, line_key }: Pick<ChargeRow, 'origin' | 'line_key'>): string {
  return line_key ?? origin
}

/** Brings the charges of one key to what is proposed. */
function settle(
  rows: readonly ChargeRow[],
  proposal: ProposedCharge | undefined,
  options: DifferenceOptions,
  { added, changed }: ChargeDifference,
): void {
  const done = rows.filter(isFinalised)
  const open = rows.filter((row) => !isFinalised(row)).sort((one, other) => other.correction - one.correction)[0]
  const next = done.length === 0 ? proposal : correctionOf(done, proposal)
  if (!next) {
    if (open && open.status !== 'WITHDRAWN') changed.push({ ...open, status: 'WITHDRAWN' })
    return
  }
  if (!open) {
    const correction = done.length === 0 ? 0 : Math.max(...done.map((row) => row.correction)) + 1
    added.push(newCharge(next, options.newId(), correction))
    return
  }
  const merged = mergedCharge(open, next)
  if (!isSame(open, merged)) changed.push(merged)
}

/** A charge that rating brings for the first time. */
function newCharge(proposal: ProposedCharge, charge_id: string, correction: number): NewCharge {
  return {
    ...proposal,
    charge_id,
    correction,
    override: {},
    is_override_outdated: false,
    status: 'CREATED',
    status_reason: null,
    approval_decision: null,
    created_by: null,
  }
}

/**
 * The difference to what is on finalised documents, as a proposal that has to be approved; undefined when there is none. What
 * a person set in place of the rated price does not count as one.
 */
function correctionOf(done: readonly ChargeRow[], proposal: ProposedCharge | undefined): ProposedCharge | undefined {
  const last = done.at(-1)!
  // Amounts of two currencies have no difference.
  if (proposal && proposal.currency !== last.currency) return undefined
  const rated = done.reduce((sum, row) => sum.plus(decimal(row.rated_amount ?? row.amount)), new Big(0))
  const difference = decimal(proposal?.amount ?? '0').minus(rated)
  if (difference.eq(0)) return undefined
  const amount = amountText(difference, last.currency)
  return {
    ...(proposal ?? ratedPart(last)),
    // A deduction has a negative quantity: prices are never negative.
    quantity: difference.lt(0) ? '-1' : '1',
    unit: 'C62',
    unit_price: amountText(difference.abs(), last.currency),
    amount,
    rated_amount: amount,
    approval: 'TO_REQUEST',
  }
}

/** What rating proposed of a charge, without what was decided about it. */
function ratedPart(row: ChargeRow): ProposedCharge {
  const { charge_id: _id, correction: _correction, version: _version, created_by: _by, ...rest } = row
  const { override: _override, is_override_outdated: _outdated, approval_decision: _decision, ...proposed } = rest
  const { status: _status, status_reason: _reason, ...part } = proposed
  return part
}

/**
 * A charge as it is rated now, with what people decided about it (CHARGE-6, CHARGE-7): a price they set stays, and the rated
 * amount moves alone; agreement is to an amount, so an amount that changes has to be approved again.
 */
function mergedCharge(row: ChargeRow, proposal: ProposedCharge): ChargeRow {
  const { override } = row
  const isPriceSet = Boolean(override.quantity ?? override.unit_price ?? override.amount)
  const { quantity, unit, unit_price, amount, currency } = isPriceSet ? row : proposal
  const moved = row.rated_amount === null || !isEqual(row.rated_amount, proposal.rated_amount!)
  const status_after = row.status_reason === null ? ('CREATED' as const) : ('DO_NOT_INVOICE' as const)
  const merged = { ...row, ...proposal, quantity, unit, unit_price, amount, currency }
  return {
    ...merged,
    description: override.description ? row.description : proposal.description,
    is_override_outdated: Object.keys(override).length > 0 && (row.is_override_outdated || (isPriceSet && moved)),
    status: row.status === 'WITHDRAWN' ? status_after : row.status,
    ...approvalOf(row, proposal, amount),
  }
}

function approvalOf(
  { approval, approval_decision: decision, amount: before }: ChargeRow,
  proposal: ProposedCharge,
  amount: string,
): Pick<ChargeRow, 'approval' | 'approval_decision'> {
  const isUntouched = decision === null && approval !== 'REQUESTED'
  if (isUntouched) return { approval: proposal.approval, approval_decision: null }
  if (approval === null || isEqual(before, amount)) return { approval, approval_decision: decision }
  const changed: ApprovalDecision | null = decision && { ...decision, changed_to: amount }
  return { approval: 'TO_REQUEST', approval_decision: changed }
}

const decimals = ['quantity', 'unit_price', 'amount', 'rated_amount'] as const

function isSame(one: ChargeRow, other: ChargeRow): boolean {
  const plain = (row: ChargeRow) => ({
    ...row,
    ...Object.fromEntries(decimals.map((name) => [name, row[name] === null ? null : decimal(row[name]).toFixed()])),
  })
  return isDeepStrictEqual(plain(one), plain(other))
}

function isEqual(one: string, other: string): boolean {
  return decimal(one).eq(decimal(other))
}

/**
 * Charges of an order that people entered, with the party and tax of now (CHARGE-8). Those on finalised documents and
 * withdrawn ones stay.
 */
export function enteredDifference(existing: readonly ChargeRow[], terms: SalesTerms): ChargeRow[] {
  const { company_id, billing_entity_id, supplied_on } = terms
  return existing.flatMap((row) => {
    if (isRated(row) || row.side !== 'SALES' || isFinalised(row) || row.status === 'WITHDRAWN') return []
    const next = { ...row, company_id, billing_entity_id, supplied_on, ...terms.taxOf(row.charge_type) }
    return isSame(row, next) ? [] : [next]
  })
}
