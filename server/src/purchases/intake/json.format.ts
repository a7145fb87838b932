import type { PurchaseECreditNoteInput, PurchaseEInvoiceInput } from '@cartage/contract/purchases/e-invoicing'
import { jsonDecimalIn } from '../../billing/einvoice/lexical.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { PurchaseDocument, ReceivedAttachment, ReceivedLine } from './document.rules.ts'

type Given = PurchaseEInvoiceInput | PurchaseECreditNoteInput

/** Converts a JSON document (EINV-3). */
export function documentOfJson(given: Given): PurchaseDocument {
  const { name, date, currency, supplier } = given
  return {
    kind: given.invoice_type === 'PURCHASE' ? 'PURCHASE_INVOICE' : 'PURCHASE_CREDIT_NOTE',
    is_self_billed: false,
    external_name: name,
    date,
    due_date: given.invoice_type === 'PURCHASE' ? given.due_date : null,
    currency,
    total_excl_tax: numberOf(given.total_excl_tax),
    total_tax: numberOf(given.total_tax),
    total_incl_tax: numberOf(given.total_incl_tax),
    supplier: { id: supplier.id ?? null, name: supplier.name, vat_number: supplier.vat_number ?? null, iban: null },
    buyer: null,
    customer_reference_numbers: given.customer_reference_numbers ?? [],
    custom_fields: given.custom_fields ?? {},
    preceding: null,
    lines: given.line_items.map(lineOf),
  }
}

/** An unreadable text is kept unchanged, and the document waits. */
function numberOf(text: string): string {
  return jsonDecimalIn(text) ?? text
}

function lineOf(line: Given['line_items'][number], at: number): ReceivedLine {
  const { tax_rate: tax } = line
  const amount = numberOf(line.amount)
  const references = Object.values(line.references ?? {}).filter((text) => text.trim() !== '')
  return {
    position: at + 1,
    name: line.description ?? '',
    description: '',
    code: null,
    ...{ quantity: '1', unit: 'C62', unit_price: amount, amount, currency: line.currency },
    account: line.account?.code ?? null,
    tax: tax
      ? {
          category: null,
          percentage: tax.percentage == null ? null : numberOf(String(tax.percentage)),
          code: tax.code ?? null,
          tax_type: tax.tax_type ?? null,
        }
      : null,
    references,
  }
}

/**
 * Files in a JSON document (EINV-2).
 * @throws Problem validation_failed for invalid base64
 */
export function attachmentsOfJson({ attachments }: Given): ReceivedAttachment[] {
  return (attachments ?? []).map(({ document }, at) => {
    const bytes = bytesOf(document.base64)
    if (!bytes) {
      const path = `attachments.${at}.document.base64`
      throw new Problem('validation_failed', { errors: [errorItem(path, 'must be base64', 'invalid_base64')] })
    }
    return { name: document.filename, mediaType: document.content_type, bytes }
  })
}

/** Decodes base64; undefined if empty or invalid. */
export function bytesOf(text: string): Buffer | undefined {
  const bare = text.replace(/\s/g, '')
  if (bare === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return undefined
  return Buffer.from(bare, 'base64')
}
