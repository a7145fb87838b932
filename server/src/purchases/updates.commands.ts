import { isDeepStrictEqual } from 'node:util'
import {
  BillingDocumentUpdatePayload,
  type BillingDocumentUpdateResponse,
  type SalesInvoiceUpdate,
} from '@cartage/contract/purchases/billing-document-update'
import { longestList, Uuid } from '@cartage/contract/scalars'
import type { z } from 'zod'
import { recordChanges } from '../audit/store.ts'
import { lockInvoices, setCustomFields } from '../billing/records/store.ts'
import { findByName, findInvoice, type InvoiceRow } from '../billing/records/views.ts'
import type { Tx } from '../db/tenant.ts'
import { type Placed, placed, updateParts } from '../messages/parts.rules.ts'
import { readMessage } from '../messages/receive.commands.ts'
import type { InboundMessage, Receiver } from '../messages/rules.ts'

/** A parsed message. */
interface Prepared {
  updates: Placed<NonNullable<z.output<typeof BillingDocumentUpdatePayload>['updates']>[number]>[]
}

/** Changes custom fields of sales invoices, by id or by a number that matches exactly one (PURCH-12). */
export const receiveDocumentUpdates: Receiver<Prepared, BillingDocumentUpdateResponse> = {
  async prepare(_ctx, message) {
    return { updates: placed(readMessage(BillingDocumentUpdatePayload, message, longestList + 1).updates ?? []) }
  },
  parts: updateParts(),
  async apply(_ctx, tx, note, message, { updates }) {
    const errors: { error_type: 'USER_INPUT_ERROR'; error_message: string }[] = []
    for (const { path, update: change } of updates) {
      const update = change.sales_invoice
      const found = await findNamed(tx, message, update)
      if (typeof found === 'string') {
        errors.push({ error_type: 'USER_INPUT_ERROR', error_message: `${path}: ${found}` })
        note.unmatched(path, { sales_invoice: update }, found)
        continue
      }
      note.touched('invoice', found.invoice_id)
      if (update?.custom_fields) await setFields(tx, message, found, update.custom_fields)
    }
    return errors.length > 0 ? { errors } : {}
  },
}

/** The invoice named by an update, or why there is none. */
async function findNamed(
  tx: Tx,
  { partner }: InboundMessage,
  update: SalesInvoiceUpdate | null | undefined,
): Promise<InvoiceRow | string> {
  if (partner) return 'These credentials belong to a partner, who may not change invoices.'
  if (!update) return 'Nothing is named: send sales_invoice.'
  if (update.id) {
    const id = Uuid.safeParse(update.id)
    const invoice = id.success ? await findInvoice(tx, id.data) : undefined
    return invoice && isSalesInvoice(invoice) ? invoice : `There is no sales invoice with the id ${update.id}.`
  }
  return await findMatching(tx, update)
}

async function findMatching(tx: Tx, { match }: SalesInvoiceUpdate): Promise<InvoiceRow | string> {
  const criteria = (match?.matches_all ?? []).flatMap(({ sales_invoice }) => sales_invoice.name?.matches_any ?? [])
  const names = [...new Set(criteria)]
  if (names.length === 0) return 'Nothing matches without a criterion: send id, or match with the number.'
  const all = (match?.matches_all ?? []).map(({ sales_invoice }) => new Set(sales_invoice.name?.matches_any ?? []))
  const wanted = names.filter((name) => all.every((some) => some.has(name)))
  const found = (await Promise.all(wanted.map((name) => findByName(tx, name)))).flat().filter(isSalesInvoice)
  const [only, other] = found
  if (!only) return `No sales invoice has the number ${names.slice(0, 3).join(', ')}.`
  if (other) return `Several sales invoices have the number ${names.slice(0, 3).join(', ')}. Send the id.`
  return only
}

function isSalesInvoice({ kind, content }: InvoiceRow): boolean {
  return kind === 'SALES_INVOICE' && content !== null
}

async function setFields(
  tx: Tx,
  { credentialId, requestId }: InboundMessage,
  { invoice_id }: InvoiceRow,
  fields: Record<string, unknown>,
): Promise<void> {
  await lockInvoices(tx, [invoice_id])
  const before = (await findInvoice(tx, invoice_id))?.custom_fields
  if (isDeepStrictEqual(before, fields)) return
  await setCustomFields(tx, invoice_id, fields)
  await recordChanges(tx, { actor: { kind: 'webhook', id: credentialId }, requestId }, [
    {
      entity_type: 'invoice',
      entity_id: invoice_id,
      action: 'updated',
      before: { custom_fields: before },
      after: { custom_fields: fields },
    },
  ])
}
