import { describe, expect, test } from 'vitest'
import { decideTax, type TaxDecision, type TaxFacts } from './tax.rules.ts'
import { chooseTaxRate, type TaxRateRow } from './tax-rates.rules.ts'

/** Towns of the test vectors with their countries. */
const towns: Readonly<Record<string, string>> = {
  Gent: 'BE',
  Liège: 'BE',
  Antwerpen: 'BE',
  Rotterdam: 'NL',
  Venlo: 'NL',
  Utrecht: 'NL',
  Köln: 'DE',
  Hamburg: 'DE',
  Trier: 'DE',
  Berlin: 'DE',
  Birmingham: 'GB',
  Southampton: 'GB',
  Leeds: 'GB',
  Dover: 'GB',
  Belfast: 'XI',
  Zürich: 'CH',
  Basel: 'CH',
  Oslo: 'NO',
  Luxembourg: 'LU',
  Esch: 'LU',
  Lille: 'FR',
  Lyon: 'FR',
  Paris: 'FR',
}

type Given = Partial<Omit<TaxFacts, 'customer'>> & { customer?: Partial<TaxFacts['customer']> }

/** Defaults: a business with VAT number, a principal, with evidence, on 2026-11-27. */
function factsOf(supplier: string, customer: string, route: string, given: Given = {}): TaxFacts {
  const [from, to] = route.split(' → ').map((town) => towns[town]!)
  return {
    day: '2026-11-27',
    supplier_country: supplier,
    from_country: from!,
    to_country: to!,
    customer_is: 'PRINCIPAL',
    has_export_evidence: true,
    is_in_import_value: false,
    is_disbursement: false,
    ...given,
    customer: { country: customer, has_vat_number: true, is_private: false, ...given.customer },
  }
}

/** Formats a result like the test vectors: `S 21`, `E 0 146-1E`, `O – O`, `HOLD vat_number_missing`. */
function written(facts: TaxFacts): string {
  const outcome = decideTax(facts)
  if (outcome.kind === 'HOLD') return `HOLD ${outcome.code}`
  const parts = [outcome.category, outcome.percentage ?? '–', outcome.vatex?.replace('VATEX-EU-', '')]
  return parts.filter((part) => part !== undefined).join(' ')
}

const carrier: Given = { customer_is: 'CARRIER' }
const inImportValue: Given = { is_in_import_value: true }

const vectors: [number, string, string, string, Given, string][] = [
  [1, 'BE', 'BE', 'Gent → Liège', {}, 'S 21'],
  [2, 'BE', 'BE', 'Gent → Rotterdam', {}, 'S 21'],
  [3, 'BE', 'BE', 'Rotterdam → Köln', {}, 'S 21'],
  [4, 'BE', 'NL', 'Gent → Rotterdam', {}, 'AE 0 AE'],
  [5, 'BE', 'NL', 'Gent → Antwerpen', {}, 'AE 0 AE'],
  [6, 'BE', 'NL', 'Gent → Rotterdam', { customer: { has_vat_number: false } }, 'HOLD vat_number_missing'],
  [7, 'BE', 'NL', 'Gent → Rotterdam', { customer: { is_private: true, has_vat_number: false } }, 'S 21'],
  [8, 'BE', 'BE', 'Gent → Birmingham', {}, 'E 0 146-1E'],
  [9, 'BE', 'BE', 'Gent → Birmingham', { has_export_evidence: false }, 'HOLD export_evidence_missing'],
  [10, 'BE', 'BE', 'Gent → Birmingham', carrier, 'E 0 146-1E'],
  [11, 'NL', 'NL', 'Rotterdam → Oslo', carrier, 'S 21'],
  [12, 'DE', 'DE', 'Hamburg → Zürich', carrier, 'S 19'],
  [13, 'DE', 'DE', 'Hamburg → Zürich', { ...carrier, day: '2021-11-27' }, 'E 0 146-1E'],
  [14, 'BE', 'BE', 'Southampton → Gent', inImportValue, 'E 0 144'],
  [15, 'BE', 'BE', 'Southampton → Gent', {}, 'S 21'],
  [16, 'BE', 'BE', 'Antwerpen → Gent', inImportValue, 'E 0 144'],
  [17, 'BE', 'NL', 'Antwerpen → Venlo', inImportValue, 'AE 0 AE'],
  [18, 'BE', 'GB', 'Gent → Birmingham', {}, 'O – O'],
  [19, 'BE', 'GB', 'Gent → Antwerpen', {}, 'S 21'],
  [20, 'BE', 'BE', 'Leeds → Birmingham', {}, 'O – O'],
  [21, 'BE', 'CH', 'Gent → Zürich', {}, 'O – O'],
  [22, 'BE', 'XI', 'Gent → Belfast', {}, 'O – O'],
  [23, 'NL', 'BE', 'Rotterdam → Antwerpen', {}, 'AE 0 AE'],
  [24, 'NL', 'NL', 'Rotterdam → Utrecht', {}, 'S 21'],
  [25, 'NL', 'NL', 'Rotterdam → Oslo', {}, 'E 0 146-1E'],
  [26, 'LU', 'LU', 'Luxembourg → Esch', {}, 'S 17'],
  [27, 'LU', 'LU', 'Luxembourg → Esch', { day: '2023-06-01' }, 'S 16'],
  [28, 'LU', 'DE', 'Luxembourg → Trier', {}, 'AE 0 AE'],
  [29, 'DE', 'DE', 'Köln → Berlin', { day: '2020-08-15' }, 'S 16'],
  [30, 'DE', 'DE', 'Basel → Zürich', {}, 'O – O'],
  [31, 'FR', 'FR', 'Lille → Lyon', {}, 'S 20'],
  [32, 'FR', 'BE', 'Lille → Gent', {}, 'AE 0 AE'],
  [33, 'GB', 'GB', 'Dover → Leeds', {}, 'S 20'],
  [34, 'GB', 'GB', 'Dover → Gent', {}, 'Z 0'],
  [35, 'GB', 'BE', 'Leeds → Gent', {}, 'O – O'],
  [36, 'GB', 'GB', 'Paris → Lyon', {}, 'O – O'],
  [37, 'BE', 'NL', 'Gent → Rotterdam', { is_disbursement: true }, 'E 0 79-C'],
]

