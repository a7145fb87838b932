import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import type { SelfBillingAgreement } from '@cartage/contract/purchases/app/agreement'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import {
  type AgreementRow,
  agreementForUpdate,
  agreementsOf,
  insertAgreement,
  lockSupplierOf,
  updateAgreement,
} from '../../billing/agreements/store.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { findAgreement } from './agreements.views.ts'

/** The tenant, and the actor who changes an agreement. */
export interface AgreementCommand {
  readonly tenantId: string
  readonly by: By
}

type Members = Pick<AgreementRow, 'billing_entity_id' | 'reference' | 'valid_from' | 'valid_to' | 'days_to_object'>

/**
 * Adds an agreement with a supplier (PURCH-13).
 * @throws Problem validation_failed for an unknown supplier or billing entity, or overlapping periods
 */
export async function createAgreement(
  ctx: Context,
  { tenantId, by }: AgreementCommand,
  members: Members & { company_id: string },
): Promise<SelfBillingAgreement> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await lockSupplierOf(tx, members.company_id))) throw invalid('company_id', 'is not a known company')
    const row = { self_billing_agreement_id: ctx.newId(), ...members }
    await check(tx, row)
    await insertAgreement(tx, row)
    await recordChanges(tx, by, [changeOf(undefined, row)])
    return (await findAgreement(tx, row.self_billing_agreement_id))!
  })
}

/**
 * Changes an agreement. Setting a last day ends it (PURCH-13).
 * @throws Problem not_found, state_conflict (409) if it was changed meanwhile, validation_failed
 */
export async function changeAgreement(
  ctx: Context,
  { tenantId, by }: AgreementCommand,
  id: string,
  { version, ...members }: Members & { version: number },
): Promise<SelfBillingAgreement> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await agreementForUpdate(tx, id)
    if (!before) throw new Problem('not_found')
    if (before.version !== version) {
      throw new Problem('state_conflict', { message: 'Someone else changed this agreement. Reload it and edit again.' })
    }
    await lockSupplierOf(tx, before.company_id)
    const row = { self_billing_agreement_id: id, company_id: before.company_id, ...members }
    await check(tx, row)
    await updateAgreement(tx, row)
    await recordChanges(tx, by, [changeOf(before, row)])
    return (await findAgreement(tx, id))!
  })
}

async function check(tx: Tx, row: Omit<AgreementRow, 'version'>): Promise<void> {
  const { valid_from, valid_to, billing_entity_id, self_billing_agreement_id: id } = row
  if (valid_to !== null && valid_to < valid_from) throw invalid('valid_to', 'is before the first day')
  const entities = await loadEntities(tx)
  if (!entities.some((one) => one.billing_entity_id === billing_entity_id)) {
    throw invalid('billing_entity_id', 'is not a billing entity in use')
  }
  const other = (await agreementsOf(tx, row.company_id)).find(
    (one) =>
      one.self_billing_agreement_id !== id &&
      one.valid_from <= (valid_to ?? '9999-12-31') &&
      valid_from <= (one.valid_to ?? '9999-12-31'),
  )
  if (!other) return
  const message = msg`overlaps the agreement from ${spokenDate(other.valid_from)}: end that one first`
  throw new Problem('validation_failed', { errors: [errorItem('valid_from', message, 'overlap')] })
}

function invalid(member: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem(member, message, member)] })
}

function changeOf(before: AgreementRow | undefined, after: Omit<AgreementRow, 'version'>) {
  const shown = ({ company_id, billing_entity_id, reference, valid_from, valid_to, days_to_object }: typeof after) => {
    return { company_id, billing_entity_id, reference, valid_from, valid_to, days_to_object }
  }
  return {
    entity_type: 'self_billing_agreement',
    entity_id: after.self_billing_agreement_id,
    action: before ? ('updated' as const) : ('created' as const),
    before: before ? shown(before) : null,
    after: shown(after),
  }
}
