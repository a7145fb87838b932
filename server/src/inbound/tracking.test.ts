import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { listPositions, listSamples } from '@cartage/contract/positions/app/fleet'
import { archiveResource } from '@cartage/contract/resources/endpoints'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const minute = 60_000
const now = Math.floor(Date.now() / 1_000) * 1_000
const ago = (minutes: number) => new Date(now - minutes * minute).toISOString()
const shown = (minutes: number) => ago(minutes).replace('.000Z', 'Z')

const by = (kind: string, member: string, ...values: string[]) => ({
  resource: { [kind]: { [member]: { matches_any: values } } },
})
const position = (minutes: number, latitude = 51, longitude = 4) => ({
  position: { timestamp: ago(minutes), latitude, longitude },
})
const send = (tenant: TestTenant, ...updates: object[]) =>
  tenant.webhook(updateTracking, { body: { updates } as never })
const update = (match: object | object[], ...data: object[]) => ({
  tracking_match: { matches_any: [match].flat() },
  tracking_update_data: data,
})

async function lastOf(tenant: TestTenant, id: string) {
  const call = await tenant.user('PLANNER')
  const { items } = await call(listPositions, {})
  return items.find(({ resource_id }) => resource_id === id)?.states ?? []
}

const selectEvents = statement(
  'test.select_position_events',
  `select entity_id, sequence, payload from event where tenant_id = $1 and type = 'position.updated' order by entity_id, sequence`,
)
interface EventRow {
  entity_id: string
  sequence: number
  payload: string
}
const eventsOf = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<EventRow>(selectEvents))

const passOutbox = statement('test.pass_outbox', `update position_outbox set due_at = now() where tenant_id = $1`)
const ageEvents = statement(
  'test.age_events',
  `update event set recorded_at = recorded_at - interval '6 minutes' where tenant_id = $1`,
)
const pendingOf = statement(
  'test.select_pending_positions',
  `select p.sequence from delivery_pending p where p.tenant_id = $1 order by p.sequence`,
)
const endedOf = statement(
  'test.select_superseded',
  `select d.status, d.reason, e.sequence from delivery d join event e on e.tenant_id = $1 and e.event_id = d.event_id
    where d.tenant_id = $1 order by e.sequence`,
)

const receiver = (tenant: TestTenant, types: string[] = []) =>
  addSubscription(ctx, tenant.tenantId, byOperator, {
    name: 'r',
    url: 'https://receiver.example/x',
    event_types: types,
  } as never)