describe('TAX-1 to TAX-8: how a transport is taxed', () => {
  test.each(vectors)('%i. %s to %s, %s', (_, supplier, customer, route, given, result) => {
    expect(written(factsOf(supplier, customer, route, given))).toBe(result)
  })

  test('all 37 cases are here', () => {
    expect(vectors.map(([number]) => number)).toEqual(Array.from({ length: 37 }, (_, at) => at + 1))
  })

  test('every decision and every hold has its reasons, in the order they were evaluated', () => {
    const codes = (facts: TaxFacts) => decideTax(facts).reasons.map(({ code }) => code)
    expect(codes(factsOf('BE', 'GB', 'Gent → Antwerpen'))).toEqual([
      'place_of_customer',
      'use_and_enjoyment',
      'taxed_at_home',
      'standard_rate',
    ])
    expect(codes(factsOf('BE', 'NL', 'Gent → Rotterdam'))).toEqual(['place_of_customer', 'reverse_charge'])
    expect(codes(factsOf('BE', 'BE', 'Gent → Birmingham', { has_export_evidence: false }))).toEqual([
      'place_of_customer',
    ])
    for (const [, supplier, customer, route, given] of vectors)
      expect(codes(factsOf(supplier, customer, route, given)).length).toBeGreaterThan(0)
  })

  test('a hold lists the member to fill in', () => {
    const hold = decideTax(factsOf('BE', 'NL', 'Gent → Rotterdam', { customer: { has_vat_number: false } }))
    expect(hold).toMatchObject({ kind: 'HOLD', field: 'customer.vat_number' })
  })

  test('TAX-7: a private person whose transport starts in another country needs a decision by a person', () => {
    const private_ = { customer: { is_private: true, has_vat_number: false } }
    expect(written(factsOf('BE', 'NL', 'Rotterdam → Gent', private_))).toBe('HOLD private_person_abroad')
    expect(written(factsOf('BE', 'CH', 'Zürich → Gent', private_))).toBe('HOLD private_person_abroad')
  })

  test('TAX-3: rules of a country apply from their first day on', () => {
    expect(written(factsOf('BE', 'GB', 'Gent → Antwerpen', { day: '2017-11-22' }))).toBe('O – O')
    expect(written(factsOf('BE', 'BE', 'Leeds → Birmingham', { day: '2017-11-22' }))).toBe('S 21')
  })
})

