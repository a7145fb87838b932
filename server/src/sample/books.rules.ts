import { utcDay } from '@cartage/contract/reading/calendar'
import type { NewSetting } from '@cartage/contract/tenants/app/kinds'

type Entity = NewSetting<'billing_entities'>
type Account = NewSetting<'accounts'>
type TaxRate = NewSetting<'tax_rates'>

/** Data of the default billing entity of the sample haulier, a Belgian company. */
export const mainEntity: Partial<Entity> = {
  country: 'BE',
  vat_number: 'BE0000000097',
  company_registration_number: '0000000097',
  legal_form: 'BV',
  register_court: 'Gent, afdeling Gent',
  accounting_currency: 'EUR',
  payment_term: 'NET_30',
  iban: 'BE72000000001616',
  bic: 'BPOTBEB1',
  address: { street: 'Havenlaan 12', postal_code: '9000', city: 'Gent' },
  contact: { name: 'Invoicing', phone: '+32 9 000 00 00', email: 'invoices@sample.example' },
  electronic_address: { scheme: '0208', address: '0000000097' },
  footer: {
    nl: 'Onze algemene vervoersvoorwaarden zijn van toepassing. CMR-verzekerd.',
    fr: 'Nos conditions générales de transport sont applicables. Assurance CMR.',
    de: 'Es gelten unsere Allgemeinen Transportbedingungen. CMR-versichert.',
    en: 'Our general conditions of carriage apply. CMR insured.',
  },
}

/** Countries where the haulier is established, with the standard rate and its first day. */
const establishments = [
  { country: 'NL', name: 'Nederland', percentage: 21, from: '2012-10-01' },
  { country: 'FR', name: 'France', percentage: 20, from: '2014-01-01' },
  { country: 'DE', name: 'Deutschland', percentage: 19, from: '2021-01-01' },
  { country: 'LU', name: 'Luxembourg', percentage: 17, from: '2024-01-01' },
  { country: 'GB', name: 'United Kingdom', percentage: 20, from: '2011-01-04', currency: 'GBP' },
]

/** The other billing entities of the sample haulier, all invented. */
export const branches: readonly Entity[] = establishments.map(({ country, name, currency = 'EUR' }, at) => ({
  code: country,
  name: `Sample Transport ${name}`,
  legal_name: `Sample Transport ${name}`,
  rank: at + 1,
  country,
  accounting_currency: currency,
}))

/** Accounts of the Belgian chart of accounts that a haulier uses. */
const accounts: readonly Omit<Account, 'billing_entity'>[] = [
  { code: '400000', name: 'Customers', use: 'RECEIVABLE' },
  { code: '440000', name: 'Suppliers', use: 'PAYABLE' },
  { code: '411000', name: 'VAT to reclaim', use: 'VAT' },
  { code: '451000', name: 'VAT to pay', use: 'VAT' },
  { code: '700000', name: 'Transport in Belgium', use: 'REVENUE' },
  { code: '700100', name: 'Transport in the EU', use: 'REVENUE' },
  { code: '700200', name: 'Transport outside the EU', use: 'REVENUE' },
  { code: '700300', name: 'Fuel surcharges', use: 'REVENUE' },
  { code: '700400', name: 'Waiting time and extras', use: 'REVENUE' },
  { code: '611000', name: 'Subcontractors', use: 'COST' },
  { code: '612000', name: 'Tolls', use: 'COST' },
  { code: '613000', name: 'Ferries and trains', use: 'COST' },
  { code: '499000', name: 'Payments to clear', use: 'CLEARING' },
  { code: '654000', name: 'Exchange losses', use: 'DIFFERENCE' },
  { code: '754000', name: 'Exchange gains', use: 'DIFFERENCE' },
]

/** The accounts of the default billing entity. */
export function sampleAccounts(entity: string): Account[] {
  return accounts.map((account, rank) => ({ ...account, billing_entity: entity, rank }))
}

type Range = NewSetting<'number_ranges'>

const gapless = { year_style: 'FULL', separator: '-', digits: 5, restarts_yearly: true, is_gapless: true } as const

