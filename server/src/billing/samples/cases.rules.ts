import type { OrderFacts } from '../drafts/facts.rules.ts'
import type { Adjustment } from '../einvoice/terms.rules.ts'
import type { SampleInvoice, SampleLine } from './compose.rules.ts'
import { customers, hauliers, type SampleCompany } from './parties.rules.ts'
import type { Random } from './random.rules.ts'
import type { SampleTax } from './taxes.rules.ts'

/** Members of the invoice set by a case. The rest (number, date) is added later. */
type Said = Pick<SampleInvoice, 'seller' | 'buyer' | 'lines'> & Partial<SampleInvoice>

/** How the invoice of a case is credited. */
export type Crediting = 'WHOLE' | 'HALVES' | 'THIRDS' | 'LINES'

/** One kind of sample document. */
export interface SampleCase {
  readonly name: string
  readonly write: (random: Random) => Said
  readonly credits?: Crediting
}

const towns: Readonly<Record<string, readonly [city: string, postal_code: string]>> = {
  BE: ['Antwerpen', '2000'],
  NL: ['Venlo', '5911 AA'],
  DE: ['Duisburg', '47051'],
  FR: ['Reims', '51100'],
  LU: ['Esch', '4001'],
  GB: ['Leeds', 'LS1 1AA'],
  CH: ['Basel', '4001'],
  DK: ['Aarhus', '8000'],
  PL: ['Gdańsk', '80-001'],
}

/** An order from one town to another, in November 2026. */
function order(random: Random, from: string, to: string): OrderFacts {
  const number = `O-2026-${String(random.whole(1, 99_999)).padStart(5, '0')}`
  const day = random.whole(1, 24)
  const on = (shift: number) => `2026-11-${String(day + shift).padStart(2, '0')}`
  const place = (country: string) => {
    const [city, postal_code] = towns[country]!
    return {
      name: `Depot ${city}`,
      street: 'Havenstraat 7',
      second_line: null,
      city,
      postal_code,
      region: null,
      country,
    }
  }
  return {
    ...{
      order_id: number,
      order_name: number,
      status: 'COMPLETED',
      rating: 'COMPLETE',
      contract: null,
      reference: null,
    },
    ...{ department: random.pick([null, 'DIST', 'INT']), pickup_on: on(0), delivery_on: on(random.whole(0, 2)) },
    ...{ pickup_place: place(from), delivery_place: place(to), trip: null },
  }
}

/** Freight with a fuel surcharge and other charges of a haulier, all of one order. */
function transport(random: Random, from: string, to: string, tax: SampleTax): SampleLine[] {
  const one = { order: order(random, from, to), tax }
  const freight: SampleLine = random.pick([
    { ...one, name: 'Freight', amount: random.amount(80, 2_400) },
    { ...one, name: 'Freight', computed: [String(random.whole(2, 33)), 'DTN', random.amount(4, 19)] },
    {
      ...one,
      name: 'Freight',
      computed: [String(random.whole(40, 900)), 'KMT', (random.whole(900, 1_900) / 1_000).toFixed(3)],
    },
    { ...one, name: 'Freight', computed: [(random.whole(4, 136) / 10).toFixed(1), 'LM', random.amount(60, 110)] },
  ])
  const extras: SampleLine[] = [
    { ...one, name: 'Fuel surcharge', amount: random.amount(3, 190) },
    { ...one, name: 'Waiting time', computed: [String(random.whole(1, 9)), 'C62', '12.00'] },
    { ...one, name: 'Extra stop', computed: ['1', 'C62', random.amount(25, 60)] },
    { ...one, name: 'Tail lift', computed: ['0.75', 'HUR', '42.50'] },
  ]
  return [freight, ...extras.slice(0, random.whole(0, extras.length))]
}

const { BE, NL, DE, FR, LU, GB } = hauliers

/** Transport with one tax treatment, from a haulier to a customer. */
function plain(
  [seller, buyer]: readonly [SampleCompany, SampleCompany],
  tax: SampleTax,
  more: Partial<SampleInvoice> = {},
  [from, to] = [seller.country!, buyer.country!],
) {
  return (random: Random): Said => {
    const count = random.whole(1, 4)
    const lines = Array.from({ length: count }, () => transport(random, from!, to!, tax)).flat()
    return { seller, buyer, lines, references: random.pick([[], [`PO-${random.whole(1_000, 9_999)}`]]), ...more }
  }
}