describe('matching', () => {
  test('TRK-1: a resource of the right kind is found by name, generic id or the id in an integration', async () => {
    const tenant = await server.tenant()
    const tractor = await resourceOf(tenant, {
      name: 'Truck 1',
      external_id: 'T-1',
      tractor: {},
      integrations: { telematics: { object_id: 'obj-1' } },
    })
    const driver = await resourceOf(tenant, { name: 'Truck 1', external_id: 'D-1', driver: {} })
    const container = await resourceOf(tenant, { name: 'Box', external_id: 'C-1', container: {} })
    const cases: [object, string][] = [
      [by('vehicle', 'name', 'Truck 1'), tractor.id],
      [by('driver', 'name', 'nobody', 'Truck 1'), driver.id],
      [by('vehicle', 'generic_id', 'T-1'), tractor.id],
      [by('container', 'generic_id', 'C-1'), container.id],
      [by('vehicle', 'integration_object_id', 'obj-1'), tractor.id],
    ]
    for (const [index, [match, id]] of cases.entries()) {
      expect(
        await send(tenant, update(match, { fuel: { timestamp: ago(60 - index), fuel_level_percentage: index } })),
      ).toBe(null)
      expect(await lastOf(tenant, id)).toMatchObject([{ kind: 'FUEL', value: { fuel_level_percentage: index } }])
    }
  })

  test('TRK-1: entries are alternatives in order, members of one entry must all match', async () => {
    const tenant = await server.tenant()
    const [one, two] = [
      await resourceOf(tenant, { name: 'same', external_id: '1' }),
      await resourceOf(tenant, { name: 'same', external_id: '2' }),
    ]
    const named = by('vehicle', 'name', 'same')
    expect(
      await send(tenant, update([by('vehicle', 'name', 'none'), named, by('vehicle', 'generic_id', '2')], position(5))),
    ).toBe(null)
    expect(await lastOf(tenant, two.id)).toHaveLength(1)
    const both = { resource: { vehicle: { name: { matches_any: ['same'] }, generic_id: { matches_any: ['1', '3'] } } } }
    expect(await send(tenant, update(both, position(5)))).toBeNull()
    expect(await lastOf(tenant, one.id)).toHaveLength(1)
    const answer = await send(tenant, update(named, position(4)))
    expect(answer?.errors).toMatchObject([{ error_type: 'USER_INPUT_ERROR' }])
    expect(answer?.errors?.[0]?.error_message).toContain('Several resources match')
  })

  test('TRK-1: items without a match are reported, the others apply', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { name: 'van', external_id: 'V' })
    const gone = await resourceOf(tenant, { name: 'gone', external_id: 'G' })
    await tenant.call(archiveResource, { params: { resource_id: gone.id } as never })
    const other = await server.tenant()
    await resourceOf(other, { name: 'theirs', external_id: 'X' })
    const answer = await send(
      tenant,
      update(by('vehicle', 'name', 'theirs'), position(1)),
      update(by('vehicle', 'generic_id', 'V'), position(2)),
      update(by('vehicle', 'name', 'gone'), position(1)),
      update(by('driver', 'name', 'van'), position(1)),
      update([], position(1)),
    )
    expect(answer?.errors?.map((error) => error.error_message?.split(':')[0])).toEqual([
      'updates.0',
      'updates.2',
      'updates.3',
      'updates.4',
    ])
    expect(await lastOf(tenant, van.id)).toMatchObject([{ kind: 'POSITION', recorded_at: shown(2) }])
  })
})

