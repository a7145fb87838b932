import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import type { CompanyDetailOutput } from '@cartage/contract/companies/company-detail'
import type { Language } from '@cartage/contract/reading/languages'
import { languageOrEnglish } from '../../languages/writing.ts'
import type { EAddress } from '../einvoice/terms.rules.ts'

/** Electronic address of a party. */
export interface ElectronicAddress {
  readonly scheme: string
  readonly address: string
}

/** A billing entity as shown on documents. */
export interface EntityFacts {
  readonly billing_entity_id: string
  readonly code: string
  readonly legal_name: string
  readonly vat_number: string
  readonly company_registration_number: string
  /** Empty if the legal name has it. */
  readonly legal_form: string
  /** Court or town of the register; empty for none. */
  readonly register_court: string
  readonly is_default: boolean
  readonly country: string | null
  readonly accounting_currency: string
  readonly payment_term: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly address: { street: string; postal_code: string; city: string } | null
  readonly contact: { name: string; phone: string; email: string } | null
  readonly electronic_address: ElectronicAddress | null
  readonly footer: Readonly<Partial<Record<Language, string>>> | null
  readonly post_automatically: boolean
  readonly revenue_account: string | null
  /** Logo and colour of the organisation. */
  readonly logo_id: string | null
  readonly colour: string | null
}

/** A place of an order. Its country may be missing. */
export type Place = Omit<EAddress, 'country'> & { readonly country: string | null; readonly name: string | null }

/** An order as shown on lines. */
export interface OrderFacts {
  readonly order_id: string
  readonly order_name: string
  readonly status: string
  readonly rating: 'COMPLETE' | 'INCOMPLETE' | 'NO_CARD' | null
  /** The customer's reference. */
  readonly reference: string | null
  readonly department: string | null
  /** Contract number of its rate card. */
  readonly contract: string | null
  readonly pickup_on: string | null
  readonly delivery_on: string | null
  readonly pickup_place: Place | null
  readonly delivery_place: Place | null
  readonly trip: { readonly trip_id: string; readonly name: string } | null
}

/** A billed company with its billing preference. */
export interface BilledCompany {
  readonly company: CompanyDetailOutput
  readonly preference: BillingPreference
}

/** Language of a company's documents: from the preference, else its own if supported, else English. */
export function languageOfDocuments({ company, preference }: BilledCompany): Language {
  const own = preference.language ?? (company.locale ?? '').slice(0, 2)
  return languageOrEnglish(own)
}

/** Route of an order, in one line. */
export function routeOf({ pickup_place, delivery_place }: OrderFacts): string | null {
  const towns = [pickup_place, delivery_place].map((place) => place && (place.city ?? place.name))
  return towns.every(Boolean) ? towns.join(' – ') : (towns.find(Boolean) ?? null)
}
