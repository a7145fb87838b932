import { decimal } from '../../books/money.rules.ts'
import { type SetBy, withValues } from '../../charges/desk/values.rules.ts'
import type { ChargeRow } from '../../charges/record/store.ts'

/** What a document of a customer says of a charge. */
export interface Settlement {
  /** What is billed of the charge, or credited; as text. */
  readonly billed: string
  readonly is_credit: boolean
  /** Number of the document. */
  readonly proof: string
}

/**
 * PURCH-20, PURCH-21: a charge after a document of its customer was accepted. Billed, it is at the amount that the customer
 * bills, and agreed. Credited in full it is open again; in part, what is left is billed.
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

/** Who bills an amount agrees to it. */
function agreed(charge: ChargeRow, proof: string, { id, at: decidedAt }: SetBy): ChargeRow {
  const billed = { ...charge, status: 'INVOICED_EXTERNAL' as const, status_reason: proof }
  if (charge.approval === null) return billed
  const approval_decision = { comment: proof, by: id, at: decidedAt, amount: charge.amount }
  return { ...billed, approval: 'APPROVED', approval_decision }
}
