import { said } from '@cartage/contract/said'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { publishTo } from '../../deliveries/publish.ts'
import { type KeptSentence, keptSentence } from '../../http/kept-sentence.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { MailResult, MailServer } from '../../net/mail.ts'
import { findByName, findInvoice, type InvoiceRow } from '../records/views.ts'
import { type AccessPointMessage, accessPointEvent, fileNameOf, sendingEntity } from './access-point.rules.ts'
import { loadFiles } from './files.commands.ts'
import { letterOf } from './letter.commands.ts'
import { isQuiet, sendLetter } from './mail.gateway.ts'
import { mailServerOf } from './mail-server.commands.ts'
import { queueSendings } from './queue.commands.ts'
import { addressText, unknownResult, waitAfter } from './rules.ts'
import { finishSending, type SendingRow, sendingForUpdate, startSending } from './store.ts'
import { findAccessPoint } from './views.ts'

/** Seconds after which a delivery to an access point is looked at, in case nothing says that it ended. */
const lookAgainSeconds = 3_600
/** Seconds that e-mails of a tenant wait when its mail server was just out of reach. */
const quietSeconds = 60

const interrupted = said`the process ended before the answer`

/** Sends a sending that is not begun (BILL-32); what is begun or has ended is left alone. */
export async function sendQueued(ctx: Context, { tenantId, payload, finishing }: Job<'billing.send'>): Promise<void> {
  const sending = await ctx.db.asTenant(tenantId, (tx) => sendingForUpdate(tx, payload.sending_id))
  if (sending?.channel === 'MAIL') return await sendByMail(ctx, tenantId, sending)
  if (sending?.status === 'PENDING') await sendToAccessPoint(ctx, tenantId, sending, finishing)
}

/**
 * Queues a document for the access point: the start of the sending and its delivery commit together, and the delivery has
 * the id of the sending, so that whatever is repeated is the same message.
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
  said`No access point is set up. Add an endpoint for electronic invoices, then send again.`,
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

/** What is begun when an e-mail may be sent. */
interface Begun {
  readonly server: MailServer
  readonly attempts: number
}

async function sendByMail(ctx: Context, tenantId: string, sending: SendingRow): Promise<void> {
  const { sending_id } = sending
  const letter = sending.status === 'PENDING' ? await letterOf(ctx, tenantId, sending) : undefined
  ctx.crashPoints.reach('send:loaded')
  const begun = await ctx.db.asTenant(tenantId, (tx) => begin(ctx, tx, sending_id))
  if (begun === undefined || letter === undefined) return
  ctx.crashPoints.reach('send:started')
  const result = await sendLetter(ctx, tenantId, begun.server, { id: sending_id, to: sending.address, ...letter })
  ctx.crashPoints.reach('send:answered')
  await ctx.db.asTenant(tenantId, async (tx) => {
    const locked = await sendingForUpdate(tx, sending_id)
    // Another process took it for interrupted meanwhile: only a person may have decided more than that.
    const isOurs = locked?.status === 'STARTED' || (locked?.status === 'UNKNOWN' && !locked.has_repeat)
    if (!isOurs || locked.attempts !== begun.attempts) return
    await settle(ctx, tx, locked, result)
  })
  ctx.crashPoints.reach('send:written')
}

/**
 * Commits that an e-mail is begun, before its first byte. What was begun before and has no result may have been sent: no
 * machine sends it again (BILL-32).
 */
async function begin(ctx: Context, tx: Tx, id: string): Promise<Begun | undefined> {
  const sending = await sendingForUpdate(tx, id)
  if (sending?.status === 'STARTED') {
    await finishSending(tx, id, { status: 'UNKNOWN', failure: unknownResult(interrupted) })
    return undefined
  }
  if (sending?.status !== 'PENDING') return undefined
  const server = await mailServerOf(ctx, tx)
  if (server === undefined) {
    await finishSending(tx, id, { status: 'FAILED', failure: noMailServer })
    return undefined
  }
  if (isQuiet(ctx, tx.tenantId)) {
    await queueSendings(ctx, tx, [id], quietSeconds)
    return undefined
  }
  await startSending(tx, id)
  return { server, attempts: sending.attempts + 1 }
}

const noMailServer = keptSentence(said`No mail server is set up. Enter one in the settings, then send again.`)

/** Writes how sending an e-mail ended. What was certainly not accepted waits for the next attempt, or failed after the last. */
async function settle(ctx: Context, tx: Tx, { sending_id, attempts }: SendingRow, result: MailResult): Promise<void> {
  const finish = (status: 'SENT' | 'FAILED' | 'UNKNOWN' | 'PENDING', failure: KeptSentence | null) =>
    finishSending(tx, sending_id, { status, failure })
  switch (result.outcome) {
    case 'sent':
      return await finish('SENT', null)
    case 'unknown':
      return await finish('UNKNOWN', unknownResult(result.reason))
    case 'rejected':
      return await finish('FAILED', keptSentence(said`The mail server rejected it: ${result.reason}`))
    case 'failed': {
      const wait = waitAfter(attempts)
      const failure = keptSentence(said`The mail server did not accept it: ${result.reason}`)
      await finish(wait === undefined ? 'FAILED' : 'PENDING', failure)
      if (wait !== undefined) await queueSendings(ctx, tx, [sending_id], wait)
    }
  }
}
