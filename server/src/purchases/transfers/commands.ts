import { said } from '@cartage/contract/said'
import { recordTransfer } from '../../accounting/payments/commands.ts'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import { lockInvoices } from '../../billing/records/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { creditorOf, debtorOf, faultOfPayable } from './payable.rules.ts'
import { insertTransferFile, lockTransferFile, settleTransferFile } from './store.ts'
import { findPayables, findTransferFile } from './views.ts'

/** On whose behalf. */
interface PayCommand {
  readonly tenantId: string
  readonly by: By
}

/**
 * PAYOUT-2: makes a file of the invoices that were chosen, each with its open amount.
 * @returns id of the file
 * @throws Problem validation_failed for an unknown billing entity or a day that is over, state_conflict (409) with why an
 *   invoice cannot be paid: nothing is made then
 */
export async function createTransferFile(
  ctx: Context,
  { tenantId, by }: PayCommand,
  chosen: { billing_entity_id: string; execution_day: string; invoice_ids: readonly string[] },
): Promise<string> {
  const { billing_entity_id, execution_day } = chosen
  const ids = [...new Set(chosen.invoice_ids)]
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // Two who make a file of the same invoice at the same moment follow each other here: the second sees the first file.
    await lockInvoices(tx, ids)
    const entity = (await loadEntities(tx)).find((one) => one.billing_entity_id === billing_entity_id)
    if (!entity) throw invalid('billing_entity_id', 'is not a billing entity in use')
    if (execution_day < (await todayOf(ctx, tx))) throw invalid('execution_day', 'is over')
    const debtor = debtorOf(entity)
    if ('fault' in debtor) throw new Problem('state_conflict', { message: debtor.fault })
    const payables = await findPayables(tx, billing_entity_id, ids)
    if (payables.length < ids.length) {
      throw new Problem('state_conflict', {
        message: 'One of the invoices is not to be paid any more. Reload the list.',
      })
    }
    for (const payable of payables) {
      const fault = faultOfPayable(payable)
      const name = payable.external_name ?? payable.name ?? ''
      if (fault !== undefined) throw new Problem('state_conflict', { message: said`${name}: ${fault}` })
    }
    const transfer_file_id = ctx.newId()
    const file = { transfer_file_id, billing_entity_id, execution_day, debtor, created_by: by.actor.id }
    const transfers = payables.map((payable) => ({
      ...{ transfer_id: ctx.newId(), invoice_id: payable.invoice_id, amount: payable.open },
      creditor: creditorOf(payable),
    }))
    await insertTransferFile(tx, file, transfers)
    await recordChanges(
      tx,
      by,
      payables.map(({ invoice_id }) => change(invoice_id, null, 'MADE', transfer_file_id)),
    )
    return transfer_file_id
  })
}

/**
 * A file that a bank may get.
 * @throws Problem not_found, state_conflict (409) when it was taken back
 */
export async function readTransferFile(tx: Tx, id: string) {
  const file = await findTransferFile(tx, id)
  if (!file) throw new Problem('not_found')
  if (file.status === 'TAKEN_BACK') throw new Problem('state_conflict', { message: 'This file was taken back.' })
  return file
}

/**
 * PAYOUT-6: takes a file back that the bank did not get: its invoices can be paid by another.
 * @throws Problem not_found, state_conflict (409) once it is confirmed
 */
export async function takeBackTransferFile(ctx: Context, { tenantId, by }: PayCommand, id: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const status = await lockTransferFile(tx, id)
    if (!status) throw new Problem('not_found')
    if (status === 'TAKEN_BACK') return
    if (status === 'PAID') throw new Problem('state_conflict', { message: 'This file is confirmed as paid.' })
    const { transfers } = (await findTransferFile(tx, id))!
    await settleTransferFile(tx, id, 'TAKEN_BACK', by.actor.id)
    await recordChanges(
      tx,
      by,
      transfers.map(({ invoice_id }) => change(invoice_id, 'MADE', 'TAKEN_BACK', id)),
    )
  })
}

/**
 * PAYOUT-7: records that the bank has paid a file: a payment of each invoice. What was paid meanwhile is not paid again.
 * @throws Problem not_found, state_conflict (409) when it was taken back
 */
export async function confirmTransferFile(
  ctx: Context,
  { tenantId, by }: PayCommand,
  id: string,
  paid_on: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const status = await lockTransferFile(tx, id)
    if (!status) throw new Problem('not_found')
    if (status === 'PAID') return
    if (status === 'TAKEN_BACK') throw new Problem('state_conflict', { message: 'This file was taken back.' })
    const { transfers } = (await findTransferFile(tx, id))!
    await lockInvoices(
      tx,
      transfers.map(({ invoice_id }) => invoice_id),
    )
    for (const { invoice_id, amount } of transfers) {
      await recordTransfer(ctx, tx, { by, invoiceId: invoice_id, paid_on }, amount)
    }
    await settleTransferFile(tx, id, 'PAID', by.actor.id)
    await recordChanges(
      tx,
      by,
      transfers.map(({ invoice_id }) => change(invoice_id, 'MADE', 'PAID', id)),
    )
  })
}

function change(invoiceId: string, before: string | null, after: string, transfer_file: string) {
  return {
    ...({ entity_type: 'invoice', entity_id: invoiceId, action: 'updated' } as const),
    before: { transfer_file_status: before },
    after: { transfer_file_status: after, transfer_file },
  }
}

function invalid(path: string, message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { errors: [errorItem(path, message, path)] })
}
