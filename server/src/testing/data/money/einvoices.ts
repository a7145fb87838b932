import { pricedLine, type Taxed, totalsOf, vatRows } from '../../../billing/documents/totals.rules.ts'
import {
  type Adjustment,
  amountOf,
  type EInvoice,
  type ELine,
  type EParty,
  processes,
  specifications,
} from '../../../billing/einvoice/terms.rules.ts'
import { decimal, roundToCurrency } from '../../../books/money.rules.ts'

/** A haulier in Gent with a valid enterprise number. */
export const haulier: EParty = {
  name: 'Transport Vermeulen BV',
  electronic_address: { scheme: '0208', id: '0403170701' },
  registration: { scheme: '0208', id: '0403170701' },
  vat_number: 'BE0403170701',
  tax_number: null,
  address: addressIn('BE', 'Gent', '9000'),
  contact: { name: 'Invoicing', phone: '+3292000000', email: 'invoices@vermeulen.example' },
}

/** Customers by country. */
export const buyers = {
  BE: buyer('Bakkerij Janssens NV', 'BE', { scheme: '0208', id: '0202239951' }, 'BE0202239951'),
  NL: buyer('De Vries Logistiek BV', 'NL', { scheme: '0106', id: '12345678' }, 'NL001234567B01'),
  GB: buyer('Midland Foods Ltd', 'GB', { scheme: '0088', id: '5012345678900' }, 'GB123456789'),
} as const

function addressIn(country: string, city: string, postal_code: string): EParty['address'] {
  return { street: 'Kaai 1', second_line: null, city, postal_code, region: null, country }
}

function buyer(name: string, country: string, address: EParty['electronic_address'], vat: string): EParty {
  const registration = address
  return {
    ...{ name, electronic_address: address, registration, vat_number: vat, tax_number: null, contact: null },
    address: addressIn(country, 'Town', '1000'),
  }
}

/** Tax treatments of a line. */
export const treatments = {
  S21: { category: 'S', rate: '21', reason_code: null, reason: null },
  AE: { category: 'AE', rate: '0', reason_code: 'VATEX-EU-AE', reason: 'Reverse charge' },
  E146: { category: 'E', rate: '0', reason_code: 'VATEX-EU-146-1E', reason: 'Exempt, art. 146(1)(e)' },
  O: { category: 'O', rate: null, reason_code: 'VATEX-EU-O', reason: 'Not subject to VAT, art. 44' },
} as const

export interface TestLine {
  name: string
  amount: string
  treatment?: Omit<Taxed, 'amount'>
  /** Basis of the amount. */
  computed?: readonly [quantity: string, unit: string, price: string]
}

export interface TestInvoice {
  type_code?: string
  currency?: string
  lines: readonly TestLine[]
  adjustments?: (lines: readonly Taxed[]) => readonly Adjustment[]
  seller?: EParty
  buyer?: EParty
  members?: Partial<EInvoice>
}

/** A valid document with the given lines; VAT and totals are calculated from them. */
export function eInvoice({ lines: given, ...invoice }: TestInvoice): EInvoice {
  const { type_code = '380', currency = 'EUR', seller = haulier, buyer = buyers.BE } = invoice
  const lines = given.map((line, at) => lineOf(line, at, currency))
  const taxed = given.map(({ amount, treatment = treatments.S21 }): Taxed => ({ amount, ...treatment }))
  const adjustments = invoice.adjustments?.(taxed) ?? []
  const vat = vatRows([...taxed, ...adjustments.map(asTaxed)], currency)
  const isSelfBilled = type_code === '389' || type_code === '261'
  const isCredit = type_code === '381' || type_code === '261'
  const kind = isSelfBilled ? 'selfBilling' : 'billing'
  return {
    ...{ specification: specifications[kind], process: processes[kind] },
    ...{ number: '2026000123', issued_on: '2026-11-27', type_code, currency, vat_currency: null },
    due_on: isCredit ? null : '2026-12-27',
    ...{ buyer_reference: null, contract: null, purchase_order: 'PO-778', sales_order: null, despatch_advice: null },
    payment_terms: isCredit ? 'This amount is set off against the invoice.' : 'Within 30 days.',
    note: null,
    preceding: isCredit ? [{ number: '2026000122', issued_on: '2026-11-20' }] : [],
    ...{ seller, buyer, delivery: null, period: null },
    payment: { means: '58', reference: null, account: 'BE68539007547034', account_name: null, bank: null },
    ...{ adjustments, vat, attachments: [], lines, vat_in_vat_currency: null },
    totals: totalsOf(lines, adjustments, vat, { currency, paid: null }),
    ...invoice.members,
  }
}

function asTaxed(one: Adjustment): Taxed {
  const amount = one.kind === 'CHARGE' ? one.amount : amountOf(one.amount).times(-1).toFixed()
  const reason = one.kind === 'CHARGE' && one.category === 'E' ? one.reason : null
  return { amount, category: one.category, rate: one.rate, reason_code: null, reason }
}

function lineOf({ name, amount, treatment = treatments.S21, computed }: TestLine, at: number, currency: string): ELine {
  const [quantity, unit, price] = computed ?? []
  const exact =
    computed === undefined ? undefined : { quantity: decimal(quantity!), unit: unit!, price: decimal(price!) }
  return {
    ...pricedLine(roundToCurrency(decimal(amount), currency), exact),
    ...{ id: String(at + 1), name, amount, category: treatment.category, rate: treatment.rate },
    ...{ note: null, order_number: null, accounting_cost: null, period: null, price_quantity: null },
    ...{ description: null, code: null },
  }
}
