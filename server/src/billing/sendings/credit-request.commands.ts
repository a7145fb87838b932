import { msg } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type BilledCompany, languageOfDocuments } from '../drafts/facts.rules.ts'
import { loadEntities } from '../drafts/facts.views.ts'
import { loadBilled } from '../drafts/load.commands.ts'
import { findInvoice, type InvoiceRow } from '../records/views.ts'
import { checkedAddress, writeSending } from './desk.commands.ts'
import { creditRequestLetter } from './letter.rules.ts'
import { emailFor } from './rules.ts'

type Billed = Pick<InvoiceRow, 'company_id' | 'billing_entity_id'>

async function supplierOf(tx: Tx, { company_id, billing_entity_id }: Billed): Promise<BilledCompany | undefined> {
  const billedBy = await loadBilled(tx, [company_id], await loadEntities(tx), { isDecided: true })
  return billedBy(company_id, billing_entity_id)
}

/** E-mail address for a request to the supplier of a document; null if none is known. */
export async function creditRecipient(tx: Tx, invoice: Billed): Promise<string | null> {
  const supplier = await supplierOf(tx, invoice)
  return supplier ? emailFor(supplier.company, 'BILLING') : null
}

/**
 * Requests a credit note from the supplier of a finalised document (PURCH-33), in the language of the supplier.
 * @param textIn what differs, and the amount requested
 * @throws Problem recipient_missing, recipient_unknown
 */
export async function requestCredit(
  ctx: Context,
  tx: Tx,
  by: By,
  invoiceId: string,
  textIn: (language: Language) => string,
): Promise<void> {
  const invoice = (await findInvoice(tx, invoiceId))!
  const supplier = await supplierOf(tx, invoice)
  const to = supplier && emailFor(supplier.company, 'BILLING')
  if (!supplier || !to) throw new Problem('recipient_missing', { message: noAddress })
  const address = await checkedAddress(ctx, tx, 'MAIL', to)
  const language = languageOfDocuments(supplier)
  const letter = creditRequestLetter({
    language,
    number: invoice.external_name ?? invoice.name!,
    sender: invoice.content!.buyer.name,
    text: textIn(language),
  })
  await writeSending(ctx, tx, by, {
    invoice_id: invoiceId,
    channel: 'MAIL',
    address,
    purpose: 'CREDIT_REQUEST',
    letter,
  })
}

const noAddress = msg`The supplier has no e-mail address. Enter one for its contact for invoices, or accept without requesting the credit note.`
