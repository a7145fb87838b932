import type { BillingPreference, ChosenPreference } from '@cartage/contract/billing/app/preference'
import type { By, Members } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { choosePreference } from './rules.ts'
import { type PreferenceSubject, writePreference } from './store.ts'
import { findDefaultEntity, findPreferences, knowsSubject } from './views.ts'

/**
 * Billing preference of a company, or of the companies of a billing entity (BILL-15).
 * @throws Problem not_found
 */
export async function loadPreference(tx: Tx, subject: PreferenceSubject): Promise<ChosenPreference> {
  if (!(await knowsSubject(tx, subject.id))) throw new Problem('not_found')
  if (subject.of === 'BILLING_ENTITY') {
    const { byEntity } = await findPreferences(tx, [], [subject.id])
    const own = byEntity.get(subject.id)
    return { ...choosePreference(undefined, own), version: own?.version ?? 0, updated_at: own?.updated_at ?? null }
  }
  const entity = await findDefaultEntity(tx)
  const { byCompany, byEntity } = await findPreferences(tx, [subject.id], entity ? [entity] : [])
  return choosePreference(byCompany.get(subject.id), entity ? byEntity.get(entity) : undefined)
}

/**
 * Sets the billing preference of a company, or of the companies of a billing entity; null removes it.
 * @throws Problem not_found
 */
export async function setPreference(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  subject: PreferenceSubject,
  preference: BillingPreference | null,
): Promise<ChosenPreference> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await loadPreference(tx, subject)
    await writePreference(tx, subject, preference, ctx.newId())
    // The minimum may change, and with it the work that waits for it (CHARGE-12).
    if (subject.of === 'COMPANY') await enqueue(tx, 'charges.follow_company', { company_id: subject.id })
    const entity_type = subject.of === 'COMPANY' ? 'company' : 'billing_entity'
    const shown = (value: BillingPreference | null): Members => ({ billing: value })
    await recordChanges(tx, by, [
      {
        entity_type,
        entity_id: subject.id,
        action: 'updated',
        before: shown(before.version === 0 ? null : before.preference),
        after: shown(preference),
      },
    ])
    return await loadPreference(tx, subject)
  })
}
