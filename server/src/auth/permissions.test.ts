import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import { listApiClients } from '@cartage/contract/auth/app/clients'
import { apiRoles, type Endpoint, type UserRole, userRoles } from '@cartage/contract/endpoint'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { byOperator } from '../audit/rules.ts'
import { anonymous } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { fetchToken, logInAs } from '../testing/test-tenant.ts'
import { createClient } from './clients/commands.ts'
import { permissionsOf } from './permissions.rules.ts'

const server = await startTestServer()
const { served } = buildApp(server.ctx)
const tenant = await server.tenant()
afterAll(() => server.close())

const isServed = (endpoint: Endpoint) => served.has(endpoint.id)
const all: readonly Endpoint[] = [...Object.values(endpoints), ...Object.values(appEndpoints)].filter(isServed)
// Logging out would end the session of the other cases.
const forPeople = all.filter(({ auth, id }) => auth === 'session' && id !== 'logout')
const forPrograms = all.filter(({ auth }) => auth === 'bearer')

/** Operations with a body that change nothing: they test, search or calculate. */
const onlyLooking = [
  ...['findSimilarOrders', 'readTariffTable', 'readUploads', 'tryInboxItem', 'tryMessage', 'tryRates', 'tryTaxRules'],
  ...['findPlaceQuestions', 'verifyAuditTrail'],
]
/** Operations that change only one's own account, sessions, views and place on the board. */
const ownAlone = [
  ...['beginSecondFactor', 'changePassword', 'confirmSecondFactor', 'endOtherSessions', 'endSession'],
  ...['addPasskey', 'beginPasskey', 'openProviderAgain', 'removePasskey'],
  ...['removeSecondFactor', 'renewRecoveryCodes', 'switchOrganisation'],
  ...['changeSavedView', 'createSavedView', 'deleteSavedView', 'reportPlanningPresence'],
]
/** The role depends on the requested state: see `charges/desk/who.rules.ts`. */
const decidedLater = ['setChargeState', 'setChargeStates', 'setOrderChargeStates']

/** Whether a request passed the role check. Later checks never answer 403 role_missing. */
async function isLetIn(endpoint: Endpoint, headers: Record<string, string>): Promise<boolean> {
  const url = endpoint.path.replace(/\{\w+\}/g, '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11')
  const payload = endpoint.method === 'GET' ? undefined : '{}'
  const sent = { ...headers, ...(payload && { 'content-type': 'application/json' }) }
  const request = { method: endpoint.method, url, headers: sent, ...(payload && { payload }) }
  // Streamed, because one of them never ends.
  const answer = await server.app.inject({ ...request, payloadAsStream: true })
  answer.stream().destroy()
  expect(answer.statusCode).not.toBe(401)
  return answer.statusCode !== 403
}

describe('roles and routes', () => {
  test('the table is not empty', () => {
    expect(forPeople.length).toBeGreaterThan(3)
    expect(forPrograms.length).toBeGreaterThan(5)
  })

  test.each(userRoles)(
    'a user with the role %s gets exactly the operations of the permission table',
    async (role: UserRole) => {
      const headers = await logInAs(server, tenant.tenantId, role)
      for (const endpoint of forPeople) {
        const allowed = permissionsOf(role).includes(endpoint.permission!)
        expect([endpoint.id, await isLetIn(endpoint, headers)]).toEqual([endpoint.id, allowed])
      }
    },
  )

  test.each(apiRoles)('a token with the role %s gets exactly the operations that list it', async (role) => {
    const company_id = role === 'CUSTOMER' ? '2f1d6a0e-41f9-4f0d-b1d3-0a8a4d1f7c55' : null
    const credentials = await createClient(server.ctx, tenant.tenantId, byOperator, {
      name: role,
      roles: [role],
      company_id,
    })
    const headers = { authorization: `Bearer ${await fetchToken(server.app, credentials)}` }
    for (const endpoint of forPrograms) {
      const roles: readonly string[] = endpoint.roles ?? []
      const allowed = endpoint.anyToken === true || roles.length === 0 || roles.includes(role)
      expect([endpoint.id, await isLetIn(endpoint, headers)]).toEqual([endpoint.id, allowed])
    }
  })

  test('AUTH-8: changes need a permission to change, except for read-only posts and one’s own account', () => {
    const changing = forPeople.filter(({ method }) => method !== 'GET')
    const looking = changing.filter(({ permission }) => /\.read$|^session\.use$/.test(permission!))
    expect(looking.map(({ id }) => id).toSorted()).toEqual([...onlyLooking, ...ownAlone, ...decidedLater].toSorted())
  })

  test('a refusal lists the roles that would be sufficient', async () => {
    const viewer = await tenant.user('VIEWER')
    await expect(viewer(listApiClients, {})).rejects.toMatchObject({
      status: 403,
      body: { code: 'role_missing', message: 'This operation needs the role Super admin. Ask a Super admin for it.' },
    })
    const trips = await tenant.callAs(['API_TRIP'])
    const upload = trips(uploadOrder, { body: { operation: 'DELETE', order_identifier: 'ANY' } })
    await expect(upload).rejects.toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^This operation needs (the role|one of these roles: ).*API_ORDER/) },
    })
  })

  test('every operation for people refuses tokens, and every operation for programs refuses sessions', async () => {
    const session = await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')
    const send = (endpoint: Endpoint, headers: Record<string, string>) =>
      server.app.inject({ method: endpoint.method, url: endpoint.path.replace(/\{\w+\}/g, 'x'), headers })
    for (const endpoint of forPeople) {
      const answer = await send(endpoint, { authorization: `Bearer ${tenant.token}` })
      expect([endpoint.id, answer.statusCode]).toEqual([endpoint.id, 401])
    }
    for (const endpoint of forPrograms) {
      expect([endpoint.id, (await send(endpoint, session)).statusCode]).toEqual([endpoint.id, 401])
    }
  })

  test('a route for people without a permission is refused at startup', () => {
    const bare = { ...forPeople[0]!, permission: undefined } as unknown as Endpoint
    const gate = {
      authenticate: {} as never,
      admit: async () => ({ headers: {} }),
      once: async () => ({ text: '', isRepeat: false }),
    }
    const bind = () =>
      serve({ app: server.app, ctx: server.ctx, gate, served: new Set() }, bare, async () => undefined as never)
    expect(bind).toThrow('has no permission')
    expect(anonymous.permissions).toEqual([])
  })
})