/** A discount or surcharge of the whole document, as a percentage of a base or as an amount. */
function adjustment(
  kind: Adjustment['kind'],
  amount: string,
  category: string,
  rate: string,
  base?: string,
): Adjustment {
  const [reason, reason_code] = kind === 'CHARGE' ? ['Administration', 'ABK'] : ['Volume discount', '95']
  return { kind, amount, category, rate, base: base ?? null, percentage: base ? '10' : null, reason, reason_code }
}

/** Every VAT category, alone and combined, in the countries of hauliers. */
const treatments: readonly SampleCase[] = [
  { name: 'Belgian standard rate', write: plain([BE, customers.BE], 'STANDARD') },
  { name: 'Dutch standard rate', write: plain([NL, customers.NL], 'STANDARD') },
  {
    name: 'German standard rate',
    write: plain([DE, customers.DE], 'STANDARD', { buyer_reference: '04011000-12345-34' }),
  },
  { name: 'French standard rate', write: plain([FR, customers.FR], 'STANDARD') },
  { name: 'Luxembourg standard rate', write: plain([LU, customers.LU], 'STANDARD') },
  { name: 'British standard rate', write: plain([GB, customers.GB], 'STANDARD', { currency: 'GBP' }) },
  { name: 'British zero rate', write: plain([GB, customers.GB], 'ZERO_RATED', { currency: 'GBP' }, ['GB', 'BE']) },
  { name: 'two rates and zero rate', write: (random) => twoRates(random, GB, customers.GB, 'ZERO_RATED', 'GBP') },
  {
    name: 'two Belgian rates and a disbursement',
    write: (random) => twoRates(random, BE, customers.BE, 'DISBURSEMENT'),
  },
  { name: 'two Dutch rates', write: (random) => twoRates(random, NL, customers.NL, 'REDUCED') },
  { name: 'two French rates, one with a half', write: (random) => twoRates(random, FR, customers.FR, 'REDUCED') },
  { name: 'reverse charge to the Netherlands', write: plain([BE, customers.NL], 'REVERSE_CHARGE') },
  { name: 'reverse charge to Belgium', write: plain([NL, customers.BE], 'REVERSE_CHARGE') },
  { name: 'reverse charge to Germany', write: plain([LU, customers.DE], 'REVERSE_CHARGE') },
  { name: 'reverse charge inside Belgium', write: plain([BE, customers.BE], 'CO_CONTRACTING') },
  {
    name: 'reverse charge with standard rate',
    write: (random) => twoRates(random, BE, customers.BE, 'CO_CONTRACTING'),
  },
  { name: 'export', write: plain([BE, customers.BE], 'EXPORT', {}, ['BE', 'GB']) },
  { name: 'Dutch export', write: plain([NL, customers.NL], 'EXPORT', {}, ['NL', 'CH']) },
  { name: 'import', write: plain([BE, customers.BE], 'IMPORT', {}, ['GB', 'BE']) },
  { name: 'duty in the name of the customer', write: plain([BE, customers.NL], 'DISBURSEMENT') },
  { name: 'outside the scope, to Britain', write: plain([BE, customers.GB], 'OUTSIDE_SCOPE') },
  { name: 'outside the scope, to Belfast', write: plain([BE, customers.XI], 'OUTSIDE_SCOPE') },
  { name: 'outside the scope, from Britain', write: plain([GB, customers.BE], 'OUTSIDE_SCOPE', { currency: 'EUR' }) },
]

function twoRates(
  random: Random,
  seller: SampleCompany,
  buyer: SampleCompany,
  other: SampleTax,
  currency = 'EUR',
): Said {
  const [here, there] = [seller.country!, buyer.country!]
  const lines = [...transport(random, here, there, 'STANDARD'), ...transport(random, here, there, other)]
  const reduced: SampleLine = { name: 'Timetables', tax: 'REDUCED', amount: random.amount(5, 40) }
  return { seller, buyer, currency, lines: [...lines, reduced] }
}

