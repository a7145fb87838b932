import { randomUUID } from 'node:crypto'
import { type ApiRole, apiRoles, type Endpoint, type UserRole, userRoles } from '@cartage/contract/endpoint'
import { listEvents } from '@cartage/contract/events/endpoints'
import { exportOrder, getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { byOperator } from '../../audit/rules.ts'
import { createClient, removeClient, rotateClient } from '../../auth/clients/commands.ts'
import { permissionsOf } from '../../auth/permissions.rules.ts'
import { createCredentialBook } from '../../auth/tokens/callers.views.ts'
import { createTokens } from '../../auth/tokens/commands.ts'
import { createKeyring, revokeKey } from '../../auth/tokens/keys.commands.ts'
import { createUser } from '../../auth/users/commands.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { fetchToken, type TestTenant } from '../test-tenant.ts'
import { createVictimAccounting, type VictimAccounting } from './accounting.ts'
import { createVictimUser } from './auth.ts'
import { createVictimBilling, type VictimBilling } from './billing.ts'
import { createVictimBooks, type VictimBooks } from './books.ts'
import { createVictimCharge, type VictimCharges } from './charges.ts'
import { createVictimCompany, type VictimCompany } from './companies.ts'
import { createVictimDelivery, type VictimDelivery } from './deliveries.ts'
import { createVictimDispatch, type VictimDispatch } from './dispatch.ts'
import { createVictimDocuments, type VictimDocuments } from './documents.ts'
import { brokenLinks, createVictimDoors, doorVisitors, type VictimDoors } from './doors.ts'
import { openIntermodalStatus } from './inbound-status.ts'
import { createVictimMail } from './mails.ts'
import { createVictimMessage, type VictimMessage } from './messages.ts'
import { createVictimRun } from './planning.ts'
import { createVictimPositions } from './positions.ts'
import { createVictimRates, type VictimRates } from './rates.ts'
import { createVictimResources, type VictimResources } from './resources.ts'
import { createVictimJob, createVictimView } from './screens.ts'
import { createVictimLogo, createVictimSetting } from './tenants.ts'
import { createVictimTrip, type VictimTrip } from './trips.ts'
import { createVictimUnavailability } from './unavailabilities.ts'

/** The records of their owner, which others try to reach. */
export interface Victim {
  tenant: TestTenant
  orderId: string
  uploadId: string
  orderIdentifier: string
  locationId: string
  stopId: string
  connectionId: string
  cursor: string
  settingId: string
  logoId: string
  savedViewId: string
  deadJobId: string
  userId: string
  sessionId: string
  providerId: string
  passkeyId: string
  resources: VictimResources
  company: VictimCompany
  documents: VictimDocuments
  unavailabilityId: string
  trip: VictimTrip
  dispatch: VictimDispatch
  rates: VictimRates
  charges: VictimCharges
  delivery: VictimDelivery
  message: VictimMessage
  books: VictimBooks
  accounting: VictimAccounting
  billing: VictimBilling
  optimisationId: string
  mailId: string
  doors: VictimDoors
  /** Texts that only the owner may see. */
  secrets: string[]
}

/** A caller with its credentials and the expected access. */
export interface Visitor {
  kind: string
  /** `own` belongs to the tenant of the victim, `foreign` to another, `nobody` to none that is valid. */
  side: 'own' | 'foreign' | 'nobody'
  headers: Record<string, string>
  /** Whether these credentials are right for an endpoint, so that only tenant isolation protects it. */
  opens(endpoint: Endpoint): boolean
  /** Another server for its requests, with an advanced clock. */
  server?: TestServer
}

export interface MatrixWorld {
  server: TestServer
  victim: Victim
  visitors: Visitor[]
  close(): Promise<void>
}

const place = (name: string) => ({ name, address: 'Havenlaan 12', postal_code: '3600', city: 'Genk', country: 'BE' })

/** A CREATE with `word` in every text, so that a leak shows. */
export function orderOf(word: string, identifier: string) {
  return {
    operation: 'CREATE' as const,
    order_identifier: identifier,
    customer: { name: `Customer ${word}` },
    transport_service: { name: 'General' },
    customer_reference_number: `Reference ${word}`,
    consignments: [
      {
        pickup_stop: { location: place(`Pickup ${word}`), date: '2026-03-02' },
        delivery_stop: { location: place(`Delivery ${word}`), date: '2026-03-03' },
        goods: [{ description: `Goods ${word}`, quantity: 1 }],
      },
    ],
  }
}

/** Two tenants with records, and every kind of caller. */
export async function createMatrixWorld(server: TestServer): Promise<MatrixWorld> {
  // Before the server reads its keys, so that it finds the revoked one only in the database.
  const revoked = await tokenOfRevokedKey(server)
  const owner = await server.tenant({ create_missing_companies: true })
  const other = await server.tenant({ create_missing_companies: true })
  const victim = await createVictim(server, owner)
  const { doors } = await createVictim(server, other)
  const later = await startTestServer({
    db: server.ctx.db,
    files: server.ctx.files,
    now: () => new Date(Date.now() + 2 * 3_600_000),
  })
  const visitors = [
    ...(await visitorsOf(server, owner, 'own')),
    ...(await visitorsOf(server, other, 'foreign')),
    ...doorVisitors(victim.doors, 'own'),
    ...doorVisitors(doors, 'foreign'),
    ...(await nobodies(server, owner)),
    ...(await brokenLinks(server, victim, later)),
    bearer('token of a revoked key', 'nobody', revoked, () => false),
  ]
  return { server, victim, visitors, close: () => later.close() }
}

/** A token of an existing client, signed with a key of ours that was revoked afterwards. */
async function tokenOfRevokedKey(server: TestServer): Promise<string> {
  const early = await startTestServer({ db: server.ctx.db })
  const { token } = await early.tenant()
  const header = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }
  await revokeKey(server.ctx, header.kid)
  await early.close()
  return token
}

