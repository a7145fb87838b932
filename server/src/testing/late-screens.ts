import { isUnderWay, lateAhead } from '@cartage/contract/orders/app/lateness'
import { getPlanningBoard } from '@cartage/contract/planning/app/board'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { expect } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import type { Tx } from '../db/tenant.ts'
import { mostExceptions } from '../shell/day.rules.ts'
import { readDay } from '../shell/day.views.ts'
import { trips } from '../trips/list/views.ts'
import { listMapVehicles } from '../trips/map/views.ts'
import type { TestTenant } from './test-tenant.ts'

const everything = {
  ...{ status: [], subcontractor: [], resource: [], group: [], driven_by: [] },
  ...{ is_late: undefined as boolean | undefined, is_refused: undefined, is_outdated: undefined },
}

/**
 * TIME-7: the same trips are late on Today, in the list, on the board and on the map.
 * @param now milliseconds since 1970
 * @param range the range of the board; trips outside it are compared on the other screens
 * @returns their ids
 */
export async function expectSameLate(
  tenant: TestTenant,
  now: number,
  range: { from: string; to: string },
): Promise<string[]> {
  const late = await lateOnScreens(tenant, now, range)
  const ids = late.list.toSorted()
  expect(late.filter.toSorted()).toEqual(ids)
  expect(late.board.toSorted()).toEqual(ids.filter((id) => late.hasOnBoard.has(id)))
  // Today shows a limited number of exceptions.
  if (late.shownToday < mostExceptions) expect(late.today.toSorted()).toEqual(ids)
  else expect(ids).toEqual(expect.arrayContaining(late.today))
  expect(late.figure).toBe(ids.length)
  expect(late.map.map(({ trip_id }) => trip_id).toSorted()).toEqual(ids.filter((id) => late.onMap.has(id)))
  return ids
}

/** The ids of the late trips on each of the four screens. */
async function lateOnScreens(tenant: TestTenant, now: number, range: { from: string; to: string }) {
  const planner = await tenant.user('PLANNER')
  const board = await planner(getPlanningBoard, { query: range })
  const asked = new Map(board.asked.map(({ stop_id, asked_to }) => [stop_id, asked_to]))
  const onBoard = board.trips.filter(({ status, stops }) => {
    const times = stops.map((stop) => ({
      ...stop,
      asked_from: null,
      asked_to: asked.get(stop.stop_id) ?? stop.planned_end_at,
    }))
    return isUnderWay(status) && lateAhead(times, now).length > 0
  })
  return await tenant.asTenant(async (tx) => {
    const day = await readDay(tx, { permissions: permissionsOf('PLANNER'), group: undefined }, now)
    const all = await allTrips(tx, now, everything)
    const filtered = await allTrips(tx, now, { ...everything, is_late: true })
    const vehicles = await listMapVehicles(tx, { now: new Date(now), readsPersonal: false })
    const shown = vehicles.flatMap(({ trip }) => trip ?? [])
    return {
      today: day.exceptions.flatMap(({ kind, trip_id }) => (kind === 'LATE' || kind === 'OVERDUE' ? [trip_id!] : [])),
      figure: day.late.value,
      shownToday: day.exceptions.length,
      list: all.filter(({ is_late }) => is_late).map(({ trip_id }) => trip_id),
      filter: filtered.map(({ trip_id }) => trip_id),
      board: onBoard.map(({ trip_id }) => trip_id),
      hasOnBoard: new Set(board.trips.map(({ trip_id }) => trip_id)),
      map: shown.filter(({ punctuality: found }) => found?.state === 'LATE' || found?.state === 'MISSED'),
      onMap: new Set(shown.map(({ trip_id }) => trip_id)),
    }
  })
}

const atOnce = 200

/** The trips of the list, read page by page. */
async function allTrips(tx: Tx, now: number, filters: typeof everything) {
  const found: ListedTrip[] = []
  for (let offset = 0; ; offset += atOnce) {
    const { items } = await trips.open(tx, filters, { now }).window({ sort: 'starts', offset, limit: atOnce })
    found.push(...items)
    if (items.length < atOnce) return found
  }
}
