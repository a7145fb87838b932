import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { accountingCases } from './accounting.ts'
import { authCases } from './auth.ts'
import { billingCases } from './billing.ts'
import { bookCases } from './books.ts'
import { chargeCases } from './charges.ts'
import { companyCases } from './companies.ts'
import { deliveryCases } from './deliveries.ts'
import { dispatchCases } from './dispatch.ts'
import { documentCases } from './documents.ts'
import { doorCases } from './doors.ts'
import { inboundStatusCases } from './inbound-status.ts'
import { listCases } from './lists.ts'
import { locationBodies } from './locations.ts'
import { mailCases } from './mails.ts'
import { masterDataCases } from './master-data.ts'
import { messageCases } from './messages.ts'
import { orderUpdateCases } from './order-update.ts'
import { paperCases } from './papers.ts'
import { pathIds, plainQuery, queryIds, recordNamedBy } from './parameters.ts'
import { planningCases } from './planning.ts'
import { positionCases } from './positions.ts'
import { rateCases } from './rates.ts'
import { resourceCases } from './resources.ts'
import { readBeginning, screenCases } from './screens.ts'
import { plainPath, settingBodies } from './tenants.ts'
import { transportDocumentCases } from './transport-documents.ts'
import { tripCases } from './trips.ts'
import { unavailabilityCases } from './unavailabilities.ts'
import { type MatrixWorld, orderOf, type Victim, type Visitor } from './world.ts'

/** Every operation; logout comes last because it ends the sessions that the others need. */
export const operations: readonly Endpoint[] = [...Object.values(endpoints), ...Object.values(appEndpoints)].sort(
  (one, other) => Number(one.id === 'logout') - Number(other.id === 'logout'),
)

type Reference = (name: string, victim: Victim) => unknown

/**
 * For every endpoint with a body: bodies that refer to the victim's records, `known` for real ones and `unknown` for
 * nonexistent ones.
 */
export const bodies: Readonly<Record<string, readonly Reference[]>> = {
  uploadOrder: [
    // Cancel or change another tenant's order by its key.
    (identifier) => ({ operation: 'DELETE', order_identifier: identifier }),
    // Use another tenant's location by its id.
    (_, victim) => ({ ...orderOf('mine', randomUUID()), consignments: [withLocation(victim.locationId)] }),
  ],
  importOrder: [(identifier) => ({ operation: 'DELETE', order_identifier: identifier })],
  blockOrder: [() => ({ reason: 'matrix' })],
  ...screenCases.bodies,
  ...listCases.bodies,
  ...masterDataCases.bodies,
  ...settingBodies,
  ...authCases.bodies,
  ...resourceCases.bodies,
  ...positionCases.bodies,
  ...planningCases.bodies,
  ...tripCases.bodies,
  ...dispatchCases.bodies,
  ...doorCases.bodies,
  ...deliveryCases.bodies,
  ...companyCases.bodies,
  ...unavailabilityCases.bodies,
  ...documentCases.bodies,
  ...messageCases.bodies,
  ...transportDocumentCases.bodies,
  ...locationBodies,
  ...inboundStatusCases.bodies,
  ...orderUpdateCases.bodies,
  ...bookCases.bodies,
  ...paperCases.bodies,
  ...mailCases.bodies,
  ...rateCases.bodies,
  ...chargeCases.bodies,
  ...accountingCases.bodies,
  ...billingCases.bodies,
  login: [() => ({ email: 'nobody@test.example', password: 'wrong' })],
}

/** Endpoints whose body is binary, or optional and left out. */
export const withoutBody: readonly string[] = ['createToken']

function withLocation(id: string) {
  const stop = (name: string) => ({ location: { id, name }, date: '2026-03-02' })
  return { pickup_stop: stop('mine'), delivery_stop: stop('mine too') }
}

/** Cases missing for a route in the tables above; empty when the matrix can test it. */
export function missingCases(endpoint: Endpoint): string[] {
  const missing = parametersOf(endpoint).filter(
    (name) => !(name in pathIds) || (name === 'id' && !recordNamedBy(endpoint.path)),
  )
  const query = queryNamesOf(endpoint).filter((name) => !(name in queryIds) && !plainQuery.includes(name))
  const needsBody = endpoint.body !== undefined && !withoutBody.includes(endpoint.id)
  const body = needsBody && !(endpoint.id in bodies) ? [`a body for ${endpoint.id}`] : []
  return [...missing.map((name) => `path {${name}}`), ...query.map((name) => `query ${name}`), ...body]
}

