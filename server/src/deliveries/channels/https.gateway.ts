import type { Context, OutboundAnswer } from '../../context.ts'
import type { Outcome } from '../sending/schedule.rules.ts'
import { signatureHeaders } from './signature.rules.ts'
import type { Message, Sent, Target } from './target.model.ts'

/** Bytes of a response that are stored, and those that are searched for errors. */
const mostKept = 4_096
const mostRead = 65_536

/** Sends one event as a signed POST. Never throws: a failure is an outcome. */
export async function sendByWeb(ctx: Context, target: Target, message: Message): Promise<Sent> {
  const { config, net } = ctx
  const seconds = Math.floor(ctx.now().getTime() / 1_000)
  const shown = {
    'content-type': 'application/json',
    'user-agent': 'Cartage',
    ...aboutHeaders(message),
    ...signatureHeaders(message.event_id, seconds, message.payload, target.keys, target.private_keys),
  }
  const answer = await net
    .send({
      url: target.url,
      method: 'POST',
      headers: { ...shown, ...target.auth },
      body: message.payload,
      timeout_ms: config.delivery_timeout_ms,
      whose: { tenant_id: target.tenant_id },
      ...(target.purpose !== 'EVENTS' && { keep_bytes: mostRead }),
    })
    .catch(failedAnswer)
  return {
    outcome: target.purpose !== 'EVENTS' ? answeredOutcome(answer) : outcomeOf(answer),
    attempt: {
      event_id: message.event_id,
      subscription_id: target.subscription_id,
      duration_ms: answer.duration_ms,
      status: answer.status,
      address: answer.address,
      failure: answer.failure,
      request_headers: JSON.stringify({ ...shown, ...hidden(target.auth) }),
      response_headers: storable(JSON.stringify(answer.headers)),
      response_body: storable(target.purpose !== 'EVENTS' ? cut(answer.body) : answer.body),
    },
  }
}

/** Headers for routing without reading the body. They are not signed, so only the body is authoritative. */
function aboutHeaders({ type, entity_type, entity_id, epoch, sequence, previous_sequence }: Message) {
  const headers: Record<string, string> = { 'cartage-event-type': type }
  if (entity_type === undefined) return headers
  return Object.assign(headers, {
    'cartage-entity-type': entity_type,
    'cartage-entity-id': entity_id,
    'cartage-epoch': String(epoch),
    'cartage-sequence': String(sequence),
    ...(previous_sequence !== undefined &&
      previous_sequence !== null && { 'cartage-previous-sequence': String(previous_sequence) }),
  })
}

function outcomeOf(answer: OutboundAnswer): Outcome {
  return { status: answer.status, retryAfter: answer.headers['retry-after'] }
}

/** DISP-4: partners and access points reject a message by a response with `errors`. */
function answeredOutcome(answer: OutboundAnswer): Outcome {
  const outcome = outcomeOf(answer)
  if (answer.status === null || answer.status < 200 || answer.status >= 300) return outcome
  const reason = errorsIn(answer.body)
  return reason === null ? outcome : { ...outcome, channelVerdict: { verdict: 'rejected', reason: storable(reason) } }
}

/** The errors of a response in one line; null when it has none. */
function errorsIn(body: string): string | null {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return null
  }
  const errors = typeof answer === 'object' && answer !== null && 'errors' in answer ? answer.errors : undefined
  if (!Array.isArray(errors) || errors.length === 0) return null
  return errors.map(reasonOf).join('; ')
}

function reasonOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error === 'object' && error !== null) {
    const { error_message: words, message } = error as { error_message?: unknown; message?: unknown }
    if (typeof words === 'string') return words
    if (typeof message === 'string') return message
  }
  return JSON.stringify(error)
}

function failedAnswer(error: Error): OutboundAnswer {
  return { status: null, headers: {}, body: '', address: null, duration_ms: 0, failure: `failed: ${error.message}` }
}

function hidden(auth: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(auth).map((name) => [name, '(hidden)']))
}

function cut(text: string): string {
  return text.length <= mostKept ? text : text.slice(0, mostKept)
}

/** PostgreSQL cannot store U+0000 in text. */
function storable(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\uFFFD') : text
}
