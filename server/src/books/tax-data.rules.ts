/** A country's value with its validity, whose last day is optional. */
interface Dated {
  readonly country: string
  readonly from: string
  readonly until?: string
}

/** Member states of the European Union, for VAT. */
const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Codes in VAT numbers and addresses that count as another country (TAX-2). */
const countsAs: Readonly<Record<string, string>> = { UK: 'GB', XI: 'GB', EL: 'GR', MC: 'FR' }

/** Built-in standard rates (TAX-9). A tenant's row with another percentage overrides one from its own first day on. */
const standardRates: readonly (Dated & { readonly percentage: string })[] = [
  { country: 'BE', from: '1996-01-01', percentage: '21' },
  { country: 'NL', from: '2012-10-01', percentage: '21' },
  { country: 'FR', from: '2014-01-01', percentage: '20' },
  { country: 'GB', from: '2011-01-04', percentage: '20' },
  { country: 'LU', from: '2015-01-01', until: '2022-12-31', percentage: '17' },
  { country: 'LU', from: '2023-01-01', until: '2023-12-31', percentage: '16' },
  { country: 'LU', from: '2024-01-01', percentage: '17' },
  { country: 'DE', from: '2007-01-01', until: '2020-06-30', percentage: '19' },
  { country: 'DE', from: '2020-07-01', until: '2020-12-31', percentage: '16' },
  { country: 'DE', from: '2021-01-01', percentage: '19' },
]

/** National rules on where a transport is used, with their source (TAX-3). */
const useRules: readonly (Dated & { readonly rule: UseRule; readonly source: string })[] = [
  { country: 'BE', from: '2017-11-23', rule: 'INSIDE_FOR_OUTSIDERS', source: 'Royal Decree no. 57' },
  { country: 'BE', from: '2017-11-23', rule: 'WHOLLY_OUTSIDE_EU', source: 'Royal Decree no. 57' },
  { country: 'DE', from: '2011-01-01', rule: 'WHOLLY_OUTSIDE_EU', source: '§ 3a (8) UStG' },
  { country: 'GB', from: '2021-01-01', rule: 'WHOLLY_OUTSIDE_COUNTRY', source: 'VAT Act 1994' },
]

/** Effect on the place of supply: into the country for customers outside the EU, or out of it. */
export type UseRule = 'INSIDE_FOR_OUTSIDERS' | 'WHOLLY_OUTSIDE_EU' | 'WHOLLY_OUTSIDE_COUNTRY'

/**
 * Countries that also exempt export transports of subcontractors, although the exemption is for the direct service
 * (TAX-5). Others do not, unless the tenant's row says so.
 */
const carrierExemptions: readonly Dated[] = [
  { country: 'BE', from: '1993-01-01' },
  { country: 'DE', from: '1993-01-01', until: '2021-12-31' },
]

/** The country that a code stands for in VAT. */
export function vatCountry(code: string): string {
  const plain = code.trim().toUpperCase()
  return Object.hasOwn(countsAs, plain) ? countsAs[plain]! : plain
}

/** Whether a country, normalised by `vatCountry`, is in the European Union. */
export function isMemberState(country: string): boolean {
  return memberStates.has(country)
}

/** Standard rate of a country on a day, in percent; undefined if not built in. */
export function standardRate(country: string, day: string): string | undefined {
  return standardRates.find((one) => holds(one, country, day))?.percentage
}

/** Source of a national rule, if the rule is valid on that day. */
export function useRule(country: string, rule: UseRule, day: string): string | undefined {
  return useRules.find((one) => one.rule === rule && holds(one, country, day))?.source
}

/** Whether a country exempts export transports of subcontractors on a day. */
export function exemptsCarriers(country: string, day: string): boolean {
  return carrierExemptions.some((one) => holds(one, country, day))
}

function holds(one: Dated, country: string, day: string): boolean {
  return one.country === country && one.from <= day && (one.until === undefined || day <= one.until)
}
