import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { tryFile } from '../channels/file.gateway.ts'
import { type Channels, openChannels, openTarget } from '../channels/gateway.ts'
import type { Message, Sent, Target } from '../channels/target.model.ts'
import { verdictOf } from '../sending/schedule.rules.ts'
import type { Attempt } from '../store.ts'
import { findTargets } from './store.ts'

/** Result of a test. */
export type TestResult = Attempt & { is_delivered: boolean }

/**
 * Sends one event of the type `subscription.tested` and returns the result: signed over HTTPS, as a file with that name
 * by SFTP and into a folder. For EDI, a file is written under a hidden name and removed: every real interchange would
 * report something. It is not part of the log.
 * @throws Problem not_found
 */
export async function testSubscription(ctx: Context, tenantId: string, id: string): Promise<TestResult> {
  const [stored] = await ctx.db.asTenant(tenantId, (tx) => findTargets(tx, id))
  if (!stored) throw new Problem('not_found')
  const timestamp = `${ctx.now().toISOString().slice(0, 19)}Z`
  const message: Message = {
    event_id: ctx.newId(),
    type: 'subscription.tested',
    entity_id: id,
    epoch: 0,
    sequence: 0,
    attempts: 0,
    payload: JSON.stringify({ type: 'subscription.tested', timestamp, events: [] }),
  }
  const channels = openChannels(ctx)
  try {
    const sent = await tryOut(ctx, channels, openTarget(ctx, tenantId, stored), message)
    return { ...sent.attempt, is_delivered: verdictOf(sent.outcome) === 'delivered' }
  } finally {
    channels.close()
  }
}

async function tryOut(ctx: Context, channels: Channels, target: Target, message: Message): Promise<Sent> {
  if (target.format === 'JSON') return channels.send(target, message)
  const started = performance.now()
  const problem = await channels
    .side(target)
    .then((side) => tryFile(ctx, target, message, side))
    .then(
      () => null,
      (error: Error) => error.message,
    )
  return {
    outcome: {
      status: null,
      retryAfter: undefined,
      ...(problem === null && { channelVerdict: { verdict: 'delivered' } as const }),
    },
    attempt: {
      event_id: message.event_id,
      subscription_id: target.subscription_id,
      duration_ms: Math.round(performance.now() - started),
      status: null,
      address: null,
      failure: problem,
      request_headers: '{}',
      response_headers: '{}',
      response_body: '',
    },
  }
}
