import { givePlanningCommand, planningKinds } from '@cartage/contract/planning/app/commands'
import { expect } from 'vitest'
import { test } from '../testing/page.tsx'
import { answerOf, boardOf, tripOf } from '../testing/plan.ts'
import { id } from '../testing/sample.ts'
import { type PlanningCommand, tryOut } from './command.queries.ts'
import { commandOf } from './drop.ts'
import { modelOf } from './rows.ts'
import { seenBy } from './use-plan.ts'

const from = Date.parse('2026-03-02T00:00:00Z')
const week = { from, to: Date.parse('2026-03-09T00:00:00Z'), now: from }
const kinds = planningKinds.filter((kind) => kind !== 'PLAN_TRIPS')

test('a command of any kind is tried exactly as given', async ({ page }) => {
  page.server.on(givePlanningCommand, answerOf([]))
  for (const kind of kinds) {
    // The other members do not matter here.
    const command = { kind, trip_id: id(1) } as PlanningCommand
    await tryOut(command)
    expect(page.server.bodies(givePlanningCommand).at(-1)).toEqual({ ...command, dry_run: true })
  }
})

test('the trips of a command are those it refers to, and for removed stops and orders their current ones', () => {
  const board = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00'), tripOf(2, '13:00', '15:00')] }), 'vehicle', week)
  const seen = (command: PlanningCommand) => seenBy(command, board).map(({ trip_id }) => trip_id)
  const [stop] = board.trips.get(id(1))!.trip.stops
  expect(seen({ kind: 'PLACE', trip_id: id(2) })).toEqual([id(2)])
  expect(seen({ kind: 'COMBINE', trip_id: id(1), trip_ids: [id(2)] })).toEqual([id(1), id(2)])
  expect(seen({ kind: 'UNPLAN', stop_ids: [stop!.stop_id] })).toEqual([id(1)])
  expect(seen({ kind: 'MOVE', stop_ids: [stop!.stop_id], trip_id: id(2) })).toEqual([id(1), id(2)])
  expect(seen({ kind: 'BLOCK', order_ids: [stop!.order_id!], reason: 'Unpaid' })).toEqual([])
})

test('dragging an end of a bar gives its first or last stop other times', () => {
  const { trips, rows, directory } = modelOf(boardOf({ trips: [tripOf(1, '08:00', '12:00')] }), 'vehicle', week)
  const trip = trips.get(id(1))!
  const pulled = (edge: 'start' | 'end', time: string) =>
    commandOf(
      { kind: 'edge', trip, edge },
      { row: rows[0]!, start: Date.parse(`2026-03-03T${time}:00Z`), onTrip: undefined },
      directory,
    )
  const text = (time: string) => `2026-03-03T${time}:00Z`
  expect(pulled('end', '13:00')).toMatchObject({
    kind: 'SET_TIMES',
    times: [{ stop_id: id(11), start_at: text('12:00'), end_at: text('13:00') }],
  })
  expect(pulled('end', '11:00')).toMatchObject({ times: [{ start_at: text('10:45'), end_at: text('11:00') }] })
  expect(pulled('start', '07:00')).toMatchObject({
    times: [{ stop_id: id(10), start_at: text('07:00'), end_at: text('08:00') }],
  })
  expect(pulled('start', '08:00')).toBeUndefined()
})
