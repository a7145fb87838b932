import { isDeepStrictEqual } from 'node:util'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { ProposedCharge, SalesTerms } from './proposed.rules.ts'
import type { ApprovalDecision, ChargeRow, NewCharge } from './store.ts'

/** Writes needed to bring charges in line with the proposals. */
export interface ChargeDifference {
  readonly added: NewCharge[]
  readonly changed: ChargeRow[]
}

/** Options of the comparison. */
export interface DifferenceOptions {
  readonly newId: () => string
  /** Whether the order is cancelled: existing charges that are no longer rated stay (CHARGE-11). */
  readonly keepsOthers: boolean
}

const finalised: readonly ChargeRow['status'][] = ['INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL']

/** Whether a charge is on a finalised document and can no longer change. */
export function isFinalised({ status }: Pick<ChargeRow, 'status'>): boolean {
  return finalised.includes(status)
}

/**
 * Compares the charges of an order or trip with the proposals of rating (CHARGE-5). The same key is the same charge;
 * charges no longer rated become WITHDRAWN. A charge on a finalised document never changes: the difference is proposed
 * as a correction. Manual charges are ignored.
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

/** Compares the charges of one key with the proposal. */
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

/** A charge that rating proposes for the first time. */
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
 * Difference to the finalised charges, as a proposal that needs approval; undefined if there is none. Manual overrides
 * of the rated price do not count as a difference.
 */
function correctionOf(done: readonly ChargeRow[], proposal: ProposedCharge | undefined): ProposedCharge | undefined {
  const last = done.at(-1)!
  // Amounts in two currencies cannot be subtracted.
  if (proposal && proposal.currency !== last.currency) return undefined
  const rated = done.reduce((sum, row) => sum.plus(decimal(row.rated_amount ?? row.amount)), new Big(0))
  const difference = decimal(proposal?.amount ?? '0').minus(rated)
  if (difference.eq(0)) return undefined
  const amount = amountText(difference, last.currency)
  return {
    ...(proposal ?? ratedPart(last)),
    // A deduction has a negative quantity, since prices are never negative.
    quantity: difference.lt(0) ? '-1' : '1',
    unit: 'C62',
    unit_price: amountText(difference.abs(), last.currency),
    amount,
    rated_amount: amount,
    approval: 'TO_REQUEST',
  }
}

/** The rated part of a charge, without decisions about it. */
function ratedPart(row: ChargeRow): ProposedCharge {
  const { charge_id: _id, correction: _correction, version: _version, created_by: _by, ...rest } = row
  const { override: _override, is_override_outdated: _outdated, approval_decision: _decision, ...proposed } = rest
  const { status: _status, status_reason: _reason, ...part } = proposed
  return part
}

/**
 * A charge with its new rating and existing decisions (CHARGE-6, CHARGE-7): an override stays, and only the rated
 * amount changes. Agreement is to an amount, so a changed amount must be approved again.
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
 * Manual charges of an order, updated to the current party and tax (CHARGE-8). Finalised and withdrawn ones are
 * unchanged.
 */
export function enteredDifference(existing: readonly ChargeRow[], terms: SalesTerms): ChargeRow[] {
  const { company_id, billing_entity_id, supplied_on } = terms
  return existing.flatMap((row) => {
    if (isRated(row) || row.side !== 'SALES' || isFinalised(row) || row.status === 'WITHDRAWN') return []
    const next = { ...row, company_id, billing_entity_id, supplied_on, ...terms.taxOf(row.charge_type) }
    return isSame(row, next) ? [] : [next]
  })
}
