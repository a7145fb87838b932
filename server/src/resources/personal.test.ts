import { appEndpoints } from '@cartage/contract/app/endpoints'
import { dispatchTrip, listTripDispatches, recallTrip } from '@cartage/contract/dispatch/app'
import type { Endpoint, UserRole } from '@cartage/contract/endpoint'
import { listLogEntries } from '@cartage/contract/events/app'
import { getResourceRecord, listResourceHistory } from '@cartage/contract/resources/app/record'
import { getResource, listResources, updateResource } from '@cartage/contract/resources/endpoints'
import { personalMembers } from '@cartage/contract/resources/personal'
import { DriverProperties } from '@cartage/contract/resources/properties'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { withoutPersonal } from '../auth/personal.rules.ts'
import { addPartner, followUp } from '../testing/data/dispatch.ts'
import { addLocation } from '../testing/data/fleet.ts'
import { plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A driver on a trip dispatched to a partner, whose phone number and e-mail address changed since. */
async function drivenTrip() {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const partner = await addPartner(server, planner)
  const home = await addLocation(tenant)
  const secrets = ['1980-04-05', 'ann@private.example', '+32475123456', '+32475999999', home]
  const properties = {
    first_name: 'Ann',
    last_name: 'Peeters',
    date_of_birth: '1980-04-05',
    email_address: 'ann@private.example',
    phone_number: '+32475123456',
    start_stop_location: { id: home },
  }
  const { tripId, trip } = await plannedTrip(server, tenant, { resources: [{ name: 'Ann', driver: properties }] })
  const driverId = trip.resources[0]!.resource_id
  await planner(dispatchTrip, { params: { trip_id: tripId }, body: { dispatch_destination_id: partner.id } })
  await server.drain()
  const changed = { driver: { ...properties, phone_number: '+32475999999' } }
  await tenant.call(updateResource, { params: { resource_id: driverId }, body: changed })
  await planner(recallTrip, { params: { trip_id: tripId } })
  await followUp(server, tenant)
  await planner(dispatchTrip, { params: { trip_id: tripId }, body: { dispatch_destination_id: partner.id } })
  await followUp(server, tenant)
  const [dispatch] = (await planner(listTripDispatches, { params: { trip_id: tripId } })).items
  const events = await planner(listLogEntries, {})
  const known: Record<string, readonly string[]> = {
    resource_id: [driverId],
    trip_id: [tripId],
    dispatch_id: [dispatch!.dispatch_id],
    revision: dispatch!.revisions.map(({ revision }) => String(revision)),
    event_id: [...events.items.map(({ event_id }) => event_id), ...dispatch!.revisions.map(({ event_id }) => event_id)],
    order_id: trip.stops.flatMap(({ order_id }) => order_id ?? []),
  }
  return { tenant, planner, driverId, home, secrets, known }
}

/** Every address of an operation, with existing ids for its parameters. */
function addressesOf({ path }: Endpoint, known: Readonly<Record<string, readonly string[]>>): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return names.reduce<string[]>(
    (paths, name) => paths.flatMap((one) => (known[name] ?? []).map((value) => one.replace(`{${name}}`, value))),
    [path],
  )
}

const all: readonly Endpoint[] = Object.values(appEndpoints)
const screens = all.filter(({ auth, method, id }) => auth === 'session' && method === 'GET' && id !== 'streamChanges')

/** All responses a role can read in the application, with their addresses. */
async function readAll(tenantId: string, role: UserRole, known: Readonly<Record<string, readonly string[]>>) {
  const headers = await logInAs(server, tenantId, role)
  const pages = new Map<string, string>()
  const allowed = screens.filter(({ permission }) => permissionsOf(role).includes(permission!))
  for (const url of allowed.flatMap((endpoint) => addressesOf(endpoint, known))) {
    const answer = await server.app.inject({ url, headers })
    if (answer.statusCode === 200) pages.set(url, answer.body)
  }
  return pages
}

