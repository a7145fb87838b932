import { plainNumber } from '@cartage/contract/reading/fold'
import type { BilledCompany, ElectronicAddress, EntityFacts } from '../drafts/facts.rules.ts'
import type { EAddress, Identifier } from '../einvoice/terms.rules.ts'
import type { ContentParty } from './content.rules.ts'

/** ISO 6523 schemes of company registers in electronic documents. */
const registers: Readonly<Record<string, string>> = { BE: '0208', NL: '0106' }

/** A billing entity as the seller of a document, as a snapshot (BILL-9). */
export function sellerOf(entity: EntityFacts): ContentParty {
  const country = entity.country ?? ''
  const vat = vatNumber(entity.vat_number, country)
  return {
    company_id: null,
    code: entity.code,
    name: entity.legal_name,
    electronic_address: electronicAddress(entity.electronic_address, country, vat),
    registration: registration(entity.company_registration_number, country, vat),
    vat_number: vat,
    tax_number: null,
    ...(entity.legal_form && { legal_form: entity.legal_form }),
    ...(entity.register_court && { register_court: entity.register_court }),
    address: {
      street: entity.address?.street || null,
      second_line: null,
      city: entity.address?.city || null,
      postal_code: entity.address?.postal_code || null,
      region: null,
      country,
    },
    contact: entity.contact && {
      name: entity.contact.name || null,
      phone: entity.contact.phone || null,
      email: entity.contact.email || null,
    },
  }
}

/** A company as the buyer of a document, as a snapshot (BILL-9). */
export function buyerOf({ company, preference }: BilledCompany, billingCode: string | null): ContentParty {
  const place = company.billing_location
  const vatCountry = (company.vat_number ?? '').slice(0, 2).toUpperCase()
  const country = place?.country ?? (/^[A-Z]{2}$/.test(vatCountry) ? (vatCountry === 'EL' ? 'GR' : vatCountry) : '')
  const vat = vatNumber(company.vat_number ?? '', country)
  const address: EAddress = {
    street: place?.address || null,
    second_line: place?.address_second_line || null,
    city: place?.city || null,
    postal_code: place?.postal_code || null,
    region: place?.state || null,
    country,
  }
  const contact = company.contacts?.find(({ roles }) => roles?.includes('BILLING'))
  return {
    company_id: company.id,
    code: billingCode ?? company.accounting_code ?? company.code ?? null,
    name: company.legal_name || company.name,
    electronic_address: electronicAddress(preference.electronic_address, country, vat),
    registration: registration(company.reference_numbers?.company_registration_number ?? '', country, vat),
    vat_number: vat,
    tax_number: null,
    address,
    contact: contact
      ? { name: contact.name ?? null, phone: contact.phone_number ?? null, email: contact.email ?? null }
      : null,
  }
}

/** VAT number as letters and digits with its country prefix (EL for Greece); null if there is none. */
export function vatNumber(text: string, country: string): string | null {
  const plain = plainNumber(text)
  if (plain === '') return null
  const prefix = country === 'GR' ? 'EL' : country
  return /^[A-Z]{2}/.test(plain) ? plain.replace(/^GR/, 'EL') : `${prefix}${plain}`
}

function registration(text: string, country: string, vat: string | null): Identifier | null {
  // In Belgium the enterprise number is the VAT number without its prefix.
  const plain = text.replaceAll(/[^A-Za-z0-9]/g, '') || (country === 'BE' && vat ? vat.slice(2) : '')
  if (plain === '') return null
  const scheme = registers[country] ?? null
  return { scheme, id: scheme === '0208' ? plain.replace(/^BE/i, '').padStart(10, '0') : plain }
}

/** The configured address. Belgian enterprises default to their number. */
function electronicAddress(given: ElectronicAddress | null, country: string, vat: string | null): Identifier | null {
  if (given) return { scheme: given.scheme, id: given.address }
  return country === 'BE' && vat ? { scheme: registers.BE!, id: vat.slice(2) } : null
}
