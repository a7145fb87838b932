import { msg } from '@cartage/contract/message'
import type { TransferFile } from '@cartage/contract/purchases/app/transfers'
import { recordSetOff, recordTransfer } from '../../accounting/payments/commands.ts'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import { lockInvoices } from '../../billing/records/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { debtorOf, faultOfPayable } from './payable.rules.ts'
import { faultOfCredit, numberOf, planTransfers, type TransferPlan } from './set-off.rules.ts'
import { insertTransferFile, lockTransferFile, settleTransferFile } from './store.ts'
import { findOpenCredits, findPayables, findTransferFile } from './views.ts'

/** The tenant, and the actor. */
interface PayCommand {
  readonly tenantId: string
  readonly by: By
}

/** Documents selected for payment. */
interface ChosenTransfers {
  readonly billing_entity_id: string
  readonly execution_day: string
  readonly invoice_ids: readonly string[]
  readonly credit_note_ids: readonly string[]
}

/**
 * PAYOUT-2: creates a file of the selected invoices, each with its open amount less the selected credit notes
 * (PAYOUT-9).
 * @returns id of the file
 * @throws Problem validation_failed for an unknown billing entity or a past day, state_conflict (409) with why an
 * invoice cannot be paid or a credit note not be set off: nothing is created then
 */
export async function createTransferFile(
  ctx: Context,
  { tenantId, by }: PayCommand,
  chosen: ChosenTransfers,
): Promise<string> {
  const { billing_entity_id, execution_day } = chosen
  return await ctx.db.asTenant(tenantId, async (tx) => {
    // Serialises concurrent files of the same invoice: the second transaction sees the first file.
    await lockInvoices(tx, [...chosen.invoice_ids, ...chosen.credit_note_ids])
    const entity = (await loadEntities(tx)).find((one) => one.billing_entity_id === billing_entity_id)
    if (!entity) throw invalid('billing_entity_id', 'is not a billing entity in use')
    if (execution_day < (await todayOf(ctx, tx))) throw invalid('execution_day', 'is over')
    const debtor = debtorOf(entity)
    if ('fault' in debtor) throw new Problem('state_conflict', { message: debtor.fault })
    const plans = await planChosen(tx, chosen)
    const transfer_file_id = ctx.newId()
    const file = { transfer_file_id, billing_entity_id, execution_day, debtor, created_by: by.actor.id }
    const transfers = plans.map(({ payable, amount, credits, creditor }) => ({
      ...{ transfer_id: ctx.newId(), invoice_id: payable.invoice_id },
      ...{ amount, credits, creditor },
    }))
    await insertTransferFile(tx, file, transfers)
    const documents = plans.flatMap(({ payable, credits }) => [
      payable.invoice_id,
      ...credits.map(({ credit_note_id }) => credit_note_id),
    ])
    const changes = [...new Set(documents)].map((id) => change(id, null, 'MADE', transfer_file_id))
    await recordChanges(tx, by, changes)
    return transfer_file_id
  })
}

/**
 * Transfers for the selected documents.
 * @throws Problem state_conflict (409) with why there are none
 */
async function planChosen(tx: Tx, chosen: ChosenTransfers): Promise<readonly TransferPlan[]> {
  const ids = [...new Set(chosen.invoice_ids)]
  const creditIds = [...new Set(chosen.credit_note_ids)]
  const payables = await findPayables(tx, chosen.billing_entity_id, ids)
  const notes = await findOpenCredits(tx, chosen.billing_entity_id, creditIds)
  if (payables.length < ids.length || notes.length < creditIds.length) {
    throw new Problem('state_conflict', { message: 'One of the documents is not open any more. Reload the list.' })
  }
  const faults = [
    ...payables.map((payable) => ({ name: numberOf(payable), fault: faultOfPayable(payable) })),
    ...notes.map((note) => ({ name: numberOf(note), fault: faultOfCredit(note) })),
  ]
  for (const { name, fault } of faults) {
    if (fault !== undefined) throw new Problem('state_conflict', { message: msg`${name}: ${fault}` })
  }
  const plans = planTransfers(payables, notes)
  if ('fault' in plans) throw new Problem('state_conflict', { message: plans.fault })
  return plans
}

/** Distinct invoices and credit notes of transfers. */
function documentsIn(
  transfers: readonly Pick<TransferFile['transfers'][number], 'invoice_id' | 'credits'>[],
): string[] {
  const ids = transfers.flatMap(({ invoice_id, credits }) => [invoice_id, ...credits.map((one) => one.invoice_id)])
  return [...new Set(ids)]
}

/**
 * A file to send to the bank.
 * @throws Problem not_found, state_conflict (409) if it was taken back
 */
export async function readTransferFile(tx: Tx, id: string) {
  const file = await findTransferFile(tx, id)
  if (!file) throw new Problem('not_found')
  if (file.status === 'TAKEN_BACK') throw new Problem('state_conflict', { message: 'This file was taken back.' })
  return file
}

/**
 * PAYOUT-6: takes back a file that was not sent to the bank, so that its invoices can be paid by another.
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
    const changes = documentsIn(transfers).map((one) => change(one, 'MADE', 'TAKEN_BACK', id))
    await recordChanges(tx, by, changes)
  })
}

/**
 * PAYOUT-7: records that the bank executed a file: a payment of each invoice, and the credit notes set off (PAYOUT-9).
 * Amounts paid meanwhile are not paid again.
 * @throws Problem not_found, state_conflict (409) if it was taken back
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
    await lockInvoices(tx, documentsIn(transfers))
    for (const { invoice_id, amount, credits } of transfers) {
      await recordTransfer(ctx, tx, { by, invoiceId: invoice_id, paid_on }, amount)
      for (const credit of credits) {
        const both = { by, invoiceId: invoice_id, creditNoteId: credit.invoice_id, paid_on }
        await recordSetOff(ctx, tx, both, credit.amount)
      }
    }
    await settleTransferFile(tx, id, 'PAID', by.actor.id)
    const changes = documentsIn(transfers).map((one) => change(one, 'MADE', 'PAID', id))
    await recordChanges(tx, by, changes)
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
