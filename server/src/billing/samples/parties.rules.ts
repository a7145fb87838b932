import type { Language } from '@cartage/contract/reading/languages'
import type { ContentParty } from '../documents/content.rules.ts'
import { sellerOf } from '../documents/parties.rules.ts'
import type { EntityFacts } from '../drafts/facts.rules.ts'

/** A sample company, as a stored billing entity with its accounting settings. */
export interface SampleCompany extends EntityFacts {
  readonly language: Language
  /** Standard and reduced rates of its country. */
  readonly rates: readonly [standard: string, reduced: string]
}

interface Given {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly city: string
  readonly postal_code: string
  readonly vat: string
  readonly register: string
  readonly court?: string
  readonly address: readonly [scheme: string, address: string]
  readonly language?: Language
  readonly rates?: readonly [standard: string, reduced: string]
  readonly currency?: string
  readonly iban?: string
  readonly bic?: string
}

function company(given: Given): SampleCompany {
  const [scheme, address] = given.address
  return {
    billing_entity_id: `sample-${given.code}`,
    code: given.code,
    legal_name: given.name,
    vat_number: given.vat,
    company_registration_number: given.register,
    ...{ legal_form: '', register_court: given.court ?? '' },
    is_default: false,
    country: given.country,
    accounting_currency: given.currency ?? 'EUR',
    payment_term: 'NET_30',
    iban: given.iban ?? null,
    bic: given.bic ?? null,
    address: { street: 'Kaai 1', postal_code: given.postal_code, city: given.city },
    contact: { name: 'Invoicing', phone: '+3292000000', email: `invoices@${given.code.toLowerCase()}.example` },
    electronic_address: { scheme, address },
    footer: null,
    logo_id: null,
    colour: null,
    post_automatically: false,
    revenue_account: null,
    language: given.language ?? 'en',
    rates: given.rates ?? ['20', '10'],
  }
}