function parametersOf(endpoint: Endpoint): string[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return names.filter((name) => !(name in plainPath))
}

function queryNamesOf(endpoint: Endpoint): string[] {
  const shape = (endpoint.query as { shape?: Record<string, unknown> } | undefined)?.shape
  return Object.keys(shape ?? {})
}

interface Try {
  what: string
  /** The same request with the victim's id, and with a nonexistent one. */
  known: MatrixRequest
  unknown: MatrixRequest
  namesRecord: boolean
  /** Another tenant's record has the same effect as a nonexistent one: the list is empty. */
  isFilter?: boolean
}

interface MatrixRequest {
  url: string
  payload?: unknown
}

function attemptsOf(endpoint: Endpoint, victim: Victim): Try[] {
  const names = parametersOf(endpoint)
  const plain = Object.entries(plainPath).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, value),
    endpoint.path,
  )
  const fill = (idOf: (name: string) => string) =>
    names.reduce((path, name) => path.replace(`{${name}}`, idOf(name)), plain)
  const known = fill((name) => pathIds[name]?.of(victim, endpoint.path) ?? '')
  const unknown = fill(() => randomUUID())
  const attempts: Try[] = []
  const references = bodies[endpoint.id] ?? [undefined]
  references.forEach((body, index) => {
    const withBody = (url: string, name: string): MatrixRequest =>
      body ? { url, payload: body(name, victim) } : { url }
    attempts.push({
      what: `body ${index}`,
      known: withBody(known, victim.orderIdentifier),
      unknown: withBody(unknown, `order-${randomUUID()}`),
      namesRecord: names.length > 0,
    })
  })
  for (const name of queryNamesOf(endpoint)) {
    const value = queryIds[name]
    if (!value) continue
    const ask = (text: string) => ({ url: `${unknown}?${name}=${encodeURIComponent(text)}` })
    attempts.push({
      what: name,
      known: ask(value.of(victim)),
      unknown: ask(value.unknown),
      namesRecord: true,
      isFilter: value.isFilter ?? false,
    })
  }
  return attempts
}

/** Owner writes use a nonexistent record, because they could change the victim's. */
function harmless(endpoint: Endpoint, visitor: Visitor, attempt: Try): Try {
  if (visitor.side !== 'own' || endpoint.method === 'GET') return attempt
  return { ...attempt, known: attempt.unknown, namesRecord: false }
}

interface MatrixResponse {
  status: number
  text: string
}

async function send(
  world: MatrixWorld,
  endpoint: Endpoint,
  visitor: Visitor,
  requested: MatrixRequest,
): Promise<MatrixResponse> {
  const { app } = visitor.server ?? world.server
  noteSent(world, visitor, requested)
  const request = {
    method: endpoint.method,
    url: requested.url,
    headers: visitor.headers,
    ...(requested.payload !== undefined && { payload: requested.payload as object }),
  }
  if (screenCases.streams.includes(endpoint.id)) {
    const stream = await app.inject({ ...request, payloadAsStream: true })
    return { status: stream.statusCode, text: await readBeginning(stream.stream()) }
  }
  const answer = await app.inject(request)
  return { status: answer.statusCode, text: answer.body }
}

/** Calls one endpoint as every visitor, or as the given ones. Returns one line per issue. */
export async function faultsOf(
  world: MatrixWorld,
  endpoint: Endpoint,
  visitors: readonly Visitor[] = world.visitors,
): Promise<string[]> {
  const faultsFor = (visitor: Visitor) => faultsOfVisitor(world, endpoint, visitor)
  // All visitors listen to the stream at the same time.
  if (screenCases.streams.includes(endpoint.id)) return (await Promise.all(visitors.map(faultsFor))).flat()
  const faults: string[] = []
  for (const visitor of visitors) faults.push(...(await faultsFor(visitor)))
  return faults
}

/** One operation for each kind of credentials. */
const firstOfKind: ReadonlySet<Endpoint> = new Set(
  [...new Set(operations.map(({ auth }) => auth))].map((kind) => operations.find(({ auth }) => auth === kind)!),
)

/** The kind of credentials checked by each kind of endpoint. */
const looksAt: Readonly<Record<Endpoint['auth'], string>> = {
  ...{ none: 'none', bearer: 'Bearer', client: 'Basic', webhook: 'Basic', session: 'session', link: 'Link' },
}

