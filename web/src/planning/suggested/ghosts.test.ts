import { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { expect, test } from 'vitest'
import { id, sampleOf } from '../../testing/sample.ts'
import { ghostsOf, placedOn } from './ghosts.ts'

const at = (hour: number) => `2026-03-03T${String(hour).padStart(2, '0')}:00:00Z`
const stop = (number: number, location_name: string, hour: number) => ({
  ...{ stop_id: id(number), order_id: id(31), order_number: 'O-31', location_id: id(51), location_name },
  ...{ activity_label: 'Pickup', start_at: at(hour), end_at: at(hour + 1), leg_km: 0 },
})
const figures = { trips: 1, distance_km: 1, empty_km: 0, late_minutes: 0, planned_orders: 1 }
const trip = (index: number, from: number, to: number) => ({
  ...{ index, combination: 0, figures, reasons: [], trip_id: null as string | null, outdated: null as string | null },
  resources: [
    { resource_id: id(11), resource_type: 'RIGID', name: 'Truck 1' },
    { resource_id: id(21), resource_type: 'DRIVER', name: 'Ann' },
  ],
  stops: [stop(1, 'Mill', from), stop(2, 'Mill', from + 1), stop(3, 'Shop', to)],
})
const runOf = (...trips: ReturnType<typeof trip>[]) => ({
  ...sampleOf(OptimisationRecord, { status: 'DONE', is_expired: false }),
  trips,
})

test('ghosts are the acceptable suggested trips, with their places, orders and times', () => {
  const run = runOf(
    trip(0, 8, 10),
    { ...trip(1, 8, 10), trip_id: id(9) },
    { ...trip(2, 8, 10), outdated: 'It changed.' },
  )
  const [ghost, ...more] = ghostsOf(run)
  expect(more).toEqual([])
  expect(ghost).toMatchObject({ index: 0, name: 'Truck 1 · Ann', route: 'Mill → Shop', orders: ['O-31'] })
  expect([ghost!.start, ghost!.end]).toEqual([Date.parse(at(8)), Date.parse(at(11))])
  expect(ghostsOf({ ...run, is_expired: true })).toEqual([])
  expect(ghostsOf({ ...run, status: 'RUNNING' })).toEqual([])
})

test('a ghost is on the rows of its resources, on a track where it hides nothing', () => {
  const ghosts = ghostsOf(runOf(trip(0, 8, 10), trip(1, 9, 12), trip(2, 14, 16)))
  const busy = { start: Date.parse(at(7)), end: Date.parse(at(9)) }
  const row = { key: id(11), trips: [busy], tracks: [0] }
  expect(placedOn(row, ghosts).map(({ ghost, track }) => [ghost.index, track])).toEqual([
    [0, 1],
    [1, 0],
    [2, 0],
  ])
  expect(placedOn({ ...row, key: id(21) }, ghosts)).toHaveLength(3)
  expect(placedOn({ ...row, key: id(12) }, ghosts)).toEqual([])
})
