import { labelsOf } from '../../languages/labels.ts'

/** Labels of invoices and credit notes in one language. */
export interface InvoiceLabels {
  invoice: string
  creditNote: string
  selfBilledInvoice: string
  selfBilledCreditNote: string
  date: string
  dueDate: string
  period: string
  suppliedOn: string
  customer: string
  supplier: string
  customerNumber: string
  vatNumber: string
  /** Label of the company register, for countries without a name of their own for it. */
  registered: string
  phone: string
  yourReference: string
  orders: string
  credits: string
  description: string
  quantity: string
  price: string
  vat: string
  amount: string
  base: string
  sum: string
  without: string
  with: string
  paid: string
  payable: string
  credited: string
  inCurrency: string
  rateOf: string
  terms: string
  account: string
  reference: string
  scan: string
  /** Contains `{page}` and `{pages}`. */
  page: string
  /** Why an amount has no VAT, by category of EN 16931. The notes name the law. */
  untaxed: Readonly<Record<UntaxedCategory, string>>
}

/** VAT categories without VAT: zero rate, exempt, reverse charge, intra-community supply, export, outside the scope. */
export type UntaxedCategory = 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

/** The labels of an invoice in the language of the document. */
export const invoiceLabels = labelsOf<InvoiceLabels>('invoice', {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  selfBilledInvoice: 'Self-billed invoice',
  selfBilledCreditNote: 'Self-billed credit note',
  date: 'Date',
  dueDate: 'Due date',
  period: 'Period',
  suppliedOn: 'Date of supply',
  customer: 'Customer',
  supplier: 'Supplier',
  customerNumber: 'Customer number',
  vatNumber: 'VAT number',
  registered: 'Company number',
  phone: 'Tel.',
  yourReference: 'Your reference',
  orders: 'Orders',
  credits: 'Credits',
  description: 'Description',
  quantity: 'Quantity',
  price: 'Price',
  vat: 'VAT',
  amount: 'Amount',
  base: 'Base',
  sum: 'Sum of the lines',
  without: 'Total without VAT',
  with: 'Total with VAT',
  paid: 'Already paid',
  payable: 'Amount due',
  credited: 'Amount credited',
  inCurrency: 'In',
  rateOf: 'rate of',
  terms: 'Payment',
  account: 'IBAN',
  reference: 'Reference',
  scan: 'Scan to pay',
  page: 'Page {page} of {pages}',
  untaxed: {
    Z: '0 %',
    E: 'Exempt',
    AE: 'Reverse charge',
    K: 'Intra-EU',
    G: 'Export',
    O: 'Outside VAT',
  },
})
