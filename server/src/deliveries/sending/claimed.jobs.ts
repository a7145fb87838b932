import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import { interchangeOf } from '../channels/edi.commands.ts'
import type { Channels } from '../channels/gateway.ts'
import type { Sent, Target } from '../channels/target.model.ts'
import { type Claimed, leaseSeconds, renewPending } from './pending.store.ts'

/** Files may take longer than a lease, so it is renewed well before it ends. */
const renewMs = (leaseSeconds / 3) * 1_000

/**
 * Sends one claimed row on the channel of its endpoint. Never throws: a message that cannot be built is recorded as a
 * failed attempt.
 * @returns null when it was not sent and is released: the database was unavailable
 */
export async function sendClaimed(
  ctx: Context,
  channels: Channels,
  work: { tenantId: string; target: Target },
  item: { claimed: Claimed; token: string },
): Promise<Sent | null> {
  const { tenantId, target } = work
  const renewing = target.channel === 'HTTPS' ? undefined : setInterval(() => renew(ctx, tenantId, item), renewMs)
  try {
    return await sendBy(ctx, channels, work, item.claimed)
  } catch (error) {
    if (isUnavailable(error)) return null
    ctx.log.error({ err: error, tenant_id: tenantId, event_id: item.claimed.event_id }, 'a message could not be built')
    return {
      outcome: { status: null, retryAfter: undefined },
      attempt: noted(target, item.claimed, `failed: ${error}`),
    }
  } finally {
    clearInterval(renewing)
  }
}

function renew(ctx: Context, tenantId: string, { claimed, token }: { claimed: Claimed; token: string }): void {
  ctx.db
    .asWorker(tenantId, (tx) => renewPending(tx, { ...claimed, token }))
    .catch((error) => ctx.log.warn({ err: error, tenant_id: tenantId }, 'a lease could not be renewed'))
}

async function sendBy(
  ctx: Context,
  channels: Channels,
  { tenantId, target }: { tenantId: string; target: Target },
  claimed: Claimed,
): Promise<Sent> {
  if (target.channel === 'HTTPS') return await channels.send(target, claimed)
  if (target.purpose === 'ACCESS_POINT') return await channels.send(target, { ...claimed, ...fileIn(claimed.payload) })
  if (target.format === 'JSON') return await channels.send(target, claimed)
  const content = await interchangeOf(ctx, tenantId, target, claimed)
  return content === undefined ? skipped(target, claimed) : await channels.send(target, { ...claimed, content })
}

/** BILL-34: by SFTP and in folders, an access point receives only the document, named by its number. */
function fileIn(payload: string): { content: Buffer; file_name: string } {
  const { content, file_name } = JSON.parse(payload) as { content: string; file_name: string }
  return { content: Buffer.from(content), file_name }
}

/** EDI cannot express this event: it counts as delivered, and the record has the reason why nothing was sent. */
function skipped(target: Target, claimed: Claimed): Sent {
  return {
    outcome: { status: null, retryAfter: undefined, channelVerdict: { verdict: 'delivered' } },
    attempt: noted(target, claimed, `not_sent: EDI has no message for ${claimed.type}`),
  }
}

function noted(target: Target, { event_id }: Claimed, failure: string): Sent['attempt'] {
  return {
    event_id,
    subscription_id: target.subscription_id,
    duration_ms: 0,
    status: null,
    address: null,
    failure: failure.slice(0, 1_000),
    request_headers: '{}',
    response_headers: '{}',
    response_body: '',
  }
}
