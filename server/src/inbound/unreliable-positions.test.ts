import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import {
  getResourceState,
  listDoubtfulSources,
  listPositions,
  listSamples,
} from '@cartage/contract/positions/app/fleet'
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

const receiver = (tenant: TestTenant, types: string[] = []) =>
  addSubscription(ctx, tenant.tenantId, byOperator, {
    name: 'r',
    url: 'https://receiver.example/x',
    event_types: types,
  } as never)

describe('impossible positions', () => {
  const countsOf = async (tenant: TestTenant) => {
    const call = await tenant.user('PLANNER')
    const { items } = await call(listDoubtfulSources, {})
    return items.map(({ source_name, resource_name, no_fix, jumps, last_at }) => {
      return { source_name, resource_name, no_fix, jumps, last_at }
    })
  }
  const vehicleOf = async (tenant: TestTenant, name: string) => {
    const resource = await resourceOf(tenant, { name, external_id: name, tractor: {} })
    const match = by('vehicle', 'generic_id', name)
    const move = (...data: object[]) => send(tenant, update(match, ...data))
    const lastPosition = async () => (await lastOf(tenant, resource.id)).find(({ kind }) => kind === 'POSITION')?.value
    const history = async () => {
      const call = await tenant.user('PLANNER')
      const range = { from: ago(600), to: ago(-1) }
      return (await call(listSamples, { params: { resource_id: resource.id }, query: range })).items
    }
    return { ...resource, move, lastPosition, history }
  }

  test('at 0, 0 are history, and neither the last position nor an event', async () => {
    const tenant = await server.tenant()
    await receiver(tenant)
    const { id, move, lastPosition, history } = await vehicleOf(tenant, 'T-0')
    await move(position(20, 0, 0))
    expect(await lastPosition()).toBeUndefined()
    await move(position(10, 51, 4))
    await move(position(5, 0, 0))
    await server.drain()
    expect(await lastPosition()).toEqual({ latitude: 51, longitude: 4 })
    expect((await history()).map(({ value }) => value)).toEqual([
      { latitude: 0, longitude: 0, doubt: 'NO_FIX' },
      { latitude: 51, longitude: 4 },
      { latitude: 0, longitude: 0, doubt: 'NO_FIX' },
    ])
    expect(JSON.stringify(await eventsOf(tenant))).not.toMatch(/"latitude\\*":\s*0[,}]/)
    const planner = await tenant.user('PLANNER')
    const { doubt } = await planner(getResourceState, { params: { resource_id: id } })
    expect(doubt).toEqual({ no_fix: 2, jumps: 0, last_at: shown(5) })
  })

  test('after a jump above the maximum speed of the tenant are history, and counted once for their source', async () => {
    const tenant = await server.tenant()
    const { move, lastPosition } = await vehicleOf(tenant, 'T-1')
    const jump = position(9, 40, 4)
    await move(position(10, 51, 4), jump)
    await move(jump)
    await move(position(8, 51.01, 4))
    expect(await lastPosition()).toEqual({ latitude: 51.01, longitude: 4 })
    const once = { source_name: expect.any(String), resource_name: 'T-1', no_fix: 0, jumps: 1, last_at: shown(9) }
    expect(await countsOf(tenant)).toEqual([once])
  })

  test('depend on a speed that the tenant sets, and jumps may be accepted', async () => {
    const tenant = await server.tenant()
    const setSpeed = statement(
      'test.set_max_speed',
      `update tenant_setting set positions = positions || jsonb_build_object('max_speed_kmh', $2::integer)
        where tenant_id = $1`,
    )
    const far = { latitude: 51.2, longitude: 4 }
    // 22 km in 10 minutes is 133 km/h.
    for (const [at, speed] of [
      [0, 100],
      [1, 150],
      [2, null],
    ] as const) {
      await tenant.asTenant((tx) => tx.query(setSpeed, speed))
      const { move, lastPosition } = await vehicleOf(tenant, `T-${at}`)
      await move(position(20, 51, 4), position(10, far.latitude, far.longitude))
      expect(await lastPosition()).toEqual(speed === 100 ? { latitude: 51, longitude: 4 } : far)
    }
  })

  test('of another tenant are unknown, in counts and history', async () => {
    const [mine, theirs] = [await server.tenant(), await server.tenant()]
    const { move } = await vehicleOf(theirs, 'T-9')
    await move(position(5, 0, 0))
    expect(await countsOf(mine)).toEqual([])
    expect(await countsOf(theirs)).toHaveLength(1)
  })
})