describe('personal data of a driver', () => {
  test('reach no one in the application except planners: no page, list, export, message or history', async () => {
    const { tenant, secrets, known } = await drivenTrip()
    const showing = (pages: ReadonlyMap<string, string>) =>
      [...pages].filter(([, body]) => secrets.some((secret) => body.includes(secret))).map(([url]) => url)
    const seen = showing(await readAll(tenant.tenantId, 'PLANNER', known))
    // Without data to hide the test would prove nothing.
    expect(seen.some((url) => url.endsWith('/history'))).toBe(true)
    expect(seen.some((url) => url.includes('/dispatch/'))).toBe(true)
    for (const role of ['VIEWER', 'ORDER_ENTRY', 'ACCOUNTANT', 'CUSTOMER', 'SUBCONTRACTOR'] as const) {
      const pages = await readAll(tenant.tenantId, role, known)
      expect([role, showing(pages).filter((url) => !url.startsWith('/app/locations'))]).toEqual([role, []])
    }
  })

  test('are left out, not emptied, so that no page states that a driver has none', async () => {
    const { tenant, driverId, home } = await drivenTrip()
    const params = { resource_id: driverId }
    const viewer = await tenant.user('VIEWER')
    const { resource, start_stop_location_name } = await viewer(getResourceRecord, { params })
    expect(resource).toMatchObject({ name: 'Ann', driver: { first_name: 'Ann', last_name: 'Peeters' } })
    expect(Object.keys(resource.driver!).sort()).toEqual(['first_name', 'last_name'])
    expect(start_stop_location_name).toBeNull()
    const planner = await tenant.user('PLANNER')
    const whole = await planner(getResourceRecord, { params })
    expect(whole.resource.driver).toMatchObject({ date_of_birth: '1980-04-05', start_stop_location: { id: home } })
  })

  test('are in the history of everyone as a change, and with values for planners', async () => {
    const { tenant, planner, driverId } = await drivenTrip()
    const viewer = await tenant.user('VIEWER')
    const [mine] = (await viewer(listResourceHistory, { params: { resource_id: driverId } })).items
    const [theirs] = (await planner(listResourceHistory, { params: { resource_id: driverId } })).items
    expect(mine).toMatchObject({ action: 'updated', sequence: theirs!.sequence, actor: theirs!.actor })
    expect(JSON.stringify(theirs!.changes)).toContain('+32475999999')
    expect(JSON.stringify(mine!.changes)).not.toContain('+32475')
  })

  test('remain in the interface, whose clients have their own roles', async () => {
    const { tenant, driverId } = await drivenTrip()
    const one = await tenant.call(getResource, { params: { resource_id: driverId } })
    expect(one).toMatchObject({ driver: { date_of_birth: '1980-04-05', phone_number: '+32475999999' } })
    const { items } = await tenant.call(listResources, { query: { resource_type: 'DRIVER' } })
    expect(items).toMatchObject([{ driver: { email_address: 'ann@private.example' } }])
  })

  test('are all members of a driver except the name', () => {
    const names = new Set<string>(personalMembers)
    expect(Object.keys(DriverProperties.shape).filter((name) => !names.has(name))).toEqual(['first_name', 'last_name'])
  })

  test('are detected wherever a driver is included; contacts of places and companies stay', () => {
    const contact = { name: 'Gate', phone_number: '+321', email: 'gate@example.test' }
    const driver = { resource_type: 'DRIVER', name: 'Ann', phone_number: '+322', email: 'a@example.test' }
    const message = { resource_allocations: [{ resource: driver }], stops: [{ contact }] }
    expect(withoutPersonal(message)).toEqual({
      resource_allocations: [{ resource: { resource_type: 'DRIVER', name: 'Ann' } }],
      stops: [{ contact }],
    })
    const path = (member: string) => ({ path: `resource_allocations[1].resource.${member}`, before: 'a', after: 'b' })
    expect(withoutPersonal([path('phone_number'), path('name'), path('start_stop_location.id')])).toEqual([
      path('name'),
    ])
  })
})
