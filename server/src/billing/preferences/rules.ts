import { BillingPreference, type ChosenPreference } from '@cartage/contract/billing/app/preference'

/** A preference as it is kept. */
export interface PreferenceRow {
  company_id: string | null
  billing_entity_id: string | null
  doc: unknown
  version: number
  updated_at: string
}

/** What holds where nothing is set: a document for each order, with all its charges. */
export const defaultPreference: BillingPreference = BillingPreference.parse({})

/** What is kept, with the members of today: one that was added later has its default. */
function readPreference(doc: unknown): BillingPreference {
  return BillingPreference.parse(doc)
}

/** How something is billed (BILL-15): as the company says, else as the billing entity says, else as Cartage assumes. */
export function choosePreference(own: PreferenceRow | undefined, entity: PreferenceRow | undefined): ChosenPreference {
  const chosen = own ?? entity
  return {
    preference: chosen ? readPreference(chosen.doc) : defaultPreference,
    source: own ? 'COMPANY' : entity ? 'BILLING_ENTITY' : 'DEFAULT',
    version: own?.version ?? 0,
    updated_at: own?.updated_at ?? null,
  }
}