/** Foreign currencies. */
const currencies: readonly SampleCase[] = [
  {
    name: 'pounds with Belgian VAT',
    write: plain([BE, customers.BE], 'STANDARD', { currency: 'GBP' }),
    credits: 'HALVES',
  },
  { name: 'Danish crowns', write: plain([BE, customers.DK], 'REVERSE_CHARGE', { currency: 'DKK' }) },
  { name: 'zloty', write: plain([NL, customers.PL], 'REVERSE_CHARGE', { currency: 'PLN' }) },
  {
    name: 'francs outside the scope',
    write: plain([BE, customers.CH], 'OUTSIDE_SCOPE', { currency: 'CHF' }),
    credits: 'WHOLE',
  },
  { name: 'Swedish crowns, exempt', write: plain([NL, customers.NL], 'EXPORT', { currency: 'SEK' }, ['NL', 'CH']) },
  { name: 'euro in books in pounds', write: plain([GB, customers.GB], 'STANDARD', { currency: 'EUR' }) },
]

/** Edge cases of rounding and price representation. */
const corners: readonly SampleCase[] = [
  {
    name: 'three lines of 10.03',
    write: corner(['10.03', '10.03', '10.03'].map((amount) => ({ name: 'Parcel', amount }))),
    credits: 'THIRDS',
  },
  { name: 'lines of 0.01', write: corner(Array.from({ length: 7 }, () => ({ name: 'Scan', amount: '0.01' }))) },
  {
    name: 'VAT at half a cent',
    write: corner([
      { name: 'Freight', amount: '0.50' },
      { name: 'Freight', amount: '100.00' },
    ]),
  },
  {
    name: 'prices of six places',
    write: corner([
      { name: 'Toll', computed: ['187.25', 'KMT', '0.163987'] },
      { name: 'Storage', computed: ['1333', 'KGM', '0.000451'] },
    ]),
  },
  { name: 'a minimum charge', write: corner([{ name: 'Freight', amount: '45.00', computed: ['3', 'DTN', '6.20'] }]) },
  {
    name: 'a line that is free',
    write: corner([
      { name: 'Freight', amount: '120.00' },
      { name: 'Pallet exchange', computed: ['4', 'XPX', '0'] },
    ]),
  },
  {
    name: 'a deduction',
    write: corner([
      { name: 'Freight', amount: '640.00' },
      { name: 'Damage deduction', amount: '-125.50' },
    ]),
    credits: 'WHOLE',
  },
  {
    name: 'large amounts',
    write: corner([
      { name: 'Project transport', amount: '98765432.10' },
      { name: 'Escort', amount: '0.05' },
    ]),
  },
  {
    name: 'sixty lines',
    write: (random) => ({
      seller: BE,
      buyer: customers.BE,
      lines: Array.from({ length: 15 }, () => [...transport(random, 'BE', 'BE', 'STANDARD')])
        .flat()
        .concat(Array.from({ length: 45 }, () => ({ name: 'Parcel', amount: random.amount(3, 20) }))),
    }),
  },
  {
    name: 'texts that XML has to escape',
    write: (random) => ({
      ...corner([{ name: '<Freight> & "toll" ]]>', amount: random.amount(9, 99) }])(),
      note: 'Ref. A&B <C>\n“5 > 4”',
      buyer_reference: 'P&L/<7>',
    }),
  },
]

function corner(lines: readonly SampleLine[]) {
  return (): Said => ({ seller: BE, buyer: customers.BE, lines, contract: 'CARD-2026' })
}

