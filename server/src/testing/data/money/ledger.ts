import type { LedgerFacts, LedgerRow } from '../../../accounting/ledger/file.format.ts'

const nothing = {
  ...{ dimension_1: '', dimension_2: '', dimension_3: '', dimension_4: '', dimension_5: '', dimension_6: '' },
  ...{ order: '', trip: '', tax_code: '', tax_base: '' },
}

type Line = Partial<LedgerRow> & Pick<LedgerRow, 'account' | 'account_name' | 'debit' | 'credit' | 'text'>

/** A ledger entry for the examples. */
export function ledgerEntry(facts: Partial<LedgerRow> & { entry_number: number }, lines: readonly Line[]): LedgerRow[] {
  return lines.map((line, at) => ({
    ...nothing,
    ...{ year: 2026, journal: 'SALES' as const, booking_date: '2026-10-27', document_date: '2026-10-27' },
    ...{ document: 'F2026000123', document_type: 'SALES_INVOICE', position: at + 1, company_code: 'C0042' },
    ...{
      company_name: 'Bakkerij "De Korst"; Gent',
      vat_number: 'BE0202239951',
      currency: 'EUR',
      rate: '1',
      inverse_rate: '1',
    },
    ...{ accounting_currency: 'EUR', amount_currency: line.debit === '0.00' ? `-${line.credit}` : line.debit },
    ...{ due_date: '2026-11-26', reference: '+++260/0000/12395+++' },
    ...facts,
    ...line,
  }))
}

/** An invoice with an order and a department, one in pounds, and a purchase with reverse-charge VAT. */
export const ledgerRows: LedgerRow[] = [
  ...ledgerEntry({ entry_number: 1 }, [
    { account: '400000', account_name: 'Customers', debit: '296.75', credit: '0.00', text: 'F2026000123 Bakkerij' },
    {
      ...{ account: '700000', account_name: 'Freight', debit: '0.00', credit: '245.25', text: 'Freight' },
      ...{ tax_code: '21', order: 'O-77', dimension_1: 'NORTH' },
    },
    {
      ...{ account: '451000', account_name: 'VAT', debit: '0.00', credit: '51.50', text: '21' },
      ...{ tax_code: '21', tax_base: '245.25' },
    },
  ]),
  ...ledgerEntry(
    { entry_number: 2, currency: 'GBP', rate: '1.155401502021952', inverse_rate: '0.8655', document: 'F2026000124' },
    [
      {
        account: '400000',
        account_name: 'Customers',
        debit: '1728.32',
        credit: '0.00',
        amount_currency: '1495.86',
        text: 'F2026000124 Midland',
      },
      {
        account: '700000',
        account_name: 'Freight',
        debit: '0.00',
        credit: '1428.37',
        amount_currency: '-1236.25',
        text: 'Freight',
        tax_code: '21',
      },
      {
        account: '451000',
        account_name: 'VAT',
        debit: '0.00',
        credit: '299.95',
        amount_currency: '-259.61',
        text: '21',
        tax_code: '21',
        tax_base: '1428.37',
      },
    ],
  ),
  ...ledgerEntry(
    { entry_number: 3, journal: 'PURCHASE', document: 'INV 7', document_type: 'PURCHASE_INVOICE', reference: '' },
    [
      { account: '440000', account_name: 'Suppliers', debit: '0.00', credit: '1193.50', text: 'P1 De Vries' },
      {
        account: '610000',
        account_name: 'Subcontracting',
        debit: '1193.50',
        credit: '0.00',
        text: 'Trip',
        tax_code: 'AE',
        trip: 'T-9',
      },
      {
        account: '411000',
        account_name: 'VAT deductible',
        debit: '250.64',
        credit: '0.00',
        text: 'AE',
        tax_code: 'AE',
        tax_base: '1193.50',
      },
      {
        account: '451000',
        account_name: 'VAT',
        debit: '0.00',
        credit: '250.64',
        text: 'AE',
        tax_code: 'AE',
        tax_base: '1193.50',
      },
    ],
  ),
]

export const ledgerFacts: LedgerFacts = {
  ...{ entity_code: 'MAIN', entity_name: 'Transport Vermeulen BV', registration_number: '403 170 701' },
  ...{ accounting_currency: 'EUR', from: '2026-10-01', to: '2026-10-31', created_at: '2026-11-23T08:00:00.000Z' },
  datev: { adviser_number: 29_098, client_number: 55_003, account_length: 6 },
  edition: 3,
}
