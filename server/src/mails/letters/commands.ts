import type { MailDraft } from '@cartage/contract/mails/app/mails'
import { msg } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { mailServerOf } from '../../billing/sendings/mail-server.commands.ts'
import { checkAddress, checkMark, checkRepeat } from '../../billing/sendings/rules.ts'
import { checkRecipient } from '../../billing/sendings/shared-mail.commands.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { keptSentence } from '../../http/kept-sentence.ts'
import { Problem } from '../../http/problem.ts'
import { ordersByIdForUpdate } from '../../orders/store.ts'
import { subjectOf } from '../templates/engine.rules.ts'
import { readTemplateOf } from '../templates/views.ts'
import { type LoadedMail, loadMail, type Subject } from './load.commands.ts'
import { queueMail } from './queue.commands.ts'
import { writeIsolated } from './render.gateway.ts'
import { emailOf, type Written } from './rules.ts'
import { finishMail, insertMail, type MailRow, mailForUpdate, type NewMail } from './store.ts'
import { findRecentRequest, findRecipient } from './views.ts'

/** Tenant and actor of a mail command. */
export interface MailCommand {
  readonly tenantId: string
  readonly by: By
}

/** Options of an e-mail; an undefined one defaults to that of the company. */
export interface MailChoice {
  readonly language?: Language | undefined
  readonly address?: string | undefined
  /** Text that a person wrote in place of the template's. */
  readonly subject?: string | undefined
  readonly body?: string | undefined
  /** For a proof of delivery: request it again within a day. */
  readonly is_confirmed?: boolean | undefined
}

/**
 * Text of an e-mail; nothing is stored.
 * @throws Problem not_found, state_conflict, validation_failed for a faulty template
 */
export async function draftMail(
  ctx: Context,
  tenantId: string,
  subject: Subject,
  wanted: MailChoice,
): Promise<MailDraft> {
  const { company_name, address, language, subject: line, body } = await compose(ctx, tenantId, subject, wanted)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const is_possible = (await mailServerOf(ctx, tx)) !== undefined
    const asked = subject.kind === 'PROOF_REQUEST' ? await findRecentRequest(tx, subject.order_id!) : null
    return { company_name, address, language, subject: line, body, is_possible, asked }
  })
}

/** An e-mail with its text, which is written between two transactions. */
type Composed = LoadedMail & Written

async function compose(ctx: Context, tenantId: string, subject: Subject, wanted: MailChoice): Promise<Composed> {
  const { loaded, template } = await ctx.db.asTenant(tenantId, async (tx) => {
    const loaded = await loadMail(ctx, tx, subject, wanted.language)
    return { loaded, template: await readTemplateOf(tx, subject.kind, loaded.language) }
  })
  return { ...loaded, ...(await writeIsolated(tenantId, subject.kind, template, loaded.values)) }
}

/**
 * Writes an e-mail and queues it (MAIL-4). Later changes do not affect its text.
 * @returns its id
 * @throws Problem not_found, state_conflict, proof_requested, mail_server_missing, recipient_missing, validation_failed
 */
export async function sendMailAbout(
  ctx: Context,
  { tenantId, by }: MailCommand,
  subject: Subject,
  wanted: MailChoice,
): Promise<string> {
  const composed = await compose(ctx, tenantId, subject, wanted)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (subject.kind === 'PROOF_REQUEST') await checkRequest(tx, subject.order_id!, wanted.is_confirmed === true)
    const { company_id, language, ...loaded } = composed
    const { line, body } = textOf(wanted, composed)
    const server = await mailServerOf(ctx, tx)
    if (server === undefined) throw new Problem('mail_server_missing')
    const address = wanted.address || loaded.address
    if (!address) {
      const message = 'The company has no e-mail address. Enter one here, or for its contact.'
      throw new Problem('recipient_missing', { message })
    }
    checkAddress('MAIL', address)
    await checkRecipient(tx, server, address)
    return await write(ctx, tx, by, { ...subject, company_id, address, language, subject: line, body, repeat_of: null })
  })
}

/** MAIL-15: text that a person typed takes precedence over the template. */
function textOf(wanted: MailChoice, composed: Written): { line: string; body: string } {
  return {
    line: subjectOf(wanted.subject ?? composed.subject),
    body: wanted.body === undefined ? composed.body : `${wanted.body.trim()}\n`,
  }
}

/**
 * A proof is requested once in 24 hours, unless a person confirms another request (MAIL-9). The lock of the order makes
 * two concurrent requests see each other.
 */
async function checkRequest(tx: Tx, orderId: string, isConfirmed: boolean): Promise<void> {
  await ordersByIdForUpdate(tx, [orderId])
  const asked = await findRecentRequest(tx, orderId)
  if (asked !== null && !isConfirmed) throw new Problem('proof_requested')
}

/** The text of an automatic e-mail, or the reason it cannot be written. */
export type AutomaticText = Composed | Problem

/**
 * Writes the text of an automatic e-mail before its cause is claimed.
 * @returns a Problem when it cannot be written, which is stored with the e-mail
 * @throws Problem rate_limited, unavailable: then it is retried later
 */