/** A tenant with one record of each kind. */
export async function createVictim(server: TestServer, tenant: TestTenant): Promise<Victim> {
  const word = `secret-${randomUUID()}`
  // Not secret: strangers send it themselves, and find it again in their own records.
  const orderIdentifier = `order-${randomUUID()}`
  const { upload_id: uploadId } = await tenant.call(uploadOrder, { body: orderOf(word, orderIdentifier) })
  await server.drain()
  const record = await tenant.call(getOrderUpload, { params: { upload_id: uploadId } })
  if (!record.order_id) throw new Error(`the victim's order was not made: ${JSON.stringify(record)}`)
  const orderId = record.order_id
  const order = await tenant.call(getOrder, { params: { order_id: orderId } })
  await tenant.call(exportOrder, { params: { order_id: orderId } })
  const { resume_cursor: cursor } = await tenant.call(listEvents, { query: {} })
  await openIntermodalStatus(tenant)
  const resources = await createVictimResources(tenant, word)
  const company = await createVictimCompany(tenant, word)
  const pickup = order.consignments[0]!.pickup_stop
  const connectionId = await createVictimPositions(
    tenant,
    { resource_id: resources.resourceId, stop_id: pickup.id },
    word,
  )
  const trip = await createVictimTrip(server, tenant, orderOf(word, `order-${randomUUID()}`), word)
  const books = await createVictimBooks(server, tenant, word)
  const billed = { companyId: company.companyId, entityId: books.billingEntityId }
  return {
    tenant,
    orderId,
    uploadId,
    orderIdentifier,
    locationId: pickup.location.id ?? '',
    stopId: pickup.id,
    connectionId,
    cursor,
    company,
    documents: await createVictimDocuments(server.app, tenant, { ...resources, ...company }, word),
    settingId: await createVictimSetting(server, tenant, word),
    logoId: await createVictimLogo(tenant),
    savedViewId: await createVictimView(tenant, word),
    deadJobId: await createVictimJob(tenant, word),
    ...(await createVictimUser(tenant, word)),
    resources,
    unavailabilityId: await createVictimUnavailability(tenant, resources.resourceId, word),
    trip,
    dispatch: await createVictimDispatch(tenant, trip.tripId, word),
    rates: await createVictimRates(tenant, word),
    charges: await createVictimCharge(tenant, orderId, word),
    delivery: await createVictimDelivery(server, tenant, orderId, word),
    message: await createVictimMessage(server, tenant, word),
    books,
    billing: await createVictimBilling(tenant, billed, word),
    doors: await createVictimDoors(server, tenant, {
      orderId,
      ...trip,
      ...company,
      ...resources,
      customerId: String(order.customer.id),
    }),
    optimisationId: await createVictimRun(tenant, orderId, resources.resourceId),
    mailId: await createVictimMail(tenant, orderId, company.companyId, word),
    accounting: await createVictimAccounting(server, tenant, company.companyId),
    secrets: [word, tenant.slug, tenant.tenantId, tenant.client.client_id, order.customer.id ?? '', pickup.id],
  }
}

