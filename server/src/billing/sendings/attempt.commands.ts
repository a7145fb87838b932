import { msg } from '@cartage/contract/message'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type KeptSentence, keptSentence } from '../../http/kept-sentence.ts'
import type { Mail, MailResult, MailServer } from '../../net/mail.ts'
import { isQuiet, sendLetter } from './mail.gateway.ts'
import { mailServerOf } from './mail-server.commands.ts'
import { unknownResult, waitAfter } from './rules.ts'
import { takeShared } from './shared-mail.commands.ts'

/** Seconds that a tenant's e-mails wait after its mail server was unreachable. */
const quietSeconds = 60

const interrupted = msg`the process ended before the answer`
const noMailServer = keptSentence(msg`No mail server is set up. Enter one in the settings, then send again.`)

/** Data of an e-mail needed to send it. */
export interface AttemptedMail {
  readonly status: 'PENDING' | 'STARTED' | 'SENT' | 'FAILED' | 'UNKNOWN'
  readonly attempts: number
  readonly has_repeat: boolean
}

/** Storage of e-mails of one kind of record. */
export interface MailRecords {
  lock: (tx: Tx, id: string) => Promise<AttemptedMail | undefined>
  start: (tx: Tx, id: string) => Promise<void>
  finish: (
    tx: Tx,
    id: string,
    result: { status: 'SENT' | 'FAILED' | 'UNKNOWN' | 'PENDING'; failure: KeptSentence | null },
  ) => Promise<void>
  queue: (ctx: Context, tx: Tx, id: string, inSeconds: number) => Promise<void>
}

/** State after the start of an e-mail. */
interface Begun {
  readonly server: MailServer
  readonly attempts: number
}

/**
 * Sends an e-mail once (BILL-32): its start is committed before the first byte, and without a result it is UNKNOWN.
 * @param mail undefined if not pending: then only an interrupted start is settled
 */
export async function attemptMail(
  ctx: Context,
  { tenantId, id }: { tenantId: string; id: string },
  records: MailRecords,
  mail: Omit<Mail, 'id'> | undefined,
): Promise<void> {
  ctx.crashPoints.reach('send:loaded')
  const begun = await ctx.db.asTenant(tenantId, (tx) => begin(ctx, tx, records, { id, to: mail?.to }))
  if (begun === undefined || mail === undefined) return
  ctx.crashPoints.reach('send:started')
  const result = await sendLetter(ctx, tenantId, begun.server, { id, ...mail })
  ctx.crashPoints.reach('send:answered')
  await ctx.db.asTenant(tenantId, async (tx) => {
    const locked = await records.lock(tx, id)
    // Another process may have marked it as interrupted meanwhile. Any other change is a decision by a person.
    const isOurs = locked?.status === 'STARTED' || (locked?.status === 'UNKNOWN' && !locked.has_repeat)
    if (!isOurs || locked.attempts !== begun.attempts) return
    await settle(ctx, tx, records, { id, attempts: locked.attempts, result })
  })
  ctx.crashPoints.reach('send:written')
}

/**
 * Commits the start of an e-mail before its first byte. One started earlier without a result may have been sent, so no
 * program sends it again (BILL-32).
 */
async function begin(
  ctx: Context,
  tx: Tx,
  records: MailRecords,
  { id, to }: { id: string; to: string | undefined },
): Promise<Begun | undefined> {
  const mail = await records.lock(tx, id)
  if (mail?.status === 'STARTED') {
    await records.finish(tx, id, { status: 'UNKNOWN', failure: unknownResult(interrupted) })
    return undefined
  }
  if (mail?.status !== 'PENDING') return undefined
  const server = await mailServerOf(ctx, tx)
  if (server === undefined) {
    await records.finish(tx, id, { status: 'FAILED', failure: noMailServer })
    return undefined
  }
  if (isQuiet(ctx, tx.tenantId)) {
    await records.queue(ctx, tx, id, quietSeconds)
    return undefined
  }
  const refusal = to === undefined ? undefined : await takeShared(ctx, tx, server, to)
  if (refusal !== undefined) {
    await records.finish(tx, id, { status: 'FAILED', failure: keptSentence(refusal) })
    return undefined
  }
  await records.start(tx, id)
  return { server, attempts: mail.attempts + 1 }
}

/**
 * Records the result of an e-mail. If certainly not accepted, it waits for the next attempt, or fails after the last.
 */
async function settle(
  ctx: Context,
  tx: Tx,
  records: MailRecords,
  { id, attempts, result }: { id: string; attempts: number; result: MailResult },
): Promise<void> {
  const finish = (status: 'SENT' | 'FAILED' | 'UNKNOWN' | 'PENDING', failure: KeptSentence | null) =>
    records.finish(tx, id, { status, failure })
  switch (result.outcome) {
    case 'sent':
      return await finish('SENT', null)
    case 'unknown':
      return await finish('UNKNOWN', unknownResult(result.reason))
    case 'rejected':
      return await finish('FAILED', keptSentence(msg`The mail server rejected it: ${result.reason}`))
    case 'failed': {
      const wait = waitAfter(attempts)
      const failure = keptSentence(msg`The mail server did not accept it: ${result.reason}`)
      await finish(wait === undefined ? 'FAILED' : 'PENDING', failure)
      if (wait !== undefined) await records.queue(ctx, tx, id, wait)
    }
  }
}
