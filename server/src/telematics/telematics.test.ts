import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import * as contract from '@cartage/contract/positions/app/connections'
import { getResourceState, listSamples } from '@cartage/contract/positions/app/fleet'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { createRfms, type Rfms } from '../testing/servers/rfms.ts'
import { createTraccar, type Traccar, traccarPosition } from '../testing/servers/traccar.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const now = Math.floor(Date.now() / 1_000) * 1_000
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
const shown = (seconds: number) => ago(seconds).replace('.000Z', 'Z')

let rfms: Rfms
let traccar: Traccar
beforeEach(() => {
  rfms = createRfms()
  // Aligns the clock of the service with the positions below, however long the earlier tests took.
  rfms.now = ago(0)
  traccar = createTraccar()
  server.sent.length = 0
  server.answerWith((request) =>
    new URL(request.url).hostname === 'rfms.example' ? rfms.answer(request) : traccar.answer(request),
  )
})

const base = { sign_in: 'NONE', user_name: null, token_url: null, interval_seconds: 60, is_paused: false } as const
const ofRfms = { ...base, kind: 'RFMS', name: 'Trucks', base_url: 'https://rfms.example/rfms4/' } as const
const ofTraccar = { ...base, kind: 'TRACCAR', name: 'Boxes', base_url: 'https://traccar.example' } as const

const passTime = statement(
  'test.pass_time_of_connections',
  `update telematics_connection set due_at = now() where tenant_id = $1 and due_at <= now() + make_interval(secs => $2)
   returning connection_id`,
)

async function connected(tenant: TestTenant, given: object) {
  const admin = await tenant.user('SUPER_ADMIN')
  const added = await admin(contract.addTelematicsConnection, { body: given as never })
  await server.drain()
  const again = async (seconds = 61) => {
    const due = await tenant.asTenant((tx) => tx.query(passTime, seconds))
    await server.drain()
    return due.length
  }
  const read = async () => {
    const { items } = await admin(contract.listTelematicsConnections, {})
    return items.find(({ connection_key }) => connection_key === added.connection_id)!
  }
  return { admin, ...added, again, read }
}

async function positionsOf(tenant: TestTenant, resource_id: string) {
  const planner = await tenant.user('PLANNER')
  const query = { from: ago(86_400), to: ago(-600) }
  return (await planner(listSamples, { params: { resource_id }, query })).items
}

function at(vin: string, seconds: number, latitude = 51, given: object = {}) {
  return { vin, at: ago(seconds), received: ago(seconds - 2), latitude, longitude: 4, given }
}

