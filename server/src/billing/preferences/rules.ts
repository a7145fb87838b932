import { BillingPreference, type ChosenPreference } from '@cartage/contract/billing/app/preference'

/** A stored preference. */
export interface PreferenceRow {
  company_id: string | null
  billing_entity_id: string | null
  doc: unknown
  version: number
  updated_at: string
}

/** Default without any preference: a document for each order, with all its charges. */
export const defaultPreference: BillingPreference = BillingPreference.parse({})

/** Reads a stored preference. Members added since have their default. */
function readPreference(doc: unknown): BillingPreference {
  return BillingPreference.parse(doc)
}

/** Effective preference (BILL-15): the company's, else the billing entity's, else the default. */
export function choosePreference(own: PreferenceRow | undefined, entity: PreferenceRow | undefined): ChosenPreference {
  const chosen = own ?? entity
  return {
    preference: chosen ? readPreference(chosen.doc) : defaultPreference,
    source: own ? 'COMPANY' : entity ? 'BILLING_ENTITY' : 'DEFAULT',
    version: own?.version ?? 0,
    updated_at: own?.updated_at ?? null,
  }
}