/** Hauliers that issue documents. Their numbers are examples with valid check digits. */
export const hauliers = {
  BE: company({
    ...{ code: 'VERM', name: 'Transport Vermeulen BV', country: 'BE', city: 'Gent', postal_code: '9000' },
    ...{ vat: 'BE0403170701', register: '0403.170.701', address: ['0208', '0403170701'], language: 'nl' },
    ...{ rates: ['21', '6'], iban: 'BE68539007547034', bic: 'KREDBEBB' },
  }),
  NL: company({
    ...{ code: 'VRIES', name: 'De Vries Logistiek B.V.', country: 'NL', city: 'Rotterdam', postal_code: '3011 AA' },
    ...{ vat: 'NL001234567B01', register: '12345678', address: ['0106', '12345678'], language: 'nl' },
    ...{ rates: ['21', '9'], iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
  }),
  DE: company({
    ...{ code: 'RHEIN', name: 'Rheinfracht GmbH', country: 'DE', city: 'Köln', postal_code: '50667' },
    ...{
      vat: 'DE123456789',
      register: 'HRB 12345',
      court: 'Amtsgericht Köln',
      address: ['9930', 'DE123456789'],
      language: 'de',
    },
    ...{ rates: ['19', '7'], iban: 'DE89370400440532013000', bic: 'COBADEFF' },
  }),
  FR: company({
    ...{ code: 'NORD', name: 'Transports du Nord SAS', country: 'FR', city: 'Lille', postal_code: '59000' },
    ...{ vat: 'FR32123456789', register: '123 456 789', address: ['9957', 'FR32123456789'], language: 'fr' },
    ...{ rates: ['20', '5.5'], iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPP' },
  }),
  LU: company({
    ...{ code: 'ARDEN', name: 'Ardennes Fret S.à r.l.', country: 'LU', city: 'Luxembourg', postal_code: '1111' },
    ...{ vat: 'LU12345613', register: 'B123456', address: ['9938', 'LU12345613'], language: 'fr' },
    ...{ rates: ['17', '8'], iban: 'LU280019400644750000' },
  }),
  GB: company({
    ...{ code: 'DOVER', name: 'Dover Haulage Ltd', country: 'GB', city: 'Dover', postal_code: 'CT16 1JA' },
    ...{ vat: 'GB123456789', register: '01234567', address: ['9932', 'GB123456789'] },
    ...{ rates: ['20', '5'], currency: 'GBP', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
  }),
} as const

/** Customers, and carriers of self-billed documents. */
export const customers = {
  BE: company({
    ...{ code: 'JANS', name: 'Bakkerij Janssens NV', country: 'BE', city: 'Liège', postal_code: '4000' },
    ...{ vat: 'BE 0202.239.951', register: '', address: ['0208', '0202239951'], language: 'nl' },
  }),
  NL: company({
    ...{ code: 'POLDER', name: 'Polder & Zn. B.V.', country: 'NL', city: 'Utrecht', postal_code: '3511 AB' },
    ...{ vat: 'NL009876543B01', register: '87654321', address: ['0106', '87654321'], language: 'nl' },
    ...{ iban: 'NL44RABO0123456789' },
  }),
  DE: company({
    ...{ code: 'MUEL', name: 'Müller Maschinenbau GmbH & Co. KG', country: 'DE', city: 'Berlin', postal_code: '10115' },
    ...{ vat: 'DE987654321', register: 'HRA 999', address: ['9930', 'DE987654321'], language: 'de' },
    ...{ iban: 'DE02120300000000202051' },
  }),
  FR: company({
    ...{ code: 'LYON', name: 'Société Lyonnaise d’Emballage', country: 'FR', city: 'Lyon', postal_code: '69001' },
    ...{ vat: 'FR40303265045', register: '303 265 045', address: ['9957', 'FR40303265045'], language: 'fr' },
    ...{ iban: 'FR7630006000011234567890189' },
  }),
  LU: company({
    ...{ code: 'KIRCH', name: 'Kirchberg Supplies S.A.', country: 'LU', city: 'Luxembourg', postal_code: '2222' },
    ...{ vat: 'LU21416127', register: 'B222222', address: ['9938', 'LU21416127'], language: 'fr' },
  }),
  GB: company({
    ...{ code: 'MIDL', name: 'Midland Foods Ltd', country: 'GB', city: 'Birmingham', postal_code: 'B1 1AA' },
    ...{ vat: 'GB987654321', register: '07654321', address: ['0088', '5012345678900'] },
  }),
  CH: company({
    ...{ code: 'ALPEN', name: 'Alpenkäse AG', country: 'CH', city: 'Zürich', postal_code: '8001' },
    ...{ vat: '', register: 'CHE-123.456.788', address: ['0183', 'CHE123456788'], language: 'de' },
  }),
  DK: company({
    ...{ code: 'SJAEL', name: 'Sjælland Møbler ApS', country: 'DK', city: 'København', postal_code: '1050' },
    ...{ vat: 'DK12345674', register: '12345674', address: ['0088', '5790000000005'] },
  }),
  PL: company({
    ...{ code: 'WARTA', name: 'Warta Części Sp. z o.o.', country: 'PL', city: 'Poznań', postal_code: '60-101' },
    ...{ vat: 'PL1234563218', register: '0000123456', address: ['9945', 'PL1234563218'] },
  }),
  XI: company({
    ...{ code: 'LAGAN', name: 'Lagan Linen Ltd', country: 'GB', city: 'Belfast', postal_code: 'BT1 1AA' },
    ...{ vat: 'XI111222333', register: 'NI123456', address: ['9932', 'XI111222333'] },
  }),
} as const

/** A company as a party of a document, as a snapshot. */
export function partyOf(one: SampleCompany): ContentParty {
  return { ...sellerOf(one), company_id: one.billing_entity_id }
}
