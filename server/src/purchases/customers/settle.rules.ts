import { decimal } from '../../books/money.rules.ts'
import { type SetBy, withValues } from '../../charges/desk/values.rules.ts'
import type { ChargeRow } from '../../charges/record/store.ts'

/** Effect of a customer's document on a charge. */
export interface Settlement {
  /** Billed or credited amount of the charge, as text. */
  readonly billed: string
  readonly is_credit: boolean
  /** Reference to the document as proof. */
  readonly proof: string
}

/**
 * PURCH-20, PURCH-21: a charge after its customer's document was accepted. An invoice sets the billed amount and
 * approves it. A full credit reopens the charge; a partial one leaves the rest billed.
 */
export function settled(charge: ChargeRow, { billed, is_credit, proof }: Settlement, by: SetBy): ChargeRow {
  if (!is_credit) return agreed(at(charge, billed, proof, by), proof, by)
  const left = decimal(charge.amount).minus(decimal(billed))
  if (left.eq(0)) return { ...charge, status: 'CREATED', status_reason: null }
  return agreed(at(charge, left.toFixed(), charge.status_reason ?? proof, by), charge.status_reason ?? proof, by)
}

function at(charge: ChargeRow, amount: string, reason: string, by: SetBy): ChargeRow {
  return decimal(amount).eq(decimal(charge.amount)) ? charge : withValues(charge, { amount, reason }, by)
}

/** Billing an amount implies agreement to it. */
function agreed(charge: ChargeRow, proof: string, { id, at: decidedAt }: SetBy): ChargeRow {
  const billed = { ...charge, status: 'INVOICED_EXTERNAL' as const, status_reason: proof }
  if (charge.approval === null) return billed
  const approval_decision = { comment: proof, by: id, at: decidedAt, amount: charge.amount }
  return { ...billed, approval: 'APPROVED', approval_decision }
}
