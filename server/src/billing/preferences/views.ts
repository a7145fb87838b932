import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { PreferenceRow } from './rules.ts'

const select = `select p.company_id, p.billing_entity_id, p.doc, p.version,
       ${instant('p.updated_at')} as updated_at
  from billing_preference p
 where p.tenant_id = $1 and (p.company_id = any($2::uuid[]) or p.billing_entity_id = any($3::uuid[]))`
const selectPreferences = statement('billing.find_preferences', select)

/** Stored preferences of companies and billing entities. */
export interface FoundPreferences {
  byCompany: ReadonlyMap<string, PreferenceRow>
  byEntity: ReadonlyMap<string, PreferenceRow>
}

/** Stored preferences of some companies and billing entities. */
export async function findPreferences(
  tx: Tx,
  companyIds: readonly string[],
  entityIds: readonly string[],
): Promise<FoundPreferences> {
  const rows = await tx.query<PreferenceRow>(selectPreferences, companyIds, entityIds)
  return {
    byCompany: new Map(rows.flatMap((row) => (row.company_id ? [[row.company_id, row] as const] : []))),
    byEntity: new Map(rows.flatMap((row) => (row.billing_entity_id ? [[row.billing_entity_id, row] as const] : []))),
  }
}

const selectDefault = statement(
  'billing.find_default_entity',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)

/** The default billing entity; undefined if there is none. */
export async function findDefaultEntity(tx: Tx): Promise<string | undefined> {
  return (await tx.query<{ billing_entity_id: string }>(selectDefault))[0]?.billing_entity_id
}

const selectKnown = statement(
  'billing.knows_subject',
  `select exists (select from company where tenant_id = $1 and company_id = $2)
       or exists (select from billing_entity where tenant_id = $1 and billing_entity_id = $2) as is_known`,
)

/** Whether a company or billing entity with this id exists. */
export async function knowsSubject(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query<{ is_known: boolean }>(selectKnown, id))[0]!.is_known
}
