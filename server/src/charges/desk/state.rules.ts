import type { ChargeApproval, ChargeStatus } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import { errorItem, Problem } from '../../http/problem.ts'

/** Billing state and approval of a charge. */
export interface ChargeState {
  readonly status: ChargeStatus
  readonly status_reason: string | null
  readonly approval: ChargeApproval | null
}

/** Whether a charge is on a finalised document and can no longer change (CHARGE-31). */
export function isBilled({ status }: Pick<ChargeState, 'status'>): boolean {
  return status === 'INVOICED' || status === 'INVOICE_POSTED'
}

/**
 * Public status (CHG-2): CREATED until the document is posted. Charges billed elsewhere look like excluded ones.
 * Undefined: not listed.
 */
export function outwardStatus(status: ChargeStatus): 'CREATED' | 'INVOICE_POSTED' | 'DO_NOT_INVOICE' | undefined {
  if (status === 'WITHDRAWN') return undefined
  if (status === 'INVOICED_EXTERNAL' || status === 'DO_NOT_INVOICE') return 'DO_NOT_INVOICE'
  return status === 'INVOICE_POSTED' ? 'INVOICE_POSTED' : 'CREATED'
}

/** Whether a customer sees a charge: only after approval is requested, and not if rejected internally (CHARGE-15). */
export function isShownToCustomer({ approval, status }: Pick<ChargeState, 'approval' | 'status'>): boolean {
  return outwardStatus(status) !== undefined && approval !== 'TO_REQUEST' && approval !== 'REJECTED_INTERNAL'
}

/** Public description: the text and, on its own line, the last comment (CHARGE-36). */
export function outwardDescription(description: string, comment: string | undefined): string {
  return [description, comment].filter(Boolean).join('\n')
}

/**
 * State of a charge after an action (CHARGE-30); undefined if nothing changes.
 * @throws Problem charge_invoiced, state_conflict, validation_failed
 */
export function stateAfter(state: ChargeState, action: ChargeAction, reason?: string): ChargeState | undefined {
  if (isBilled(state)) throw new Problem('charge_invoiced')
  if (state.status === 'WITHDRAWN') throw withdrawn()
  return action === 'exclude' || action === 'include' || action === 'bill_elsewhere'
    ? billing[action](state, reason)
    : decided(state, action)
}

type Move = (state: ChargeState, reason: string | undefined) => ChargeState | undefined

const billing: Readonly<Record<'exclude' | 'include' | 'bill_elsewhere', Move>> = {
  exclude: (state, reason) => {
    if (reason === undefined) {
      const item = errorItem('reason', 'is required to exclude a charge: enter a reason', 'missing')
      throw new Problem('validation_failed', { errors: [item] })
    }
    const isSame = state.status === 'DO_NOT_INVOICE' && state.status_reason === reason
    return isSame ? undefined : { ...state, status: 'DO_NOT_INVOICE', status_reason: reason }
  },
  include: (state) => (state.status === 'CREATED' ? undefined : { ...state, status: 'CREATED', status_reason: null }),
  bill_elsewhere: (state, reason) =>
    state.status === 'INVOICED_EXTERNAL'
      ? undefined
      : { ...state, status: 'INVOICED_EXTERNAL', status_reason: reason ?? null },
}

/** Decision by the haulier: a rejection is internal before the request, and on the customer's behalf afterwards. */
function decided(state: ChargeState, action: 'approve' | 'reject' | 'request_approval'): ChargeState | undefined {
  const approval = approvalAfter(state.approval, action)
  return approval === state.approval ? undefined : { ...state, approval }
}

function approvalAfter(
  approval: ChargeApproval | null,
  action: 'approve' | 'reject' | 'request_approval',
): ChargeApproval {
  if (action === 'approve') {
    if (approval === null) throw new Problem('state_conflict', { message: 'This charge needs no approval.' })
    return 'APPROVED'
  }
  if (action === 'reject') return approval === 'REQUESTED' || approval === 'REJECTED' ? 'REJECTED' : 'REJECTED_INTERNAL'
  if (approval === 'APPROVED') {
    throw new Problem('state_conflict', { message: 'This charge is approved already.' })
  }
  return 'REQUESTED'
}

/** A decision received by the interface, and its source. */
export interface ClientDecision {
  readonly approval_status: 'APPROVED' | 'REJECTED'
  readonly comment: string | undefined
  readonly isCustomer: boolean
}

/**
 * Approval after a decision of an API client (CHARGE-34); undefined if unchanged. The haulier's clients decide any
 * charge, customers only requested ones.
 * @throws Problem charge_invoiced, charge_decided
 */
export function approvalByClient(
  state: Pick<ChargeState, 'status' | 'approval'>,
  { approval_status, isCustomer }: ClientDecision,
): ChargeApproval | undefined {
  if (state.approval === approval_status) return undefined
  if (isBilled(state)) throw new Problem('charge_invoiced')
  if (isCustomer && state.approval !== 'REQUESTED') throw new Problem('charge_decided')
  return approval_status
}

/**
 * Approval after the amount changed: agreement was to the old amount, so anything requested or decided must be
 * requested again (CHARGE-7).
 */
export function approvalAfterChange(
  approval: ChargeApproval | null,
  amounts: { readonly before: string; readonly after: string },
): ChargeApproval | null {
  return approval === null || amounts.before === amounts.after ? approval : 'TO_REQUEST'
}

function withdrawn(): Problem {
  return new Problem('state_conflict', {
    message: 'This charge is withdrawn: rating does not give it any more. Reload the page.',
  })
}

/** Whether an action on a whole order affects this charge. The others stay unchanged. */
export function concerns(state: Pick<ChargeState, 'status' | 'approval'>, action: ChargeAction): boolean {
  const { status, approval } = state
  if (isBilled(state) || status === 'WITHDRAWN') return false
  if (action === 'exclude') return status === 'CREATED'
  if (action === 'bill_elsewhere') return status !== 'INVOICED_EXTERNAL'
  if (action === 'include') return status !== 'CREATED'
  if (status !== 'CREATED') return false
  if (action === 'request_approval') return approval !== null && approval !== 'APPROVED' && approval !== 'REQUESTED'
  return approval === 'TO_REQUEST' || approval === 'REQUESTED'
}