/**
 * Relevant visitors of an endpoint while both walls stand. The door (`http/serve.ts`) checks credentials regardless of
 * the operation, and the role regardless of the tenant. So everyone who is admitted is tested at each operation, as is
 * every role of the owner with the right kind of credentials. Of the others, which are refused, one of each side and
 * kind of credentials is tested, a different one at each operation, and all of them at the first operation of each
 * kind.
 */
export function visitorsAtTheDoor({ visitors }: MatrixWorld, endpoint: Endpoint): readonly Visitor[] {
  if (!isGuarded(endpoint) || firstOfKind.has(endpoint)) return visitors
  const judgedByRole = (visitor: Visitor) => visitor.side === 'own' && credentialsOf(visitor) === looksAt[endpoint.auth]
  const alike = Map.groupBy(
    visitors.filter((visitor) => !visitor.opens(endpoint) && !judgedByRole(visitor)),
    (visitor) => `${visitor.side} ${credentialsOf(visitor)}`,
  )
  const turn = operations.indexOf(endpoint)
  const examples = new Set([...alike.values()].map((group) => group[turn % group.length]!))
  return visitors.filter((visitor) => visitor.opens(endpoint) || judgedByRole(visitor) || examples.has(visitor))
}

/**
 * Visitors that reach the records of an endpoint, where a single wall must hold. Credentials that do not open it are
 * refused before, by code shared by all endpoints with that kind of credentials; one of each kind shows that this does
 * not depend on a wall. A wall checks tenants, not roles: one owner of each kind shows that it lets them pass.
 */
export function visitorsPastTheDoor({ visitors }: MatrixWorld, endpoint: Endpoint): readonly Visitor[] {
  if (!isGuarded(endpoint) || firstOfKind.has(endpoint)) return visitors
  const entering = visitors.filter((visitor) => visitor.opens(endpoint))
  const kinds = new Set<string>()
  return entering.filter((visitor) => visitor.side !== 'own' || isFirst(kinds, credentialsOf(visitor)))
}

/** Credentials of a visitor, regardless of its role. */
function credentialsOf({ headers: { authorization, cookie } }: Visitor): string {
  if (authorization !== undefined) return authorization.split(' ')[0]!
  return cookie === undefined ? 'none' : 'session'
}

function isFirst(seen: Set<string>, each: string): boolean {
  return !seen.has(each) && Boolean(seen.add(each))
}

async function faultsOfVisitor(world: MatrixWorld, endpoint: Endpoint, visitor: Visitor): Promise<string[]> {
  const faults: string[] = []
  const attempts = attemptsOf(endpoint, world.victim).map((each) => harmless(endpoint, visitor, each))
  // A visitor refused at the door gets the same answer for every record, so one attempt is enough.
  const isOutside = isGuarded(endpoint) && !visitor.opens(endpoint)
  for (const attempt of isOutside ? attempts.slice(0, 1) : attempts) {
    const where = `${visitor.kind}, ${endpoint.id}, ${attempt.what}`
    const known = await send(world, endpoint, visitor, attempt.known)
    const unknown = isCompared(endpoint, visitor, attempt)
      ? await send(world, endpoint, visitor, attempt.unknown)
      : known
    faults.push(...judge(world, endpoint, visitor, attempt, known, unknown).map((fault) => `${where}: ${fault}`))
  }
  return faults
}

/**
 * Whether the answer for a nonexistent record is compared: not for the owner, who is judged by the answer for its own
 * record, and not if both requests are the same.
 */
function isCompared(endpoint: Endpoint, { side }: Visitor, { known, unknown }: Try): boolean {
  return side !== 'own' && !screenCases.streams.includes(endpoint.id) && !isDeepStrictEqual(known, unknown)
}