describe('TELE-4: rFMS is polled', () => {
  test('first for the latest position of each vehicle, then for new ones by the clock of the service', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: { vin_number: 'YS2R4X20005399401' } })
    rfms.positions = [at('YS2R4X20005399401', 500, 50), at('YS2R4X20005399401', 300)]
    rfms.now = ago(280)
    const { again, read } = await connected(tenant, ofRfms)
    expect((await positionsOf(tenant, truck.id)).map(({ recorded_at }) => recorded_at)).toEqual([shown(300)])
    rfms.pageSize = 2
    rfms.positions.push(...[200, 190, 180, 170, 160].map((seconds) => at('YS2R4X20005399401', seconds)))
    rfms.now = ago(100)
    await again()
    expect((await positionsOf(tenant, truck.id)).length).toBe(6)
    const asked = server.sent.map(({ url }) => url).filter((url) => url.includes('vehiclepositions'))
    expect(asked.map((url) => new URL(url).searchParams.get('starttime'))).toEqual([null, ago(280), ago(280), ago(280)])
    expect(asked.every((url) => url.startsWith('https://rfms.example/rfms4/vehiclepositions?'))).toBe(true)
    await again()
    expect(new URL(server.sent.at(-1)!.url).searchParams.get('starttime')).toBe(ago(100))
    expect(await read()).toMatchObject({ kind: 'RFMS', failure: null, sources: [{ resource_name: 'T1' }] })
  })

  test('with distance in metres and fuel in percent from the statuses, and without them if the account lacks the permission', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: { vin_number: 'YS2R4X20005399401' } })
    const snapshotData = { fuelLevel1: 61.5, gnssPosition: null }
    const times = { createdDateTime: ago(20), receivedDateTime: ago(19) }
    rfms.statuses = [{ vin: 'YS2R4X20005399401', ...times, hrTotalVehicleDistance: 412_000_500, snapshotData }]
    await connected(tenant, ofRfms)
    const planner = await tenant.user('PLANNER')
    const { states } = await planner(getResourceState, { params: { resource_id: truck.id } })
    expect(states.map(({ kind, value }) => [kind, value])).toEqual([
      ['FUEL', { fuel_level_percentage: 61.5 }],
      ['MILEAGE', { mileage_meter: 412_000_500 }],
    ])
    rfms.first = [{ status: 403 }, { status: 404 }]
    rfms.positions = [at('YS2R4X20005399401', 300)]
    const { read } = await connected(tenant, { ...ofRfms, name: 'Again' })
    expect(await read()).toMatchObject({ failure: null, sources: [{ recorded_at: shown(300) }] })
  })

  test('a vehicle without a fix or with a broken entry does not prevent reading the others', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: { vin_number: 'YS2R4X20005399401' } })
    rfms.positions = [
      at('', 300),
      at('NOFIX', 300, 51, { gnssPosition: null }),
      at('ODD', 300, 51, { gnssPosition: { latitude: 'x', longitude: 4, positionDateTime: ago(300) } }),
      at('POLE', 300, 95),
      at('YS2R4X20005399401', 299, 51, { createdDateTime: 'yesterday', receivedDateTime: null }),
    ]
    const { read } = await connected(tenant, ofRfms)
    expect((await positionsOf(tenant, truck.id)).length).toBe(1)
    expect((await read()).sources.map(({ source_key }) => source_key).sort()).toEqual([
      'NOFIX',
      'ODD',
      'POLE',
      'YS2R4X20005399401',
    ])
  })

  test('a token is fetched with the client credentials, kept, and fetched again once it is refused', async () => {
    const tenant = await server.tenant()
    const token_url = 'https://rfms.example/token'
    const signed = { sign_in: 'CLIENT_CREDENTIALS', user_name: 'haulier', secret: 'hush', token_url }
    const { again, read } = await connected(tenant, { ...ofRfms, ...signed })
    await again()
    expect(rfms.tokens).toEqual(['token-1'])
    rfms.tokens.push('token-2')
    await again()
    expect(rfms.tokens).toEqual(['token-1', 'token-2', 'token-3'])
    expect(await read()).toMatchObject({ failure: null })
    const request = server.sent.find(({ url }) => url === token_url)!
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from('haulier:hush').toString('base64')}`)
    expect(JSON.stringify(await read())).not.toContain('hush')
  })

  test('a service that limits requests is paused as long as it requests, and earlier data stay', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: { vin_number: 'YS2R4X20005399401' } })
    const { again, read } = await connected(tenant, ofRfms)
    rfms.pageSize = 1
    rfms.positions = [at('YS2R4X20005399401', -1), at('YS2R4X20005399401', -2)]
    server.answerWith((request) => {
      const isSecond = new URL(request.url).searchParams.has('page')
      return isSecond ? { status: 429, headers: { 'retry-after': '600' } } : rfms.answer(request)
    })
    await again()
    expect((await read()).failure).toMatch(/^The service is asked too often \(429\)\./)
    expect((await positionsOf(tenant, truck.id)).length).toBe(1)
    expect(await again(500)).toBe(0)
    server.answerWith((request) => rfms.answer(request))
    expect(await again(601)).toBe(1)
    expect((await positionsOf(tenant, truck.id)).length).toBe(2)
    expect((await read()).failure).toBeNull()
  })

  test('one that does not respond, or responds with garbage, is retried and does not delay the others', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'Box', external_id: 'imei-1', tractor: {} })
    traccar.devices = [{ id: 5, uniqueId: 'imei-1', name: 'Box' }]
    traccar.positions = [traccarPosition(5, ago(30))]
    rfms.first = Array.from({ length: 3 }, () => ({ status: 200, body: '<html>' }))
    const broken = await connected(tenant, ofRfms)
    await connected(tenant, ofTraccar)
    expect((await broken.read()).failure).toMatch(/is not JSON, or is larger than 16 MB\. Correct the address\.$/)
    expect((await positionsOf(tenant, truck.id)).length).toBe(1)
    rfms.first = [{ status: null, failure: 'timeout: no complete answer in time' }]
    await broken.again(900)
    expect((await broken.read()).failure).toMatch(/^The service did not answer \(timeout\)\./)
  })
})

test.each([
  ['refuses the credentials', { status: 401 }, /^De dienst weigert .*\(401\)/, true],
  ['is at another address', { status: 404 }, /\(404\)/, true],
  ['allows no positions', { status: 403 }, /\(403\)/, false],
  ['is out of order', { status: 503 }, /^De dienst antwoordde met status 503\./, false],
  ['may not be reached', { status: null, failure: 'address_refused: 10.0.0.1 is private' }, /adres/, true],
  ['does not answer', { status: null, failure: 'timeout: no complete answer in time' }, /\(timeout\)/, false],
])(
  'TELE-6: a service that %s is described in the language of the reader, with advice',
  async (_, answer, words, change) => {
    const tenant = await server.tenant()
    server.answerWith(() => answer)
    const { connection_id } = await connected(tenant, ofTraccar)
    const headers = { ...(await logInAs(server, tenant.tenantId, 'SUPER_ADMIN')), 'accept-language': 'nl' }
    const url = contract.listTelematicsConnections.path
    const { items } = (await server.app.inject({ url, headers })).json<{ items: contract.TelematicsConnection[] }>()
    const one = items.find(({ connection_key }) => connection_key === connection_id)
    expect(one).toMatchObject({ failure: expect.stringMatching(words), is_to_change: change })
  },
)

test('EACH-3: data of one vehicle that cannot be stored do not affect others', async () => {
  const tenant = await server.tenant()
  const [bad, good] = [
    await resourceOf(tenant, { name: 'Bad', tractor: { vin_number: 'WDB9634031L738247' } }),
    await resourceOf(tenant, { name: 'Good', tractor: { vin_number: 'YS2R4X20005399401' } }),
  ]
  rfms.positions = [at('WDB9634031L738247', 300), at('YS2R4X20005399401', 300)]
  const mend = await plantFault(server, 'position_sample', `new.resource_id = '${bad.id}'`)
  await connected(tenant, ofRfms)
  expect((await positionsOf(tenant, good.id)).length).toBe(1)
  await mend()
})

describe('Traccar', () => {
  const forward = (token: string, body: object) =>
    server.app.inject({
      ...{ method: 'POST', url: contract.reportTraccarPosition.path },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })

  test('TELE-4: is polled for the last positions of its devices', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-ABC-234' } })
    traccar.devices = [{ id: 5, uniqueId: '861', name: '1abc 234' }]
    traccar.positions = [traccarPosition(5, ago(30), { accuracy: 12.5 }), traccarPosition(9, ago(30))]
    const { read } = await connected(tenant, { ...ofTraccar, sign_in: 'BEARER', secret: 'traccar-token' })
    expect((await positionsOf(tenant, van.id))[0]!.value).toEqual({ latitude: 51, longitude: 4, accuracy_m: 12.5 })
    expect(server.sent[0]!.headers.authorization).toBe('Bearer traccar-token')
    expect((await read()).sources.map(({ source_key, resource_name }) => [source_key, resource_name])).toEqual([
      ['9', null],
      ['861', 'Van'],
    ])
  })

  test('TELE-4: forwards positions with the token of its connection, until it is replaced', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-ABC-234' } })
    const { admin, token, connection_id } = await connected(tenant, { ...ofTraccar, base_url: null })
    const device = { id: 5, uniqueId: '861', name: 'One', attributes: { licensePlate: '1 ABC 234' } }
    const body = { device, position: traccarPosition(5, ago(20).replace('Z', '+00:00')) }
    expect((await forward(token!, body)).statusCode).toBe(204)
    expect((await forward(token!, body)).statusCode).toBe(204)
    expect((await positionsOf(tenant, van.id)).map(({ recorded_at }) => recorded_at)).toEqual([shown(20)])
    expect((await forward(token!, { device })).statusCode).toBe(204)
    expect((await forward(`${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`, body)).statusCode).toBe(401)
    const renewed = await admin(contract.rotateTelematicsToken, { params: { connection_id } })
    expect((await forward(token!, body)).statusCode).toBe(401)
    expect((await forward(renewed.token!, body)).statusCode).toBe(204)
    await admin(contract.removeTelematicsConnection, { params: { connection_id } })
    expect((await forward(renewed.token!, body)).statusCode).toBe(401)
  })
})

describe('TELE-5: a device that matches no vehicle', () => {
  test('is shown with its data, and belongs to the vehicle chosen by a person from then on', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: {} })
    rfms.positions = [at('YS2R4X20005399401', 300)]
    rfms.vehicles = [{ vin: 'YS2R4X20005399401', registrationNumber: '2-XYZ-9', customerVehicleName: 'Blue' }]
    const { connection_id, again, read } = await connected(tenant, ofRfms)
    expect((await read()).sources).toMatchObject([
      { source_key: 'YS2R4X20005399401', plate: '2-XYZ-9', label: 'Blue', resource_id: null, recorded_at: shown(300) },
    ])
    const planner = await tenant.user('PLANNER')
    const chosen = { connection_key: connection_id, source_key: 'YS2R4X20005399401', resource_id: truck.id }
    await planner(contract.setTelematicsVehicle, { body: chosen })
    expect((await positionsOf(tenant, truck.id)).length).toBe(1)
    // Another vehicle with a matching plate comes too late.
    await resourceOf(tenant, { name: 'T2', tractor: { license_plate: '2XYZ9' } })
    rfms.positions.push(at('YS2R4X20005399401', -5))
    await again()
    expect((await positionsOf(tenant, truck.id)).length).toBe(2)
    expect((await read()).sources).toMatchObject([{ resource_name: 'T1', is_chosen: true }])
    await planner(contract.setTelematicsVehicle, { body: { ...chosen, resource_id: null } })
    await again()
    expect((await read()).sources).toMatchObject([{ resource_name: 'T2', is_chosen: false }])
  })

  test('is refused for an unknown vehicle or device, and for users who may not change vehicles', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: {} })
    const { connection_id } = await connected(tenant, ofRfms)
    const planner = await tenant.user('PLANNER')
    const body = { connection_key: connection_id, source_key: 'none', resource_id: truck.id }
    await expect(planner(contract.setTelematicsVehicle, { body })).rejects.toMatchObject({ status: 404 })
    const viewer = await tenant.user('VIEWER')
    await expect(viewer(contract.setTelematicsVehicle, { body })).rejects.toMatchObject({ status: 403 })
    await expect(planner(contract.addTelematicsConnection, { body: ofRfms })).rejects.toMatchObject({ status: 403 })
  })
})

describe('TELE-5: devices of a webhook', () => {
  const named = (member: string, value: string) => ({
    resource: { vehicle: { [member]: { matches_any: [value] } } },
  })
  const sent = (match: object, seconds: number, latitude = 51) => ({
    tracking_match: { matches_any: [match] },
    tracking_update_data: [{ position: { timestamp: ago(seconds), latitude, longitude: 4 } }],
  })
  async function rowsOf(tenant: TestTenant) {
    const admin = await tenant.user('SUPER_ADMIN')
    const { items } = await admin(contract.listTelematicsConnections, {})
    return items.find(({ connection_key }) => connection_key === tenant.webhookCredential.client_id)!.sources
  }
  const send = (tenant: TestTenant, ...updates: object[]) =>
    tenant.webhook(updateTracking, { body: { updates } as never })

  test('are listed with their last data, unmatched ones first', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', external_id: 'E-1', tractor: {} })
    await resourceOf(tenant, { name: 'Ann', driver: {} })
    const ofDriver = { resource: { driver: { name: { matches_any: ['Ann'] } } } }
    await send(tenant, sent(named('generic_id', 'E-1'), 60), sent(named('name', 'Unknown'), 90), sent(ofDriver, 30))
    await send(tenant, sent(named('generic_id', 'E-1'), 600), sent(named('generic_id', 'E-1'), -86_400))
    expect(await rowsOf(tenant)).toMatchObject([
      { source_key: 'Unknown', resource_id: null, recorded_at: shown(90) },
      {
        source_key: 'E-1',
        resource_id: truck.id,
        resource_name: 'T1',
        recorded_at: shown(60),
        value: { latitude: 51 },
      },
    ])
  })

  test('belong to the vehicle chosen by a person, with earlier and later data', async () => {
    const tenant = await server.tenant()
    const truck = await resourceOf(tenant, { name: 'T1', tractor: {} })
    const planner = await tenant.user('PLANNER')
    const answer = await send(tenant, sent(named('name', 'Box 7'), 300))
    expect(answer?.errors).toHaveLength(1)
    const chosen = {
      ...{ connection_key: tenant.webhookCredential.client_id, source_key: 'Box 7', resource_id: truck.id },
    }
    await planner(contract.setTelematicsVehicle, { body: chosen })
    expect(await positionsOf(tenant, truck.id)).toHaveLength(1)
    expect(await send(tenant, sent(named('name', 'Box 7'), 200))).toBeNull()
    expect(await positionsOf(tenant, truck.id)).toHaveLength(2)
    expect(await rowsOf(tenant)).toMatchObject([{ source_key: 'Box 7', is_chosen: true, recorded_at: shown(200) }])
    await planner(contract.setTelematicsVehicle, { body: { ...chosen, resource_id: null } })
    await send(tenant, sent(named('name', 'Box 7'), 100))
    expect(await rowsOf(tenant)).toMatchObject([{ resource_id: null, is_chosen: false }])
  })
})

describe('a connection', () => {
  test('keeps its secret for its address only', async () => {
    const tenant = await server.tenant()
    const { admin, connection_id, again } = await connected(tenant, { ...ofRfms, sign_in: 'BEARER', secret: 'hush' })
    const { kind: _, ...facts } = { ...ofRfms, sign_in: 'BEARER' as const, name: 'Renamed' }
    const params = { connection_id }
    await admin(contract.changeTelematicsConnection, { params, body: facts })
    await again()
    expect(server.sent.at(-1)!.headers.authorization).toBe('Bearer hush')
    const moved = { ...facts, base_url: 'https://other.example' }
    await expect(admin(contract.changeTelematicsConnection, { params, body: moved })).rejects.toMatchObject({
      status: 422,
    })
    await admin(contract.changeTelematicsConnection, { params, body: { ...facts, is_paused: true } })
    const before = server.sent.length
    await again()
    expect(server.sent.length).toBe(before)
  })

  test.each([
    ['without an address', { base_url: null }],
    ['with a key in its address', { base_url: 'https://rfms.example/?key=1' }],
    ['without its secret', { sign_in: 'BEARER' }],
    ['without its user', { sign_in: 'BASIC', secret: 'x' }],
    ['without its token endpoint', { sign_in: 'CLIENT_CREDENTIALS', user_name: 'x', secret: 'x' }],
  ])('is refused %s', async (_, wrong) => {
    const tenant = await server.tenant()
    const admin = await tenant.user('SUPER_ADMIN')
    const added = admin(contract.addTelematicsConnection, { body: { ...ofRfms, ...wrong } as never })
    await expect(added).rejects.toMatchObject({ status: 422 })
  })
})