/** Discounts, surcharges, prepayments and the Belgian cash discount. */
const adjusted: readonly SampleCase[] = [
  {
    name: 'Belgian cash discount',
    write: plain([BE, customers.BE], 'STANDARD', { cash_discount: { percentage: '2', days: 8 } }),
    credits: 'HALVES',
  },
  {
    name: 'Belgian cash discount on reverse charge',
    write: plain([BE, customers.NL], 'REVERSE_CHARGE', { cash_discount: { percentage: '1.5', days: 10 } }),
  },
  {
    name: 'Belgian cash discount on two rates and a disbursement',
    write: (random) => ({
      ...twoRates(random, BE, customers.BE, 'DISBURSEMENT'),
      cash_discount: { percentage: '3', days: 5 },
    }),
  },
  {
    name: 'Belgian cash discount outside the scope',
    write: plain([BE, customers.GB], 'OUTSIDE_SCOPE', { cash_discount: { percentage: '2', days: 8 } }),
  },
  {
    name: 'Dutch cash discount',
    write: plain([NL, customers.NL], 'STANDARD', { cash_discount: { percentage: '2', days: 8 } }),
  },
  {
    name: 'discount in per cent',
    write: () => ({
      seller: BE,
      buyer: customers.BE,
      lines: [{ name: 'Freight', amount: '333.33' }],
      adjustments: [adjustment('ALLOWANCE', '33.33', 'S', '21', '333.33')],
    }),
    credits: 'HALVES',
  },
  {
    name: 'discount and surcharge',
    write: () => ({
      seller: NL,
      buyer: customers.NL,
      lines: [{ name: 'Freight', amount: '512.40' }],
      adjustments: [adjustment('ALLOWANCE', '12.40', 'S', '21'), adjustment('CHARGE', '7.25', 'S', '21')],
    }),
    credits: 'WHOLE',
  },
  {
    name: 'surcharge on reverse charge',
    write: () => ({
      seller: BE,
      buyer: customers.DE,
      lines: [{ name: 'Freight', amount: '980.00', tax: 'REVERSE_CHARGE' }],
      adjustments: [adjustment('CHARGE', '15.00', 'AE', '0')],
    }),
  },
  { name: 'paid in part before', write: plain([BE, customers.BE], 'STANDARD', { paid: 40 }) },
  { name: 'paid before', write: plain([NL, customers.NL], 'STANDARD', { paid: 100, payment_term: 'PREPAID' }) },
  { name: 'to be paid before', write: plain([BE, customers.BE], 'STANDARD', { payment_term: 'PREPAID' }) },
  {
    name: 'end of month and 20 days',
    write: plain([BE, customers.BE], 'STANDARD', { payment_term: 'END_OF_MONTH_0_NET_20' }),
  },
]

/** Self-billed documents. */
const selfBilled: readonly SampleCase[] = [
  { name: 'self-billing of a Dutch carrier', write: selfBilling(customers.NL, 'REVERSE_CHARGE'), credits: 'WHOLE' },
  { name: 'self-billing of a German carrier', write: selfBilling(customers.DE, 'REVERSE_CHARGE') },
  { name: 'self-billing of a French carrier', write: selfBilling(customers.FR, 'REVERSE_CHARGE'), credits: 'HALVES' },
  {
    name: 'self-billing of a Belgian carrier',
    write: selfBilling({ ...customers.BE, rates: BE.rates, iban: 'BE71096123456769' }, 'STANDARD'),
    credits: 'LINES',
  },
]

function selfBilling(carrier: SampleCompany, tax: SampleTax) {
  return (random: Random): Said => {
    const trip = (): SampleLine => ({
      name: 'Trip',
      amount: random.amount(300, 900),
      tax,
      order: order(random, 'NL', 'BE'),
    })
    const deduction: SampleLine = { name: 'Deduction', amount: '-25.00', tax }
    const waiting: SampleLine = { name: 'Waiting time', computed: ['1.5', 'HUR', '42.00'], tax }
    const buyer = { ...BE, payment_term: 'END_OF_MONTH_1' }
    return {
      seller: carrier,
      buyer,
      is_self_billed: true,
      lines: [trip(), trip(), waiting, deduction],
      payment_term: 'END_OF_MONTH_1',
    }
  }
}

/** Credit notes of plain invoices: whole, in halves, in thirds and by line. */
const credited: readonly SampleCase[] = [
  { name: 'credit of the whole', write: plain([BE, customers.BE], 'STANDARD'), credits: 'WHOLE' },
  { name: 'Dutch credit in halves', write: plain([NL, customers.NL], 'STANDARD'), credits: 'HALVES' },
  {
    name: 'German credit by line',
    write: plain([DE, customers.DE], 'STANDARD', { buyer_reference: 'ABT-7' }),
    credits: 'LINES',
  },
  {
    name: 'credit of two rates in thirds',
    write: (random) => twoRates(random, BE, customers.BE, 'DISBURSEMENT'),
    credits: 'THIRDS',
  },
  { name: 'credit outside the scope', write: plain([BE, customers.GB], 'OUTSIDE_SCOPE'), credits: 'HALVES' },
  { name: 'credit of 100.03 in halves', write: corner([{ name: 'Freight', amount: '100.03' }]), credits: 'HALVES' },
]

/** All cases, in the order in which samples use them. */
export const sampleCases: readonly SampleCase[] = [
  ...treatments,
  ...currencies,
  ...corners,
  ...adjusted,
  ...selfBilled,
  ...credited,
]
