import * as planning from '@cartage/contract/planning/app/commands'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { Problem } from '../http/problem.ts'
import { addLocation } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { commandFrom, draws, startOf, worldWith } from '../testing/data/plans.ts'
import { addOrder, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { decideCommand } from './decide.rules.ts'
import type { PlanState } from './rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const override = { reason: 'a test' }

/** Two drafts of a planner, each with one order, the first with a cleaning between pickup and delivery. */
async function desk() {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const trips: string[] = []
  for (const { orderId } of orders) {
    const { trips: created } = await call(planning.givePlanningCommand, {
      body: { kind: 'PLAN', order_ids: [orderId], new_trip: {}, override },
    })
    trips.push(created[0]!.trip_id)
  }
  const [first, second] = trips as [string, string]
  const delivery = (await tripOf(tenant, first))!.stops[1]!.stop_id
  const cleaning = { location_id: await addLocation(tenant), activity_label: 'Cleaning', before_stop_id: delivery }
  await call(planning.givePlanningCommand, { body: { kind: 'INSERT_STOP', trip_id: first, ...cleaning, override } })
  const sequenceOf = async (id: string) => (await tripOf(tenant, id))!.stops.map(({ stop_id }) => stop_id)
  return { tenant, call, orders, first, second, sequenceOf }
}

/** Whether one list is a subsequence of the other. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  const own = new Set(part)
  return JSON.stringify(whole.filter((id) => own.has(id))) === JSON.stringify(part)
}

describe('combined trips', () => {
  test('a pickup, a cleaning and a delivery keep this sequence, whichever trip is merged into the other', async () => {
    for (const way of ['into', 'from'] as const) {
      const { call, first, second, sequenceOf } = await desk()
      const [one, other] = [await sequenceOf(first), await sequenceOf(second)]
      const [trip_id, taken] = way === 'into' ? [first, second] : [second, first]
      await call(planning.givePlanningCommand, { body: { kind: 'COMBINE', trip_id, trip_ids: [taken], override } })
      const together = await sequenceOf(trip_id)
      expect(together).toHaveLength(5)
      expect(isWithin(one, together)).toBe(true)
      expect(isWithin(other, together)).toBe(true)
    }
  })

  test('a trip refused by its own verdict is not made, even if one of the originals was refused before', async () => {
    const { call, orders, first, second, sequenceOf } = await desk()
    await call(planning.givePlanningCommand, {
      body: { kind: 'BLOCK', order_ids: [orders[0]!.orderId], reason: 'unpaid' },
    })
    const before = await sequenceOf(first)
    const error = await rejection(
      call(planning.givePlanningCommand, { body: { kind: 'COMBINE', trip_id: first, trip_ids: [second], override } }),
    )
    expect(error).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
    expect(await sequenceOf(first)).toEqual(before)
  })

  test('in 500 plans each keeps its stops in sequence, and visited stops stay first', () => {
    fc.assert(
      fc.property(draws(25), fc.nat(100), (sequence, pick) => {
        const world = worldWith()
        let state: PlanState = startOf()
        for (const draw of sequence) state = next(state, draw, world)
        const drafts = state.trips.filter(({ status, stops }) => status !== 'CANCELLED' && stops.length > 0)
        const [into, other] = [
          drafts[pick % Math.max(1, drafts.length)],
          drafts[(pick + 1) % Math.max(1, drafts.length)],
        ]
        if (!into || !other || into === other) return
        const after = decideCommand(state, { kind: 'COMBINE', trip_id: into.trip_id, trip_ids: [other.trip_id] }, world)
        const all = after.trips.find(({ trip_id }) => trip_id === into.trip_id)!.stops.map(({ stop_id }) => stop_id)
        const left = new Set(all)
        const idsOf = ({ stops }: typeof into) => stops.map(({ stop_id }) => stop_id).filter((id) => left.has(id))
        expect(isWithin(idsOf(into), all) && isWithin(idsOf(other), all)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

function next(
  state: PlanState,
  draw: Parameters<typeof commandFrom>[0],
  world: ReturnType<typeof worldWith>,
): PlanState {
  const command = commandFrom(draw, state, world)
  if (!command) return state
  try {
    return decideCommand(state, command, world)
  } catch (error) {
    if (error instanceof Problem) return state
    throw error
  }
}