/** Number ranges of the default billing entity: a shared range would leave gaps in the books of each. */
export function sampleRanges(billing_entity: string): Range[] {
  return [
    { ...gapless, code: 'INVOICE', name: 'Sales invoices', applies_to: 'INVOICE', prefix: 'INV', billing_entity },
    { ...gapless, code: 'CREDIT_NOTE', name: 'Credit notes', applies_to: 'CREDIT_NOTE', prefix: 'CN', billing_entity },
    { ...gapless, code: 'PURCHASE', name: 'Purchases', applies_to: 'PURCHASE', prefix: 'PUR', billing_entity },
  ]
}

type Treatment = Pick<TaxRate, 'code' | 'name' | 'treatment' | 'percentage' | 'category' | 'tax_type' | 'vatex_code'>

const reverse = { percentage: 0, category: 'AE', vatex_code: 'VATEX-EU-AE', tax_type: 'REVERSE_CHARGE' } as const
const exempt = { percentage: 0, category: 'E', tax_type: 'TRANSIT' } as const

const withinEu: readonly Treatment[] = [
  { code: 'AE', name: 'Reverse charge', treatment: 'REVERSE_CHARGE', ...reverse },
  { code: 'E146', name: 'Export', treatment: 'EXPORT', ...exempt, vatex_code: 'VATEX-EU-146-1E' },
  { code: 'E144', name: 'Import freight', treatment: 'IMPORT', ...exempt, vatex_code: 'VATEX-EU-144' },
]
const everywhere: readonly Treatment[] = [
  {
    ...{ code: 'E79', name: 'Paid for the customer', treatment: 'DISBURSEMENT', percentage: 0, category: 'E' },
    ...{ tax_type: 'NO_VAT', vatex_code: 'VATEX-EU-79-C' },
  } as const,
  {
    ...{ code: 'O', name: 'Outside the scope', treatment: 'OUTSIDE_SCOPE', percentage: 0, category: 'O' },
    ...{ tax_type: 'NO_VAT', vatex_code: 'VATEX-EU-O' },
  } as const,
]
const british: readonly Treatment[] = [
  { code: 'Z', name: 'Zero rate', treatment: 'ZERO_RATED', percentage: 0, category: 'Z', tax_type: 'VAT' },
]

const invoiceTypes = ['SALES', 'SALES_CREDIT_NOTE', 'PURCHASE', 'PURCHASE_CREDIT_NOTE'] as const

/** The tax rates of the default billing entity, and of the others. */
export function sampleTaxRates(entity: string): TaxRate[] {
  const belgium = { code: entity, country: 'BE', percentage: 21, from: '1996-01-01', hasAccounts: true }
  const others = establishments.map((one) => ({ ...one, code: one.country, hasAccounts: false }))
  return [belgium, ...others].flatMap(({ code, country, percentage, from, hasAccounts }) => {
    const standard: Treatment = {
      ...{ code: `S${percentage}`, name: `VAT ${percentage} %`, treatment: 'STANDARD' },
      ...{ percentage, category: 'S', tax_type: 'VAT' },
    } as const
    const rates = [standard, ...(country === 'GB' ? british : withinEu), ...everywhere]
    return invoiceTypes.flatMap((invoice_type) =>
      rates.map((rate, rank): TaxRate => {
        const account = invoice_type.startsWith('PURCHASE') ? '411000' : '451000'
        const isTaxed = hasAccounts && ['STANDARD', 'REVERSE_CHARGE'].includes(rate.treatment)
        const valid_from = rate.treatment === 'STANDARD' ? from : '2010-01-01'
        const vat_account = isTaxed ? account : null
        return { ...rate, billing_entity: code, invoice_type, valid_from, vat_account, rank }
      }),
    )
  })
}

/** Base rates of one euro in other currencies; the sample rates vary around them. */
const euro = { USD: 1.0512, GBP: 0.8655, CHF: 0.9384, PLN: 4.2615, SEK: 11.482, NOK: 11.745, DKK: 7.4601 }

/** A file in the format of the European Central Bank: the working days of the last month. */
export function sampleRates(now: Date): string {
  const days = Array.from({ length: 30 }, (_, ago) => new Date(now.getTime() - ago * 86_400_000))
  const lines = days
    .filter((day) => day.getUTCDay() % 6 !== 0)
    .map((day) => {
      const at = Math.floor(day.getTime() / 86_400_000)
      const rates = Object.values(euro).map((rate, place) => rate * (1 + Math.sin(at / 3 + place) / 200))
      return [utcDay(day), ...rates.map((rate) => rate.toFixed(4))].join(',')
    })
  return [['Date', ...Object.keys(euro)].join(','), ...lines].join('\n')
}
