import { msg } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { publishTo } from '../../deliveries/publish.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { findByName, findInvoice, type InvoiceRow } from '../records/views.ts'
import { type AccessPointMessage, accessPointEvent, fileNameOf, sendingEntity } from './access-point.rules.ts'
import { attemptMail, type MailRecords } from './attempt.commands.ts'
import { loadFiles } from './files.commands.ts'
import { letterOf } from './letter.commands.ts'
import { queueSendings } from './queue.commands.ts'
import { addressText } from './rules.ts'
import { finishSending, type SendingRow, sendingForUpdate, startSending } from './store.ts'
import { findAccessPoint } from './views.ts'

/** Seconds until a delivery to an access point is checked, in case its completion is not reported. */
const lookAgainSeconds = 3_600

/** Executes a pending sending (BILL-32). Started or completed ones are ignored. */
export async function sendQueued(ctx: Context, { tenantId, payload, finishing }: Job<'billing.send'>): Promise<void> {
  const sending = await ctx.db.asTenant(tenantId, (tx) => sendingForUpdate(tx, payload.sending_id))
  if (sending?.channel === 'MAIL') return await sendByMail(ctx, tenantId, sending)
  if (sending?.status === 'PENDING') await sendToAccessPoint(ctx, tenantId, sending, finishing)
}

/**
 * Queues a document for the access point. The start of the sending commits with its delivery, which has the id of the
 * sending, so that any repeat is the same message.
 * @throws Error while the files are not written
 */
async function sendToAccessPoint(
  ctx: Context,
  tenantId: string,
  sending: SendingRow,
  finishing: Job['finishing'],
): Promise<void> {
  const { sending_id, invoice_id } = sending
  const [ubl] = await loadFiles(ctx, tenantId, invoice_id, ['UBL'])
  if (!ubl) throw new Error('The files of the document are not written yet.')
  ctx.crashPoints.reach('send:loaded')
  await finishing(async (tx) => {
    const locked = await sendingForUpdate(tx, sending_id)
    if (locked?.status !== 'PENDING') return
    const endpoint = await findAccessPoint(tx)
    if (endpoint === undefined) return await finishSending(tx, sending_id, { status: 'FAILED', failure: noAccessPoint })
    await startSending(tx, sending_id)
    const invoice = (await findInvoice(tx, invoice_id))!
    const payload = await messageOf(tx, invoice, sending, ubl.bytes.toString('utf8'))
    const event = { event_id: sending_id, entity_type: sendingEntity, entity_id: sending_id, sequence: 1 }
    await publishTo(tx, endpoint, [{ ...event, type: accessPointEvent, payload: JSON.stringify(payload) }])
    await enqueue(tx, 'billing.follow_sending', { sending_id }, { inSeconds: lookAgainSeconds })
    tx.afterCommit(() => ctx.wake('deliveries'))
  })
  ctx.crashPoints.reach('send:queued')
}

const noAccessPoint = keptSentence(
  msg`No access point is set up. Add an endpoint for electronic invoices, then send again.`,
)

async function messageOf(
  tx: Tx,
  { invoice_id, kind, name, content }: InvoiceRow,
  { sending_id, address }: SendingRow,
  xml: string,
): Promise<AccessPointMessage> {
  const { date, currency, totals, seller } = content!
  return {
    sending_id,
    document_type: kind,
    number: name!,
    date,
    currency,
    total_incl_tax: totals.with_vat,
    sender: addressText(seller.electronic_address),
    recipient: address,
    file_name: fileNameOf(invoice_id, name!, await findByName(tx, name!)),
    media_type: 'application/xml',
    content: xml,
  }
}

const records: MailRecords = {
  lock: sendingForUpdate,
  start: startSending,
  finish: finishSending,
  queue: (ctx, tx, id, inSeconds) => queueSendings(ctx, tx, [id], inSeconds),
}

async function sendByMail(ctx: Context, tenantId: string, sending: SendingRow): Promise<void> {
  const { sending_id, status, address } = sending
  const letter = status === 'PENDING' ? await letterOf(ctx, tenantId, sending) : undefined
  await attemptMail(ctx, { tenantId, id: sending_id }, records, letter && { to: address, ...letter })
}
