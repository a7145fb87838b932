import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Context, OutboundAnswer } from '../context.ts'
import type { Outcome } from './schedule.rules.ts'
import { signatureHeaders } from './signature.rules.ts'
import type { Attempt } from './store.ts'
import type { StoredTarget } from './subscriptions.store.ts'

/** How a receiver wants to be authenticated to. */
export type ReceiverAuth =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'header'; name: string; value: string }

/** A receiver with its secrets opened, kept in memory for the length of a batch. */
export interface Target {
  subscription_id: string
  url: string
  keys: KeyObject[]
  auth: Record<string, string>
}

/** What the vault binds a signing secret to. */
export function aboutSecret(tenantId: string, secretId: string): string {
  return `${tenantId}|subscription_secret|sealed|${secretId}`
}

/** What the vault binds a receiver's credentials to. */
export function aboutAuth(tenantId: string, subscriptionId: string): string {
  return `${tenantId}|subscription|receiver_auth|${subscriptionId}`
}

/** Opens the secrets of a receiver. */
export function openTarget(ctx: Context, tenantId: string, stored: StoredTarget): Target {
  const { subscription_id, url, receiver_auth } = stored
  const keys = (stored.secret_ids ?? []).map((id, index) =>
    createSecretKey(ctx.vault.open(stored.sealed[index]!, aboutSecret(tenantId, id))),
  )
  const auth = receiver_auth && ctx.vault.open(receiver_auth, aboutAuth(tenantId, subscription_id)).toString()
  return { subscription_id, url, keys, auth: auth ? authHeader(JSON.parse(auth) as ReceiverAuth) : {} }
}

function authHeader(auth: ReceiverAuth): Record<string, string> {
  if (auth.kind === 'header') return { [auth.name.toLowerCase()]: auth.value }
  return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` }
}

/** One try: what it means for the schedule, and what is kept of it. */
export interface Sent {
  outcome: Outcome
  attempt: Attempt
}

/** Sends one event, signed. Never throws: a failure is an outcome like others. */
export async function sendEvent(
  ctx: Context,
  target: Target,
  event: { event_id: string; payload: string },
): Promise<Sent> {
  const { config, net } = ctx
  const shown = {
    'content-type': 'application/json',
    'user-agent': 'Cartage',
    ...signatureHeaders(event.event_id, Math.floor(ctx.now().getTime() / 1_000), event.payload, target.keys),
  }
  const answer = await net
    .send({
      url: target.url,
      method: 'POST',
      headers: { ...shown, ...target.auth },
      body: event.payload,
      timeout_ms: config.delivery_timeout_ms,
    })
    .catch(failedAnswer)
  return {
    outcome: { status: answer.status, retryAfter: answer.headers['retry-after'] },
    attempt: {
      event_id: event.event_id,
      subscription_id: target.subscription_id,
      duration_ms: answer.duration_ms,
      status: answer.status,
      address: answer.address,
      failure: answer.failure,
      request_headers: JSON.stringify({ ...shown, ...hidden(target.auth) }),
      response_headers: storable(JSON.stringify(answer.headers)),
      response_body: storable(answer.body),
    },
  }
}

function failedAnswer(error: Error): OutboundAnswer {
  return { status: null, headers: {}, body: '', address: null, duration_ms: 0, failure: `failed: ${error.message}` }
}

function hidden(auth: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(auth).map((name) => [name, '(hidden)']))
}

/** PostgreSQL keeps no U+0000 in text. */
function storable(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text
}
