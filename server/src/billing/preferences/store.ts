import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const upsert = (member: 'company_id' | 'billing_entity_id') =>
  statement(
    `billing.set_preference_of_${member}`,
    `insert into billing_preference (tenant_id, billing_preference_id, ${member}, doc) values ($1, $2, $3, $4::jsonb)
     on conflict (tenant_id, ${member}) where ${member} is not null
        do update set doc = excluded.doc, version = billing_preference.version + 1, updated_at = excluded.updated_at`,
  )
const remove = (member: 'company_id' | 'billing_entity_id') =>
  statement(
    `billing.remove_preference_of_${member}`,
    `delete from billing_preference where tenant_id = $1 and ${member} = $2`,
  )
const writes = {
  COMPANY: { upsert: upsert('company_id'), remove: remove('company_id') },
  BILLING_ENTITY: { upsert: upsert('billing_entity_id'), remove: remove('billing_entity_id') },
}

/** Owner of the preference. */
export interface PreferenceSubject {
  of: 'COMPANY' | 'BILLING_ENTITY'
  id: string
}

/** Sets a billing preference; null removes it. */
export async function writePreference(
  tx: Tx,
  { of, id }: PreferenceSubject,
  preference: BillingPreference | null,
  newId: string,
): Promise<void> {
  if (preference === null) await tx.query(writes[of].remove, id)
  else await tx.query(writes[of].upsert, newId, id, JSON.stringify(preference))
}
