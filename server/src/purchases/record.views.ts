import { msg, type Sentence } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { findRecord } from '../billing/records/record.views.ts'
import { amountText, decimal } from '../books/money.rules.ts'
import type { Tx } from '../db/tenant.ts'
import { supplierMessage } from './message.rules.ts'
import { findReceived } from './payment/views.ts'
import { type Consent, findConsent } from './self-billing/store.ts'
import { findMatch, type MatchRow } from './store.ts'
import { listTransferFilesOf } from './transfers/views.ts'

/** A purchase document without the credit note that can be requested for it. */
export type FoundPurchase = Omit<PurchaseRecord, 'match'> & {
  match: Omit<NonNullable<PurchaseRecord['match']>, 'credit_request'> | null
}

/**
 * A purchase document with its comparison; undefined if there is none.
 * @param say translates to the reader's language
 */
export async function findPurchase(
  tx: Tx,
  id: string,
  say: (sentence: Sentence) => string,
): Promise<FoundPurchase | undefined> {
  const [invoice, match, consent] = await Promise.all([findRecord(tx, id, say), findMatch(tx, id), findConsent(tx, id)])
  if (!invoice || (invoice.kind !== 'PURCHASE_INVOICE' && invoice.kind !== 'PURCHASE_CREDIT_NOTE')) return undefined
  const transfer_files = await listTransferFilesOf(tx, id)
  const received = (await findReceived(tx, { invoice_id: id, company_id: invoice.company_id })) ?? null
  if (consent) {
    const self_billing = consentOf(consent, invoice.status, say)
    return { invoice, match: null, received, self_billing, transfer_files }
  }
  return { invoice, match: match ? shown(match, invoice, say) : null, received, self_billing: null, transfer_files }
}

const consentStates = { PROPOSE: 'WAITING', AGREE: 'AGREED', OBJECT: 'OBJECTED', WITHDRAW: 'WITHDRAWN' } as const

function consentOf(
  { action, objections_until, comment, by, at }: Consent,
  status: PurchaseRecord['invoice']['status'],
  say: (sentence: Sentence) => string,
): PurchaseRecord['self_billing'] {
  const state = consentStates[action]
  const isOpen = status === 'DRAFT' || status === 'PRE_INVOICED'
  return {
    ...{ state, objections_until, comment, decided_at: at },
    is_by_time: action === 'AGREE' && by === null,
    next_step: isOpen ? say(nextStep(action, objections_until)) : null,
  }
}

function nextStep(action: Consent['action'], until: string): Sentence {
  if (action === 'AGREE') return msg`Finalise the document.`
  if (action === 'OBJECT') {
    return msg`Withdraw the document, correct the costs of the trips and draft it again. If the supplier agrees after all, record that.`
  }
  return msg`Wait until the supplier agrees or ${spokenDate(until)} has passed.`
}

function shown(
  match: MatchRow,
  invoice: PurchaseRecord['invoice'],
  say: (sentence: Sentence) => string,
): FoundPurchase['match'] {
  const text = (amount: string) => amountText(decimal(amount), invoice.currency)
  const orNull = (amount: string | null) => (amount === null ? null : text(amount))
  const { result, agreed, executed, invoiced, tolerance, lines, decision } = match
  return {
    result,
    agreed: orNull(agreed),
    executed: orNull(executed),
    invoiced: text(invoiced),
    difference: amountText(decimal(invoiced).minus(decimal(executed ?? '0')), invoice.currency),
    tolerance: text(tolerance),
    lines: lines.map((line) => ({ ...line, charges: [...line.charges] })),
    decision: decision && {
      action: decision.action,
      comment: decision.comment,
      expected_credit: decision.expected_credit,
      at: decision.at,
    },
    message: supplierMessage(match, invoice, say),
  }
}
