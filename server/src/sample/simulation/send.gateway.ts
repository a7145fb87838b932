import type { ShownSecret } from '../../auth/clients/secrets.commands.ts'
import type { Context, OutboundAnswer } from '../../context.ts'
import type { Access } from './access.commands.ts'
import type { SimulatedRequest } from './requests.rules.ts'

/** The server cannot accept reports at the moment: they have to be sent again. */
export class NotAccepted extends Error {
  override name = 'NotAccepted'
  /** Seconds to wait, if the server stated them. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

const timeout_ms = 30_000

/** Address, credentials and tokens for sending reports. */
export interface Line {
  tenantId: string
  url: string
  access: Access
  /** Tokens by client id, cached while one part of the day is reported. */
  tokens: Map<string, string>
}

/**
 * Sends a request over HTTP with the sender's credentials.
 * @returns how many of its items were rejected
 * @throws NotAccepted when it has to be sent again
 */
export async function sendRequest(ctx: Context, line: Line, request: SimulatedRequest): Promise<number> {
  const authorization = await authorizationOf(ctx, line, request)
  const answer = await post(ctx, line, request.path, request.body, {
    authorization,
    'idempotency-key': request.key,
  })
  if (answer.status === 429 || answer.status === null || answer.status >= 500 || answer.status === 401) {
    throw notAccepted(answer)
  }
  // Any other status is final: the server keeps a refused report and shows the reason in the inbox.
  return answer.status < 300 ? errorsIn(answer.body) : request.messages.length
}

async function authorizationOf(ctx: Context, line: Line, { sender }: SimulatedRequest): Promise<string> {
  const { access } = line
  if (sender === 'OFFICE') return `Bearer ${await tokenOf(ctx, line, access.office)}`
  if (sender === 'FLEET') return basic(access.fleet)
  if (sender === 'TERMINAL') return basic(access.terminal)
  // A new carrier reports through the board computers.
  return basic(access.carriers[sender.carrier_id] ?? access.fleet)
}

async function tokenOf(ctx: Context, line: Line, client: ShownSecret): Promise<string> {
  const known = line.tokens.get(client.client_id)
  if (known !== undefined) return known
  const answer = await post(ctx, line, '/v1/auth/token', {}, { authorization: basic(client) })
  if (answer.status !== 200) throw notAccepted(answer)
  const { access_token } = JSON.parse(answer.body) as { access_token: string }
  line.tokens.set(client.client_id, access_token)
  return access_token
}

async function post(
  ctx: Context,
  { tenantId, url }: Line,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<OutboundAnswer> {
  const sent = { ...headers, 'content-type': 'application/json', accept: 'application/json' }
  return await ctx.net.send({
    url: `${url}${path}`,
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
    timeout_ms,
    keep_bytes: 65_536,
    whose: { tenant_id: tenantId },
  })
}

function notAccepted({ status, body, failure, headers }: OutboundAnswer): NotAccepted {
  const seconds = Number(headers['retry-after'])
  const response = status === null ? (failure ?? 'no response') : `${status} ${body.slice(0, 200)}`
  return new NotAccepted(response, Number.isFinite(seconds) && seconds > 0 ? seconds : undefined)
}

function basic({ client_id, client_secret }: ShownSecret): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
}

/** Number of items that an answer lists as not applied. A truncated answer counts as at least one. */
function errorsIn(body: string): number {
  if (!body.includes('"errors"')) return 0
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown[] | null }
    return errors?.length ?? 0
  } catch {
    return 1
  }
}