function judge(
  world: MatrixWorld,
  endpoint: Endpoint,
  visitor: Visitor,
  attempt: Try,
  known: MatrixResponse,
  unknown: MatrixResponse,
): string[] {
  if (known.status >= 500 || unknown.status >= 500)
    return [`${known.status} and ${unknown.status}: a fault of the service`]
  if (visitor.side === 'own') return judgeOwn(endpoint, visitor, attempt, known)
  const faults: string[] = []
  // Wrong logins are throttled at some point, which may be between the two.
  const isSlowed = known.status !== unknown.status && [known.status, unknown.status].includes(429)
  if (attempt.namesRecord && !isSlowed && comparable(known) !== comparable(unknown)) {
    faults.push(`answers ${comparable(known).slice(0, 300)} but an unknown one ${comparable(unknown).slice(0, 300)}`)
  }
  // The second logout of a session finds none.
  const mayDiffer = attempt.namesRecord || endpoint.id === 'logout' || isSlowed
  if (!mayDiffer && known.status !== unknown.status) {
    faults.push(`${known.status} but unknown ${unknown.status}`)
  }
  const leaked = world.victim.secrets.filter((secret) => secret !== '' && known.text.includes(secret))
  if (leaked.length > 0 && !echoes(world, endpoint, attempt, leaked)) faults.push(`tells ${leaked.join(', ')}`)
  if (visitor.opens(endpoint)) {
    const refusals = attempt.isFilter ? [200, 404, 422] : [404, 422]
    if (attempt.namesRecord && !refusals.includes(known.status)) faults.push(`${known.status} instead of 404`)
  } else if (isGuarded(endpoint) && ![401, 403, 429].includes(known.status)) {
    faults.push(`${known.status} instead of 401 or 403`)
  }
  return faults
}

/** Endpoints where the owner gets 404 as well, and why. */
const unknownToOwners: Readonly<Record<string, string>> = {
  listPlanCandidates: 'its filters are tried with a trip that never was',
  getDriverHours: 'the resource of the victim is no driver',
  getTask: 'a token sees the tasks that its roles may do',
  explainOrder: 'the order may not be rated yet (CHARGE-14)',
  getUnplacedPurchase: 'the message of the victim is not a document of a supplier',
  openUnplacedFile: 'the message of the victim is not a document of a supplier',
  getPortalDocument: 'the document of the victim is one of its company, not of an order',
  openReceivedFile: 'not every purchase document came with a file',
}

/** The owner is admitted with the right credentials, and nowhere else. */
function judgeOwn(endpoint: Endpoint, visitor: Visitor, attempt: Try, known: MatrixResponse): string[] {
  if (!isGuarded(endpoint) || isCustomer(visitor)) return []
  const isIn = known.status < 400 || [400, 404, 409, 422].includes(known.status)
  const refusals = endpoint.id in unknownToOwners ? [401, 403] : [401, 403, 404]
  if (visitor.opens(endpoint) && attempt.namesRecord && refusals.includes(known.status)) {
    return [`${known.status} for the owner`]
  }
  return visitor.opens(endpoint) === isIn ? [] : [`${known.status} for credentials that ${isIn ? 'do not fit' : 'fit'}`]
}

/** A customer sees the orders of one company; which ones is tested in the order tests. */
function isCustomer(visitor: Visitor): boolean {
  return visitor.kind.endsWith('CUSTOMER') && !visitor.kind.includes(' link of ')
}

function isGuarded(endpoint: Endpoint): boolean {
  return endpoint.auth !== 'none'
}

/** Text sent by the visitor itself may be returned. */
function echoes(world: MatrixWorld, endpoint: Endpoint, attempt: Try, leaked: string[]): boolean {
  // Strangers see their earlier messages in their own message log and inbox.
  const before = messageReaders.includes(endpoint.id) ? (sentByStrangers.get(world) ?? []) : []
  const sent = [JSON.stringify(attempt.known), ...before]
  return leaked.every((secret) => sent.some((text) => text.includes(secret)))
}

const messageReaders: readonly string[] = [
  'listInboxItems',
  'listMessages',
  'getMessage',
  'exportInbox',
  'exportMessageList',
  'listUnplacedPurchases',
  'getUnplacedPurchase',
  // The devices of webhooks with the data each has sent.
  'listTelematicsConnections',
]
const sentByStrangers = new WeakMap<MatrixWorld, string[]>()

function noteSent(world: MatrixWorld, visitor: Visitor, requested: MatrixRequest): void {
  if (visitor.side === 'own') return
  const sent = sentByStrangers.get(world) ?? []
  sent.push(JSON.stringify(requested))
  sentByStrangers.set(world, sent)
}

/** An answer without the values that differ each time. */
function comparable({ status, text }: MatrixResponse): string {
  return `${status} ${text.replace(/"request_id":"[^"]*"/, '"request_id":""')}`
}