describe('samples', () => {
  test('TRK-1: each kind is stored with its own instant', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { external_id: 'V' })
    const measured = { sensor: 'front', temperature: -18.5 }
    await send(
      tenant,
      update(by('vehicle', 'generic_id', 'V'), {
        position: { timestamp: ago(1), latitude: 51.5, longitude: 4.25 },
        temperature: { timestamp: ago(2), temperatures: [measured], temperature_setpoints: [] },
        tachograph: { timestamp: ago(3), activity: 'DRIVING', driving_since: ago(30) },
        fuel: { timestamp: ago(4), fuel_level_percentage: 55 },
        mileage: { timestamp: ago(5), mileage_meter: 123_456 },
        weight: { timestamp: ago(6), axle_weight: 7_200 },
      }),
    )
    expect(await lastOf(tenant, van.id)).toEqual([
      { kind: 'FUEL', recorded_at: shown(4), value: { fuel_level_percentage: 55 } },
      { kind: 'MILEAGE', recorded_at: shown(5), value: { mileage_meter: 123_456 } },
      { kind: 'POSITION', recorded_at: shown(1), value: { latitude: 51.5, longitude: 4.25 } },
      { kind: 'TACHOGRAPH', recorded_at: shown(3), value: { activity: 'DRIVING', driving_since: ago(30) } },
      { kind: 'TEMPERATURE', recorded_at: shown(2), value: { temperatures: [measured], temperature_setpoints: [] } },
      { kind: 'WEIGHT', recorded_at: shown(6), value: { axle_weight: 7_200 } },
    ])
    const call = await tenant.user('PLANNER')
    const range = { from: ago(10), to: ago(0) }
    const history = await call(listSamples, { params: { resource_id: van.id }, query: { ...range, kind: 'MILEAGE' } })
    expect(history).toEqual({ items: [{ recorded_at: shown(5), value: { mileage_meter: 123_456 } }], is_cut: false })
  })

  test('SENSE-2: an implausible instant is left out of its sample, with an error for it', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { external_id: 'V' })
    const tachograph = {
      timestamp: ago(3),
      activity: 'REST',
      next_rest_at: '1970-01-01T00:00:00Z',
      resting_since: ago(9),
    }
    const answer = await send(tenant, update(by('vehicle', 'generic_id', 'V'), { tachograph }))
    expect(answer?.errors).toMatchObject([
      {
        error_message: expect.stringMatching(/^updates\.0\.tracking_update_data\.0\.tachograph\.next_rest_at: .*1970/),
      },
    ])
    expect(await lastOf(tenant, van.id)).toMatchObject([{ value: { activity: 'REST', resting_since: ago(9) } }])
  })

  test('late and repeated samples keep the last value right and are stored once, in whatever messages they arrive', async () => {
    const tenant = await server.tenant()
    const call = await tenant.user('PLANNER')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (messages) => {
          const external_id = ctx.newId()
          const van = await resourceOf(tenant, { external_id })
          for (const minutes of messages) {
            const data = minutes.map((one) => position(one, 51 + one / 100))
            expect(await send(tenant, update(by('vehicle', 'generic_id', external_id), ...data))).toBeNull()
          }
          const all = [...new Set(messages.flat())].sort((one, other) => other - one)
          const newest = all.at(-1)!
          expect(await lastOf(tenant, van.id)).toMatchObject([
            { recorded_at: shown(newest), value: { latitude: 51 + newest / 100 } },
          ])
          const query = { from: ago(60), to: ago(0) }
          const { items } = await call(listSamples, { params: { resource_id: van.id }, query })
          expect(items.map(({ recorded_at }) => recorded_at)).toEqual(all.map(shown))
        },
      ),
      { numRuns: 12 },
    )
  }, 60_000)

  test('instants without offset are refused; impossible places and instants are reported and not stored', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { external_id: 'V' })
    const match = by('vehicle', 'generic_id', 'V')
    const local = { position: { timestamp: '2026-03-02T08:00:00', latitude: 1, longitude: 1 } }
    await expect(send(tenant, update(match, local))).rejects.toMatchObject({ status: 422 })
    const answer = await send(
      tenant,
      update(match, position(1, 91), position(-60), position(60 * 24 * 91), position(3), {}),
    )
    expect(answer?.errors?.map((error) => error.error_message)).toEqual([
      expect.stringMatching(/^updates\.0\.tracking_update_data\.0\.position: .*no place on Earth/),
      expect.stringMatching(/^updates\.0\.tracking_update_data\.1\.position: .*in the future/),
      expect.stringMatching(/^updates\.0\.tracking_update_data\.2\.position: .*older than/),
    ])
    expect(await lastOf(tenant, van.id)).toMatchObject([{ recorded_at: shown(3) }])
  })

  test('a position of every retained day finds its week, also around midnight and clock changes', async () => {
    const tenant = await server.tenant()
    const van = await resourceOf(tenant, { external_id: 'V' })
    const day = 24 * 60
    const midnight = Math.floor((now - Date.parse(`${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`)) / minute)
    const minutes = Array.from({ length: 88 }, (_, days) =>
      [0, 60, 119, 120, 121].map((past) => midnight + days * day + past),
    )
    const data = minutes.flat().map((one) => position(one))
    expect(await send(tenant, update(by('vehicle', 'generic_id', 'V'), ...data))).toBeNull()
    const count = statement(
      'test.count_positions',
      'select count(*)::integer as count from position_sample where tenant_id = $1 and resource_id = $2',
    )
    const [row] = await tenant.asTenant((tx) => tx.query<{ count: number }>(count, van.id))
    expect(row?.count).toBe(data.length)
  })
})

