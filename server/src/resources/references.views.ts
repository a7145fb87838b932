import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { KnownReferences, ReferencedCodes } from './references.rules.ts'

// Locked until the transaction ends: unused settings can be deleted, and these are about to be used.
const selectExtras = statement(
  'resources.select_extras',
  `select extra_id, code from extra where tenant_id = $1 and code = any ($2::text[]) and not is_archived
    order by extra_id for key share`,
)
const selectBillingEntities = statement(
  'resources.select_billing_entities',
  `select billing_entity_id, code, is_default from billing_entity
    where tenant_id = $1 and not is_archived and (is_default or code = any ($2::text[]))
    order by billing_entity_id for key share`,
)
const selectCompanies = statement(
  'resources.select_companies',
  'select company_id from company where tenant_id = $1 and company_id = any ($2::uuid[])',
)
const selectLocations = statement(
  'resources.select_locations',
  `select location_id, coalesce(merged_into, location_id) as stays from location
    where tenant_id = $1 and location_id = any ($2::uuid[])`,
)

/** Looks up references of resources: active extras and billing entities, and companies and locations of any state. */
export async function findReferences(tx: Tx, wanted: ReferencedCodes): Promise<KnownReferences> {
  const { extra_codes, company_ids, location_ids } = wanted
  const [entities, extras, companies, locations] = await Promise.all([
    tx.query<{ billing_entity_id: string; code: string; is_default: boolean }>(
      selectBillingEntities,
      wanted.billing_codes,
    ),
    extra_codes.length === 0 ? [] : tx.query<{ extra_id: string; code: string }>(selectExtras, extra_codes),
    company_ids.length === 0 ? [] : tx.query<{ company_id: string }>(selectCompanies, company_ids),
    location_ids.length === 0 ? [] : tx.query<{ location_id: string; stays: string }>(selectLocations, location_ids),
  ])
  const byCode = Map.groupBy(extras, ({ code }) => code)
  return {
    extras: new Map([...byCode].map(([code, rows]) => [code, rows.map(({ extra_id }) => extra_id)])),
    billing_entities: new Map(entities.map(({ code, billing_entity_id }) => [code, billing_entity_id])),
    // Every tenant has one (RES-14).
    default_billing_entity_id: entities.find(({ is_default }) => is_default)!.billing_entity_id,
    companies: new Set(companies.map(({ company_id }) => company_id)),
    locations: new Map(locations.map(({ location_id, stays }) => [location_id, stays])),
  }
}