async function visitorsOf(server: TestServer, tenant: TestTenant, side: 'own' | 'foreign'): Promise<Visitor[]> {
  const visitors: Visitor[] = [bearer(`${side} token`, side, tenant.token, withRoles(apiRoles))]
  for (const role of apiRoles) {
    const token = await tokenOf(server, tenant, [role], role === 'CUSTOMER' ? randomUUID() : undefined)
    visitors.push(bearer(`${side} token of ${role}`, side, token, withRoles([role])))
  }
  const webhookToken = await fetchToken(server.app, tenant.webhookCredential)
  visitors.push(
    bearer(`${side} token of webhook credentials`, side, webhookToken, (endpoint) => Boolean(endpoint.anyToken)),
  )
  visitors.push(
    basic(
      `${side} webhook credentials`,
      side,
      tenant.webhookCredential,
      ({ auth }) => auth === 'webhook' || auth === 'client',
    ),
  )
  visitors.push(basic(`${side} API client in Basic`, side, tenant.client, ({ auth }) => auth === 'client'))
  for (const role of userRoles) visitors.push(await session(server, tenant, side, role))
  return visitors
}

/** Deny by default: an endpoint without roles accepts any token that has a role. */
function withRoles(roles: readonly ApiRole[]) {
  return ({ auth, anyToken, roles: allowed }: Endpoint) =>
    auth === 'bearer' && roles.some((role) => anyToken || !allowed || allowed.includes(role))
}

async function tokenOf(server: TestServer, tenant: TestTenant, roles: ApiRole[], companyId?: string): Promise<string> {
  const request = { name: 'matrix', roles, company_id: companyId ?? null }
  return await fetchToken(server.app, await createClient(server.ctx, tenant.tenantId, byOperator, request))
}

function bearer(kind: string, side: Visitor['side'], token: string, opens: Visitor['opens']): Visitor {
  return { kind, side, headers: { authorization: `Bearer ${token}` }, opens }
}

interface Secret {
  client_id: string
  client_secret: string
}

function basic(
  kind: string,
  side: Visitor['side'],
  { client_id, client_secret }: Secret,
  opens: Visitor['opens'],
): Visitor {
  const text = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  return { kind, side, headers: { authorization: `Basic ${text}` }, opens }
}

/** Logs a new user in; the session is the cookie and the CSRF token. */
async function session(
  server: TestServer,
  tenant: TestTenant,
  side: 'own' | 'foreign',
  role: UserRole,
): Promise<Visitor> {
  const email = `${role.toLowerCase()}-${randomUUID()}@test.example`
  const { password } = await createUser(server.ctx, tenant.tenantId, byOperator, { email, name: `Test ${role}`, role })
  const fromOurPage = { 'sec-fetch-site': 'same-origin' }
  const answer = await server.app.inject({
    method: 'POST',
    url: '/app/session',
    headers: fromOurPage,
    payload: { email, password },
  })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const headers = { ...fromOurPage, cookie, 'x-csrf-token': answer.json<{ csrf_token: string }>().csrf_token }
  const permissions = permissionsOf(role)
  const opens = ({ auth, permission }: Endpoint) =>
    auth === 'session' && permission !== undefined && permissions.includes(permission)
  return { kind: `${side} session of ${role}`, side, headers, opens }
}

/** A token that has expired by the clock of the database. */
async function expiredToken({ ctx }: TestServer, { client }: TestTenant): Promise<string> {
  const credential = await createCredentialBook(ctx).present({ id: client.client_id, secret: client.client_secret }, [
    'client',
  ])
  const now = async () => new Date(Date.now() - 3_640_000)
  return await createTokens(ctx, { ...createKeyring(ctx), now }).issue(credential!)
}

async function nobodies(server: TestServer, owner: TestTenant): Promise<Visitor[]> {
  const never = () => false
  const removed = await createClient(server.ctx, owner.tenantId, byOperator, {
    name: 'removed',
    roles: ['API_ORDER'],
    company_id: null,
  })
  const removedToken = await fetchToken(server.app, removed)
  await removeClient(server.ctx, owner.tenantId, byOperator, removed.client_id)
  const rotated = await createClient(server.ctx, owner.tenantId, byOperator, {
    name: 'rotated',
    roles: ['API_ORDER'],
    company_id: null,
  })
  await rotateClient(server.ctx, owner.tenantId, byOperator, rotated.client_id, 0)
  const [header, claims, signature] = owner.token.split('.')
  const broken = `${header}.${claims}.${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`
  return [
    { kind: 'nobody', side: 'nobody', headers: {}, opens: never },
    { kind: 'nonsense', side: 'nobody', headers: { authorization: 'Bearer nonsense' }, opens: never },
    { kind: 'a session that never was', side: 'nobody', headers: { cookie: 'sid=nonsense' }, opens: never },
    bearer('broken token', 'nobody', broken, never),
    bearer('expired token', 'nobody', await expiredToken(server, owner), never),
    bearer('token of a removed client', 'nobody', removedToken, never),
    basic('removed client', 'nobody', removed, never),
    basic('secret that was rotated away', 'nobody', rotated, never),
  ]
}