export async function composeAutomatic(ctx: Context, tenantId: string, subject: Subject): Promise<AutomaticText> {
  try {
    return await compose(ctx, tenantId, subject, {})
  } catch (error) {
    const isFinal = error instanceof Problem && error.status < 500 && error.code !== 'rate_limited'
    if (isFinal) return error
    throw error
  }
}

/**
 * Stores an automatic e-mail (MAIL-7) in the transaction that claims its cause. Without a text or an address it is
 * stored as failed with the reason, so that a person sees it.
 * @param text from `composeAutomatic`
 * @param wanted address that was entered for the company; null for the contact with a matching role
 */
export async function writeAutomaticMail(
  ctx: Context,
  tx: Tx,
  by: By,
  { kind, order_id, trip_id }: Subject,
  text: AutomaticText,
  wanted: string | null,
): Promise<void> {
  const about = { kind, order_id, trip_id }
  if (text instanceof Problem) return await keepUnwritten(ctx, tx, by, about, text)
  const { company_id, language, subject: line, body } = text
  const address = wanted ?? text.address ?? ''
  const mail = { ...about, company_id, address, language, subject: line, body, repeat_of: null, is_automatic: true }
  const mailId = await write(ctx, tx, by, mail)
  if (address === '') await fail(tx, mailId, missingAddress)
}

const missingAddress = msg`The company has no e-mail address. Enter one for its contact, then send again.`

async function fail(tx: Tx, mailId: string, why: Parameters<typeof keptSentence>[0]): Promise<void> {
  await finishMail(tx, mailId, { status: 'FAILED', failure: keptSentence(why) })
}

/** Stores a failed e-mail without a text, for example when its template is invalid. */
async function keepUnwritten(
  ctx: Context,
  tx: Tx,
  by: By,
  { kind, order_id, trip_id }: Subject,
  { sentence }: Problem,
): Promise<void> {
  const recipient = await findRecipient(tx, { kind, order_id, trip_id })
  if (!recipient) return
  const { company_id } = recipient
  const empty = { address: '', language: 'en', subject: kind, body: '\n', repeat_of: null, is_automatic: true } as const
  await fail(tx, await write(ctx, tx, by, { kind, order_id, trip_id, company_id, ...empty }), sentence)
}

async function write(ctx: Context, tx: Tx, by: By, mail: Omit<NewMail, 'mail_id' | 'requested_by'>): Promise<string> {
  const mail_id = ctx.newId()
  await insertMail(tx, { ...mail, mail_id, requested_by: by.actor.id })
  await queueMail(ctx, tx, mail_id, 0)
  const { kind, address, language, subject } = mail
  await record(tx, by, mail, null, { kind, address, language, subject, is_repeat: mail.repeat_of !== null })
  return mail_id
}

/**
 * Sends a finished e-mail again, as another e-mail with the same text (MAIL-4).
 * @throws Problem not_found, sending_in_progress, sending_decided
 */
export async function resendMail(ctx: Context, { tenantId, by }: MailCommand, mailId: string): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const row = await locked(tx, mailId)
    checkRepeat(row)
    if (row.body === '') throw new Problem('mail_erased')
    const { kind, order_id, trip_id, company_id, address, language, subject, body } = row
    const to = address || (await addressFor(tx, row))
    const content = { kind, order_id, trip_id, company_id, address: to, language, subject, body }
    return await write(ctx, tx, by, { ...content, repeat_of: mailId })
  })
}

/** @throws Problem recipient_missing when the company still has no address */
async function addressFor(tx: Tx, { kind, order_id, trip_id }: MailRow): Promise<string> {
  const recipient = await findRecipient(tx, { kind, order_id, trip_id })
  const address = recipient && emailOf(recipient, kind)
  if (address) return address
  throw new Problem('recipient_missing', { message: 'The company has no e-mail address. Enter one for its contact.' })
}

/**
 * Records a person's finding about an e-mail that is unknown or failed (MAIL-4).
 * @throws Problem not_found, sending_in_progress, sending_decided
 */
export async function markMail(
  ctx: Context,
  { tenantId, by }: MailCommand,
  mailId: string,
  status: 'SENT' | 'FAILED',
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await locked(tx, mailId)
    checkMark(before)
    const failure = status === 'FAILED' ? before.failure : null
    await finishMail(tx, mailId, { status, failure, finished_by: by.actor.id })
    await record(tx, by, before, { status: before.status }, { status })
  })
}

async function locked(tx: Tx, id: string): Promise<MailRow> {
  const mail = await mailForUpdate(tx, id)
  if (!mail) throw new Problem('not_found')
  return mail
}

/** Records an e-mail that a person requested or settled in the trail of its order or trip. */
async function record(
  tx: Tx,
  by: By,
  { order_id, trip_id }: Pick<MailRow, 'order_id' | 'trip_id'>,
  before: object | null,
  after: object,
): Promise<void> {
  const about =
    order_id === null ? { entity_type: 'trip', entity_id: trip_id! } : { entity_type: 'order', entity_id: order_id }
  await recordChanges(tx, by, [{ ...about, action: 'updated', before: { mail: before }, after: { mail: after } }])
}
