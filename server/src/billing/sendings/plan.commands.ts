import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { LoadedDocument } from '../documents/load.commands.ts'
import { buyerOf } from '../documents/parties.rules.ts'
import type { BilledCompany } from '../drafts/facts.rules.ts'
import { emailFor, plannedSendings, type Recipient } from './rules.ts'
import { insertSendings } from './store.ts'

/** Addresses at which a customer receives its documents. */
export function recipientOf(billed: BilledCompany): Recipient {
  return {
    email: emailFor(billed.company, 'BILLING'),
    electronic_address: buyerOf(billed, null).electronic_address,
  }
}

/**
 * Writes the sendings of documents in the transaction that finalises them (BILL-30), so that no crash can lose them.
 * They start when the files are written.
 */
export async function planSendings(ctx: Context, tx: Tx, documents: readonly LoadedDocument[]): Promise<void> {
  // BILL-30: a supplier's document is not sent back to it when accepted.
  const ours = documents.filter(({ invoice }) => invoice.origin !== 'INTAKE')
  const planned = ours.flatMap(({ invoice, billed }) =>
    plannedSendings(invoice.invoice_id, billed.preference, recipientOf(billed), ctx.newId),
  )
  await insertSendings(tx, planned)
}