describe('position events', () => {
  test('ST-10: every position is reported, in bundles that match the contract, each with its own instant', async () => {
    const tenant = await server.tenant()
    await receiver(tenant, ['position.updated'])
    const van = await resourceOf(tenant, { name: 'van', external_id: 'V' })
    const match = by('vehicle', 'generic_id', 'V')
    const first = Array.from({ length: 230 }, (_, index) => position(240 - index, 50 + index / 1_000))
    await send(tenant, update(match, ...first))
    await server.drain()
    await send(tenant, update(match, position(1), position(200)))
    await server.drain()
    // The second message waits for its bundle, and its repeated position is not reported again.
    expect(await eventsOf(tenant)).toHaveLength(3)
    await tenant.asTenant((tx) => tx.query(passOutbox))
    await server.drain()
    const events = await eventsOf(tenant)
    expect(events.map(({ entity_id, sequence }) => [entity_id, sequence])).toEqual(
      [1, 2, 3, 4].map((one) => [van.id, one]),
    )
    const messages = events.map(({ payload }) => OperationalVisibilityUpdate.parse(JSON.parse(payload)))
    expect(messages.map((message) => message.events.length)).toEqual([100, 100, 30, 1])
    const reported = messages.flatMap((message) => message.events)
    expect(reported.map(({ timestamp }) => timestamp)).toEqual([
      ...first.map((_, index) => shown(240 - index)),
      shown(1),
    ])
    const resource = { id: van.id, type: 'VAN', name: 'van' }
    expect(reported[5]?.update).toEqual({ type: 'Position', position: { latitude: 50.005, longitude: 4 }, resource })
    expect(server.sent.filter(({ url }) => url === 'https://receiver.example/x').length).toBeGreaterThanOrEqual(4)
  })

  test('ST-10: without a receiver that selects them, or with the setting off, there are none', async () => {
    const quiet = await server.tenant()
    await receiver(quiet, ['order.accepted'])
    const off = await server.tenant()
    await receiver(off)
    const setOff = statement(
      'test.switch_positions_off',
      `update tenant_setting set positions = positions || '{"send_events": false}' where tenant_id = $1`,
    )
    await off.asTenant((tx) => tx.query(setOff))
    for (const tenant of [quiet, off]) {
      await resourceOf(tenant, { external_id: 'V' })
      await send(tenant, update(by('vehicle', 'generic_id', 'V'), position(1)))
      await server.drain()
      expect(await eventsOf(tenant)).toEqual([])
    }
  })

  test('DLV-3: while a receiver is five minutes behind, older positions are replaced by newer ones, and counted', async () => {
    const tenant = await server.tenant()
    await receiver(tenant, ['position.updated'])
    await resourceOf(tenant, { external_id: 'V' })
    server.answerWith(() => ({ status: 503 }))
    for (const minutes of [3, 2, 1]) {
      await send(tenant, update(by('vehicle', 'generic_id', 'V'), position(minutes)))
      await tenant.asTenant((tx) => tx.query(passOutbox))
      await server.drain()
      await tenant.asTenant((tx) => tx.query(ageEvents))
    }
    server.answerWith(() => ({}))
    const waiting = await tenant.asTenant((tx) => tx.query<{ sequence: number }>(pendingOf))
    expect(waiting.map(({ sequence }) => sequence)).toEqual([3])
    expect(await tenant.asTenant((tx) => tx.query(endedOf))).toEqual([
      { status: 'DEAD', reason: 'superseded', sequence: 1 },
      { status: 'DEAD', reason: 'superseded', sequence: 2 },
    ])
  })
})

describe('reading', () => {
  test('the map gets changes since its last response', async () => {
    const tenant = await server.tenant()
    const call = await tenant.user('PLANNER')
    await resourceOf(tenant, { name: 'one', external_id: '1' })
    await resourceOf(tenant, { name: 'two', external_id: '2' })
    await send(tenant, ...['1', '2'].map((id) => update(by('vehicle', 'generic_id', id), position(9))))
    const all = await call(listPositions, {})
    expect(all.items.map(({ name }) => name).sort()).toEqual(['one', 'two'])
    const earlier = statement(
      'test.age_states',
      `update resource_state set changed_at = changed_at - interval '1 minute' where tenant_id = $1`,
    )
    await tenant.asTenant((tx) => tx.query(earlier))
    await send(tenant, update(by('vehicle', 'generic_id', '2'), position(8)))
    const later = await call(listPositions, { query: { since: all.version } })
    expect(later.items.map(({ name }) => name)).toEqual(['two'])
    await expect(call(listPositions, { query: { since: 'yesterday' } })).rejects.toMatchObject({ status: 422 })
  })

  test('a range that is too long or reversed is refused', async () => {
    const tenant = await server.tenant()
    const call = await tenant.user('PLANNER')
    const params = { resource_id: ctx.newId() }
    const query = { from: ago(0), to: ago(10) }
    await expect(call(listSamples, { params, query })).rejects.toMatchObject({ status: 422 })
    const long = { from: ago(32 * 24 * 60), to: ago(0) }
    await expect(call(listSamples, { params, query: long })).rejects.toMatchObject({ status: 422 })
  })
})