describe('TAX-10: a company with a tax type of its own', () => {
  const decided = (forced: TaxFacts['forced'], given: Given = {}) =>
    decideTax(factsOf('BE', 'BE', 'Gent → Liège', { ...given, forced: forced! })) as TaxDecision

  test('is taxed accordingly, with the result of the rules as a warning', () => {
    const forced = decided('REVERSE_CHARGE')
    expect([forced.category, forced.tax_type]).toEqual(['AE', 'REVERSE_CHARGE'])
    expect(forced.warnings.map(({ code }) => code)).toContain('taxed_at_home')
    expect(decided('CO_CONTRACTING')).toMatchObject({ category: 'AE', tax_type: 'CO_CONTRACTING' })
    expect(decided('TRANSIT')).toMatchObject({ vatex: 'VATEX-EU-146-1E' })
    expect(decided('TRANSIT', inImportValue)).toMatchObject({ vatex: 'VATEX-EU-144', warnings: [] })
    expect(decided('NO_VAT')).toMatchObject({ category: 'O' })
    expect(decided('OTHER')).toMatchObject({ treatment: 'OTHER', tax_type: 'OTHER' })
  })

  test('has VAT by default, which does not override the rules', () => {
    expect(decided('VAT')).toMatchObject({ category: 'S', percentage: '21', warnings: [] })
  })
})

describe('TAX-9: the row of the tenant', () => {
  const row = (given: Partial<TaxRateRow>): TaxRateRow => ({
    tax_rate_id: given.code ?? 'row',
    code: 'S21',
    name: 'VAT 21 %',
    treatment: 'STANDARD',
    category: 'S',
    percentage: '21',
    base_percentage: null,
    vatex_code: null,
    tax_type: 'VAT',
    description: '',
    valid_from: '2000-01-01',
    valid_to: null,
    includes_subcontractors: null,
    ...given,
  })
  const choose = (facts: TaxFacts, ...rows: TaxRateRow[]) => {
    const chosen = chooseTaxRate(facts, rows)
    return chosen.kind === 'HOLD' ? chosen.code : `${chosen.tax_rate.code} ${chosen.category} ${chosen.percentage}`
  }
  const atHome = factsOf('BE', 'BE', 'Gent → Liège')

  test('is the row of the treatment on the day of supply; without one the charge is on hold', () => {
    expect(choose(atHome, row({ code: 'S6', percentage: '6' }), row({ code: 'S21' }))).toBe('S21 S 21')
    expect(choose(atHome, row({ valid_from: '2026-11-28' }))).toBe('tax_rate_missing')
    expect(choose(atHome, row({ valid_to: '2026-11-26' }))).toBe('tax_rate_missing')
    expect(choose(factsOf('BE', 'NL', 'Gent → Rotterdam'), row({}))).toBe('tax_rate_missing')
  })

  test('has the rate after a change of law', () => {
    const rows = [row({ valid_to: '2026-12-31' }), row({ code: 'S22', percentage: '22', valid_from: '2027-01-01' })]
    expect(choose({ ...atHome, day: '2026-12-31' }, ...rows)).toBe('S21 S 21')
    expect(choose({ ...atHome, day: '2027-01-01' }, ...rows)).toBe('S22 S 22')
  })

  test('is the newest valid one, whether or not the previous one has an end, and never a later one', () => {
    const rows = [row({}), row({ code: 'S22', percentage: '22', valid_from: '2027-01-01' })]
    expect(choose({ ...atHome, day: '2026-12-31' }, ...rows)).toBe('S21 S 21')
    expect(choose({ ...atHome, day: '2027-01-01' }, ...rows)).toBe('S22 S 22')
    const ended = [row({}), row({ code: 'S22', percentage: '22', valid_from: '2026-01-01', valid_to: '2026-06-30' })]
    expect(choose(atHome, ...ended)).toBe('S21 S 21')
    const reverse = row({ code: 'AE', treatment: 'REVERSE_CHARGE', category: 'AE', percentage: '0' })
    const abroad = factsOf('BE', 'NL', 'Gent → Rotterdam')
    expect(choose(abroad, reverse, { ...reverse, code: 'AE2', valid_from: '2026-01-01' })).toBe('AE2 AE 0')
  })

  test('may give exports another category, and make subcontractors exempt or not', () => {
    const zero = row({ code: 'EXP', treatment: 'EXPORT', category: 'Z', percentage: '0' })
    const forCarrier = factsOf('NL', 'NL', 'Rotterdam → Oslo', carrier)
    expect(choose(factsOf('NL', 'NL', 'Rotterdam → Oslo'), zero)).toBe('EXP Z 0')
    expect(choose(forCarrier, zero, row({}))).toBe('S21 S 21')
    expect(choose(forCarrier, { ...zero, includes_subcontractors: true }, row({}))).toBe('EXP Z 0')
  })

  test('provides the standard rate of a country without shipped rates', () => {
    const polish = { ...atHome, supplier_country: 'PL', customer: { ...atHome.customer, country: 'PL' } }
    expect(choose(polish)).toBe('tax_rate_missing')
    expect(choose(polish, row({ code: 'S23', percentage: '23' }))).toBe('S23 S 23')
  })
})
