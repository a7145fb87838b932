import type { sendInvoice, setSendingStatus } from '@cartage/contract/billing/app/sending'
import type { Input } from '@cartage/contract/endpoint'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { loadEntities } from '../drafts/facts.views.ts'
import { loadBilled } from '../drafts/load.commands.ts'
import { lockInvoices } from '../records/store.ts'
import { findInvoice, type InvoiceRow } from '../records/views.ts'
import { mailServerOf } from './mail-server.commands.ts'
import { recipientOf } from './plan.commands.ts'
import { queueSendings } from './queue.commands.ts'
import { addressOf, checkAddress, checkMark, checkRepeat, missingAddress } from './rules.ts'
import { checkRecipient } from './shared-mail.commands.ts'
import {
  finishSending,
  insertSendings,
  type NewSending,
  type SendingChannel,
  type SendingRow,
  sendingForUpdate,
} from './store.ts'
import { sendingsOfDocument, wasSentTo } from './views.ts'

/** The tenant, and the user or program that acts. */
export interface SendingCommand {
  readonly tenantId: string
  readonly by: By
}

/**
 * Sends a finalised document to an address it was not sent to before (BILL-33).
 * @returns the id of the sending
 * @throws Problem not_found, document_not_finalised, already_sent, validation_failed
 */
export async function sendDocument(
  ctx: Context,
  { tenantId, by }: SendingCommand,
  invoiceId: string,
  { channel, address: given }: Input<typeof sendInvoice>['body'],
): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const invoice = await findInvoice(tx, invoiceId)
    if (!invoice) throw new Problem('not_found')
    if (!invoice.content) throw new Problem('document_not_finalised')
    const address = await addressFor(ctx, tx, invoice, channel, given)
    if (await wasSentTo(tx, invoiceId, channel, address)) throw new Problem('already_sent')
    return await writeSending(ctx, tx, by, { invoice_id: invoiceId, channel, address, purpose: 'DOCUMENT' })
  })
}

/**
 * Sends a finalised document of ours by the channels of its customer's preference, else by e-mail, and repeats failed
 * sendings (BILL-36). What was accepted or is on its way is not sent again.
 * @throws Problem not_found, document_not_finalised, already_sent, recipient_missing, recipient_unknown, state_conflict
 */
export async function sendAsPreferred(
  ctx: Context,
  { tenantId, by }: SendingCommand,
  invoiceId: string,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const invoice = await findInvoice(tx, invoiceId)
    if (!invoice) throw new Problem('not_found')
    if (!invoice.content) throw new Problem('document_not_finalised')
    if (invoice.origin === 'INTAKE') {
      throw new Problem('state_conflict', { message: 'A document of a supplier is not sent back to it.' })
    }
    const before = await sendingsOfDocument(tx, invoiceId)
    if (before.some(({ status }) => status === 'SENT' || status === 'PENDING' || status === 'STARTED')) {
      throw new Problem('already_sent')
    }
    if (before.some(({ status, has_repeat: isRepeated }) => status === 'UNKNOWN' && !isRepeated)) {
      throw new Problem('state_conflict', { message: unknownFirst })
    }
    const channels = await channelsOf(tx, invoice)
    for (const { channel, address: wanted } of channels) {
      const address = await addressFor(ctx, tx, invoice, channel, wanted)
      const failed = before.find((one) => one.channel === channel && !one.has_repeat)
      const repeat = failed && { repeat_of: failed.sending_id }
      await writeSending(ctx, tx, by, { invoice_id: invoiceId, channel, address, purpose: 'DOCUMENT', ...repeat })
    }
  })
}

const unknownFirst = msg`No one knows whether it arrived. Ask the customer, then mark what was sent, or send it again there.`

/** Channels from the recipient's billing preference; e-mail if it has none. */
async function channelsOf(tx: Tx, { company_id, billing_entity_id }: InvoiceRow) {
  const billedBy = await loadBilled(tx, [company_id], await loadEntities(tx), { isDecided: true })
  const channels = billedBy(company_id, billing_entity_id)?.preference.channels ?? []
  return channels.length > 0 ? channels : [{ channel: 'MAIL' as const, address: null }]
}

