import type { EntityFacts } from '../../billing/drafts/facts.rules.ts'
import { standardRate, vatCountry } from '../../books/tax-data.rules.ts'
import { loadTaxRates } from '../../books/views.ts'
import { isVatNumber } from '../../companies/checks.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { PartFacts } from '../draft.rules.ts'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import { type MatchedLine, type MatchResult, matchDocument } from './compare.rules.ts'
import type { ExecutedCharge } from './executed.model.ts'
import { namesIn } from './naming.rules.ts'
import { type TaxedDocument, taxDocument } from './tax.rules.ts'
import {
  findDifferenceAccount,
  listAgreed,
  listExecuted,
  listExpectedCredits,
  listSupplierTrips,
  readTolerance,
} from './views.ts'

/** A document to compare. */
export interface Comparing {
  readonly invoice_id: string
  readonly company_id: string
  readonly document: PurchaseDocument
  readonly placements: Readonly<Record<string, string>>
  readonly entity: EntityFacts
}

/** Result of a comparison, with the data for its lines. */
export interface Compared extends PartFacts {
  /** The invoice for which the credit note was expected. */
  readonly credited_invoice_id: string | null
}

/** Compares a document with the current agreed and executed costs (PURCH-4 to PURCH-8). */
export async function compareDocument(ctx: Context, tx: Tx, comparing: Comparing): Promise<Compared> {
  const { document, invoice_id, entity, placements } = comparing
  const isCredit = document.kind === 'PURCHASE_CREDIT_NOTE'
  const type = isCredit ? 'PURCHASE_CREDIT_NOTE' : 'PURCHASE'
  const [own, others, difference_account] = await Promise.all([
    loadTaxRates(tx, entity.billing_entity_id, type),
    isCredit ? loadTaxRates(tx, entity.billing_entity_id, 'PURCHASE') : [],
    findDifferenceAccount(tx, entity.billing_entity_id),
  ])
  const taxed = taxDocument(document, own.length > 0 ? own : others, {
    isForeign: isForeign(document, entity),
    standard: entity.country === null ? null : (standardRate(vatCountry(entity.country), document.date) ?? null),
  })
  const common = { invoice_id, document, taxed, difference_account, newId: () => ctx.newId() }
  if (isCredit) return { ...common, ...(await compareCredit(tx, comparing, taxed)), charges: [] }
  const { match, charges } = await compareInvoice(tx, { ...comparing, placements }, taxed)
  return { ...common, match, charges, credited_invoice_id: null }
}

function isForeign({ supplier }: PurchaseDocument, { country }: EntityFacts): boolean {
  const number = supplier.vat_number ?? ''
  const from = /^[A-Z]{2}/i.exec(number)?.[0]?.toUpperCase()
  return from !== undefined && country !== null && isVatNumber(number) !== undefined && from !== vatCountry(country)
}

async function compareInvoice(
  tx: Tx,
  { document, company_id, invoice_id, placements }: Comparing,
  taxed: TaxedDocument,
): Promise<{ match: MatchResult; charges: ExecutedCharge[] }> {
  const trips = await listSupplierTrips(tx, company_id, namesIn(document), Object.values(placements))
  const ids = trips.map(({ trip_id }) => trip_id)
  const [charges, agreed, tolerance] = await Promise.all([
    listExecuted(tx, company_id, ids, invoice_id),
    listAgreed(tx, ids),
    readTolerance(tx),
  ])
  const match = matchDocument({ document, trips, charges, agreed, placements, untaxed: taxed.untaxed, tolerance })
  return { match, charges }
}

/** PURCH-10: compares a credit note with expected credit amounts. */
async function compareCredit(
  tx: Tx,
  { document, company_id, invoice_id }: Comparing,
  taxed: TaxedDocument,
): Promise<{ match: MatchResult; credited_invoice_id: string | null }> {
  const [expected, tolerance] = await Promise.all([
    listExpectedCredits(tx, company_id, document.currency, invoice_id),
    readTolerance(tx),
  ])
  const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  const named = expected.find(({ external_name }) => plain(external_name) === plain(document.preceding ?? ''))
  const same = expected.filter((one) => Number(one.expected) === Number(document.total_excl_tax))
  const found = named ?? (same.length === 1 ? same[0] : undefined)
  const match = creditMatch(document, found?.expected ?? null, { taxed, tolerance: tolerance.amount })
  return { match, credited_invoice_id: found?.invoice_id ?? null }
}

function creditMatch(
  document: PurchaseDocument,
  expected: string | null,
  { taxed, tolerance }: { taxed: TaxedDocument; tolerance: string },
): MatchResult {
  const isExpected = expected !== null && Number(expected) === Number(document.total_excl_tax)
  const isTaxed = taxed.untaxed.size === 0
  const lines = document.lines.map((line): MatchedLine => {
    const reason = isTaxed ? (isExpected ? null : expected === null ? 'NOT_EXECUTED' : 'PRICE') : 'TAX'
    return {
      ...{ position: line.position, name: line.name, invoiced: line.amount, trip_id: null, trip_name: null },
      ...{ charges: [], agreed: null, executed: isExpected ? line.amount : null },
      ...{ difference: isExpected ? '0.00' : line.amount, reason, proposal: null },
    }
  })
  return {
    result: isExpected && isTaxed ? 'MATCHED' : 'DISPUTED',
    ...{ agreed: null, executed: expected, invoiced: document.total_excl_tax, tolerance, lines },
  }
}
