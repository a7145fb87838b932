import { billingAttachments } from '@cartage/contract/billing/app/preference'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { listTransportFiles, type TransportFile } from '../../documents/transport.views.ts'
import { Problem } from '../../http/problem.ts'
import { requestedTypes } from '../attachments/rules.ts'
import type { BilledCompany, EntityFacts, OrderFacts } from '../drafts/facts.rules.ts'
import { loadEntities, loadOrderFacts } from '../drafts/facts.views.ts'
import { loadBilled } from '../drafts/load.commands.ts'
import { accountingCodes } from '../drafts/views.ts'
import type { TaxRow } from '../records/store.ts'
import { findInvoices, findLines, findTaxes, type InvoiceLine, type InvoiceRow } from '../records/views.ts'

/** An unfinalised document with everything needed to compose its content. */
export interface LoadedDocument {
  readonly invoice: InvoiceRow
  readonly lines: readonly InvoiceLine[]
  readonly taxes: readonly TaxRow[]
  readonly entity: EntityFacts
  readonly billed: BilledCompany
  /** Code of the company in the books of the billing entity. */
  readonly billing_code: string | null
  readonly orders: ReadonlyMap<string, OrderFacts>
  /** Transport documents of these orders that companies may request with their invoices. */
  readonly files: readonly TransportFile[]
  /** The credited invoice. */
  readonly credited: InvoiceRow | null
}

/** Loads documents in bulk with everything needed to compose their content. Unknown ids are omitted. */
export async function loadDocuments(tx: Tx, ids: readonly string[]): Promise<LoadedDocument[]> {
  const invoices = await findInvoices(tx, ids)
  const entities = await loadEntities(tx)
  const companyIds = [...new Set(invoices.map(({ company_id: id }) => id))]
  const creditedIds = invoices.flatMap(({ credited_invoice_id: id }) => id ?? [])
  const [lines, taxes, billedBy, codes, credited] = await Promise.all([
    findLines(tx, ids),
    findTaxes(tx, ids),
    loadBilled(tx, companyIds, entities, { isDecided: true }),
    accountingCodes(tx, companyIds),
    findInvoices(tx, creditedIds),
  ])
  const orders = await loadOrderFacts(
    tx,
    lines.flatMap(({ order_id: id }) => id ?? []),
  )
  const files = await listTransportFiles(tx, [...orders.keys()], requestedTypes(billingAttachments))
  return invoices.map((invoice) => {
    const entity = entities.find(({ billing_entity_id: id }) => id === invoice.billing_entity_id)
    const billed = entity && billedBy(invoice.company_id, entity.billing_entity_id)
    if (!entity || !billed) {
      throw new Problem('state_conflict', {
        message: 'The billing entity of a document is archived. Restore it first.',
      })
    }
    const { currency } = invoice
    return {
      invoice,
      lines: lines.filter(({ invoice_id: id }) => id === invoice.invoice_id).map((line) => inDigits(line, currency)),
      taxes: taxes.filter(({ invoice_id: id }) => id === invoice.invoice_id).map((tax) => taxInDigits(tax, currency)),
      entity,
      billed,
      billing_code: codes.get(`${invoice.company_id} ${entity.billing_entity_id}`) ?? null,
      orders,
      files,
      credited: credited.find(({ invoice_id: id }) => id === invoice.credited_invoice_id) ?? null,
    }
  })
}

/** Formats amounts with the digits of their currency. */
function inDigits(line: InvoiceLine, currency: string): InvoiceLine {
  return { ...line, amount: amountText(decimal(line.amount), currency) }
}

function taxInDigits(row: TaxRow, currency: string): TaxRow {
  return { ...row, base: amountText(decimal(row.base), currency), tax: amountText(decimal(row.tax), currency) }
}