/** @throws Problem validation_failed, recipient_missing, recipient_unknown */
async function addressFor(
  ctx: Context,
  tx: Tx,
  { company_id, billing_entity_id }: InvoiceRow,
  channel: SendingChannel,
  given: string | null,
): Promise<string> {
  const billedBy = await loadBilled(tx, [company_id], await loadEntities(tx), { isDecided: true })
  const billed = billedBy(company_id, billing_entity_id)
  const address = addressOf(channel, given, billed ? recipientOf(billed) : { email: null, electronic_address: null })
  if (address === null) throw new Problem('recipient_missing', { message: missingAddress(channel) })
  return await checkedAddress(ctx, tx, channel, address)
}

/**
 * An address that fits its channel and that the mail server may send to.
 * @throws Problem validation_failed, recipient_unknown
 */
export async function checkedAddress(ctx: Context, tx: Tx, channel: SendingChannel, address: string): Promise<string> {
  checkAddress(channel, address)
  const server = channel === 'MAIL' ? await mailServerOf(ctx, tx) : undefined
  if (server) await checkRecipient(tx, server, address)
  return address
}

/**
 * Repeats a completed sending as a new one (BILL-33). If it had no address, it uses the current one.
 * @throws Problem not_found, sending_in_progress, sending_decided, recipient_missing
 */
export async function resend(ctx: Context, { tenantId, by }: SendingCommand, sendingId: string): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const { invoice_id, channel, purpose, reminder_level_id, reminder, letter, ...sending } = await locked(
      tx,
      sendingId,
    )
    checkRepeat(sending)
    const invoice = (await findInvoice(tx, invoice_id))!
    const address = await addressFor(ctx, tx, invoice, channel, sending.address || null)
    const content = { invoice_id, channel, address, purpose, reminder_level_id, reminder, letter }
    return await writeSending(ctx, tx, by, { ...content, repeat_of: sendingId })
  })
}

/**
 * Records a person's finding about an unknown or failed sending (BILL-33).
 * @throws Problem not_found, sending_in_progress, sending_decided
 */
export async function markSending(
  ctx: Context,
  { tenantId, by }: SendingCommand,
  sendingId: string,
  { status, message }: Input<typeof setSendingStatus>['body'],
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, sendingId)
    checkMark(before)
    const failure = message || (status === 'FAILED' ? before.failure : null)
    await finishSending(tx, sendingId, { status, failure, finished_by: by.actor.id })
    await record(tx, by, before.invoice_id, { status: before.status }, { status, message: message || null })
  })
}

async function locked(tx: Tx, id: string): Promise<SendingRow> {
  const sending = await sendingForUpdate(tx, id)
  if (!sending) throw new Problem('not_found')
  return sending
}

/** Writes a sending that a person requested, queues it and records it in the audit trail of its document. */
export async function writeSending(
  ctx: Context,
  tx: Tx,
  by: By,
  sending: Omit<NewSending, 'sending_id' | 'requested_by'>,
): Promise<string> {
  const sending_id = ctx.newId()
  await insertSendings(tx, [{ ...sending, sending_id, requested_by: by.actor.id }])
  await queueSendings(ctx, tx, [sending_id])
  const { channel, address, purpose } = sending
  await record(tx, by, sending.invoice_id, null, {
    channel,
    address,
    purpose,
    is_repeat: sending.repeat_of !== undefined,
  })
  return sending_id
}

/** Records a sending that a person requested or settled in the audit trail of its document. */
async function record(tx: Tx, by: By, invoiceId: string, before: object | null, after: object): Promise<void> {
  await recordChanges(tx, by, [
    {
      entity_type: 'invoice',
      entity_id: invoiceId,
      action: 'updated',
      before: { sending: before },
      after: { sending: after },
    },
  ])
}
