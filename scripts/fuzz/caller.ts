import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { basicOf, openSession, type TenantFacts } from '../scratch.ts'
import type { Attempt, Known, Operation } from './attempts.ts'
import type { Answer } from './checker.ts'

const place = { name: 'Depot', address: 'Havenlaan 12', postal_code: '3600', city: 'Genk', country: 'BE' }

/** Request headers. */
export type Headers = Readonly<Record<string, string>>

/** Sends the requests of one tenant. */
export interface Caller {
  readonly known: Known
  /** Valid credential headers by security scheme; a session as `Session`. */
  readonly credentials: Readonly<Record<string, Headers>>
  /** Sends exactly the given request. */
  request(method: string, target: string, headers?: Headers, body?: Buffer): Promise<Answer>
  /** Sends a generated request to an operation, with valid credentials unless it has none. */
  send(operation: Operation, attempt: Attempt): Promise<Answer>
  /** Signs in again if the session has ended. */
  ensureSession(): Promise<void>
  expectNothingStored(operation: Operation, attempt: Attempt, answer: Answer): Promise<void>
  unchanged(): Promise<boolean>
  count(): number
  summary(): string
  /** Values that must not appear in any log. */
  secrets(): readonly string[]
}

/** Sends generated requests of one tenant and remembers its initial data. */
export async function createCaller(baseUrl: string, tenant: TenantFacts): Promise<Caller> {
  const agent = new Agent({ connections: 16 })
  const statuses = new Map<number, number>()

  const send = async (method: string, target: string, headers: Headers = {}, body?: Buffer): Promise<Answer> => {
    const answer = await request(baseUrl + target, {
      dispatcher: agent,
      method: method as 'GET',
      headers,
      ...(body && { body }),
    })
    const text = await answer.body.text()
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    return { status: answer.statusCode, contentType: String(answer.headers['content-type'] ?? ''), text }
  }

  const token = await send('POST', '/v1/auth/token', { authorization: basicOf(tenant.api_client) })
  const authorization = `Bearer ${JSON.parse(token.text).access_token}`
  const credentials: Record<string, Headers> = {
    BearerAuth: { authorization },
    BasicAuthClientCredentials: { authorization: basicOf(tenant.api_client) },
    BasicAuthWebhookCredentials: { authorization: basicOf(tenant.webhook_credentials) },
    Session: await openSession(baseUrl, tenant),
  }
  const sendJson = (target: string, value: unknown) =>
    send('POST', target, { authorization, 'content-type': 'application/json' }, Buffer.from(JSON.stringify(value)))
  const read = async (target: string) => (await send('GET', target, { authorization })).text

  const order = await createOrder(sendJson, read, 'fuzz-order-made-before')
  const known: Known = { ...order, records: await createRecords(sendJson) }
  const before = await read(`/v1/orders/order/${known.orderId}`)

  return {
    known,
    credentials,
    request: send,
    send: (operation, attempt) => {
      const held = attempt.authorised ? credentials[operation.security] : {}
      const body = attempt.body === undefined ? undefined : Buffer.from(attempt.body, 'base64')
      return send(operation.method, attempt.target, { ...held, ...attempt.headers }, body)
    },
    async ensureSession() {
      const { status } = await send('GET', '/app/session', credentials.Session)
      if (status === 401) credentials.Session = await openSession(baseUrl, tenant)
    },
    /** A refused upload stores nothing: its identifier, if readable, is still unused. */
    async expectNothingStored(operation, attempt, answer) {
      if (operation.id !== 'uploadOrder' || answer.status < 400 || attempt.body === undefined) return
      const identifier = identifierOf(attempt.body)
      // Short identifiers recur, and one of them may have been accepted before.
      if (identifier === undefined || identifier.length < 12 || accepted.has(identifier)) return
      const cancel = await sendJson('/v1/orders/order/upload', { operation: 'DELETE', order_identifier: identifier })
      if (cancel.status === 200) throw new Error(`a refused upload (${answer.status}) was stored under ${identifier}`)
    },
    /** Whether a new order still works after all requests, and the initial one is unchanged. */
    unchanged: async () =>
      (await createOrder(sendJson, read, 'fuzz-order-made-after')) &&
      (await read(`/v1/orders/order/${known.orderId}`)) === before,
    secrets: () => [
      ...[tenant.api_client.client_secret, tenant.webhook_credentials.client_secret, tenant.user.password],
      ...Object.values(credentials).flatMap((headers) => Object.values(headers).flatMap(secretOf)),
    ],
    count: () => [...statuses.values()].reduce((sum, one) => sum + one, 0),
    summary: () =>
      [...statuses]
        .sort()
        .map(([status, count]) => `${status} × ${count}`)
        .join(', '),
  }
}

/** Secret part of a header, without the scheme or cookie name. */
function secretOf(value: string): string[] {
  const secret = value.split(/[ =]/).at(-1) ?? ''
  return secret.length > 12 ? [secret] : []
}

const accepted = new Set<string>()

function identifierOf(body: string): string | undefined {
  try {
    const value = JSON.parse(Buffer.from(body, 'base64').toString('utf8')) as { order_identifier?: unknown } | null
    return typeof value?.order_identifier === 'string' ? value.order_identifier : undefined
  } catch {
    return undefined
  }
}

type SendJson = (target: string, value: unknown) => Promise<Answer>

/** One record of each kind, by the path before its id; longer paths come first. */
async function createRecords(sendJson: SendJson): Promise<Known['records']> {
  const make = async (target: string, value: object) => {
    const { status, text } = await sendJson(target, value)
    if (status !== 200) throw new Error(`${target} answered ${status}: ${text}`)
    return (JSON.parse(text) as { id: string }).id
  }
  const company = await make('/v1/companies/company', { name: 'Another company', currency: 'EUR', is_customer: true })
  const resource = await make('/v1/resources/resource', { name: 'Truck 1', truck: { license_plate: '1-ABC-234' } })
  const start_time = '2026-03-02T08:00:00Z'
  return {
    '/unavailability/': await make(`/v1/resources/resource/${resource}/unavailability`, {
      start_time,
      reason: 'VEHICLE_REPAIR',
    }),
    '/resources/resource/': resource,
    '/company/': company,
  }
}

async function createOrder(
  sendJson: SendJson,
  read: (target: string) => Promise<string>,
  orderIdentifier: string,
): Promise<Omit<Known, 'records'>> {
  const stop = { location: place, date: '2026-03-02' }
  const created = await sendJson('/v1/orders/order/upload', {
    operation: 'CREATE',
    order_identifier: orderIdentifier,
    customer: { name: 'Fuzz customer' },
    transport_service: { name: 'General' },
    consignments: [{ pickup_stop: stop, delivery_stop: stop, goods: [{ description: 'Sand', quantity: 1 }] }],
  })
  const { upload_id: uploadId } = JSON.parse(created.text) as { upload_id: string }
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const record = JSON.parse(await read(`/v1/orders/order/upload/${uploadId}`)) as Record<string, string>
    if (record.order_id) return { orderId: record.order_id, uploadId, orderIdentifier }
    await sleep(50)
  }
  throw new Error(`the first order was not made: ${created.text}`)
}
