import type { PlanningBoard, PlanningBoardParts } from '@cartage/contract/planning/app/board'
import { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerOf, boardOf, carrierOf, tripOf, unplannedOf } from '../../testing/plan.ts'
import { id, sampleOf } from '../../testing/sample.ts'
import { boardQuery } from '../board.queries.ts'
import { answered, isBeyond, withParts } from './parts.ts'
import { holdersOf, othersOf } from './presence.ts'
import { createLiveBoard, leaveBoard, liveBoardOf } from './use-live-board.ts'

const partsOf = (members: Partial<PlanningBoardParts> = {}): PlanningBoardParts => ({
  trips: [],
  gone_trip_ids: [],
  carriers: [],
  orders: [],
  asked: [],
  places: [],
  unplanned: [],
  ...members,
})
const nothing = { tripIds: [], orderIds: [] }

describe('updating a board', () => {
  test('a trip that was read again replaces the old one, and all others stay the same objects', () => {
    const board = boardOf({ trips: [tripOf(1, '08:00', '12:00'), tripOf(2, '08:00', '12:00')] })
    const moved = tripOf(2, '09:00', '13:00', { version: 4 })
    const next = withParts(board, partsOf({ trips: [moved, tripOf(1, '08:00', '12:00')] }), nothing)
    expect(next.trips).toEqual([board.trips[0], moved])
    expect(next.trips[0]).toBe(board.trips[0])
    expect([next.places, next.orders, next.unplanned]).toEqual([board.places, board.orders, board.unplanned])
  })

  test('a removed trip leaves, and its order is back in the pool; a planned order leaves the pool', () => {
    const board = boardOf()
    const gone = withParts(board, partsOf({ unplanned: [unplannedOf(31)] }), { tripIds: [id(1)], orderIds: [id(31)] })
    expect(gone.trips).toEqual([])
    expect(gone.unplanned.map(({ order_id }) => order_id)).toEqual([id(32), id(31)])
    const planned = withParts(board, partsOf(), { tripIds: [], orderIds: [id(32)] })
    expect(planned.unplanned).toEqual([])
  })

  test('an outdated response does not bring back an older version', () => {
    const board = boardOf({ trips: [tripOf(1, '08:00', '12:00', { version: 9 })] })
    const late = partsOf({ trips: [tripOf(1, '06:00', '07:00', { version: 8 })] })
    expect(withParts(board, late, nothing).trips).toEqual(board.trips)
  })

  test('the result of a command is on the board at once, and its orders leave the pool', () => {
    const trip = tripOf(5, '13:00', '15:00')
    const stops = unplannedOf(32).stops.map((stop, at) => ({ ...trip.stops[at]!, stop_id: stop.stop_id }))
    const next = answered(boardOf(), answerOf([{ ...trip, stops }], { gone_trip_ids: [id(1)] }))
    expect(next.trips.map(({ name }) => name)).toEqual(['T-5'])
    expect(next.unplanned).toEqual([])
  })

  test('a resource that is not on the board requires reading all of it', () => {
    expect(isBeyond(boardOf(), partsOf({ trips: [tripOf(1, '08:00', '12:00')] }))).toBe(false)
    const stranger = tripOf(1, '08:00', '12:00', { resources: [carrierOf(99)] })
    expect(isBeyond(boardOf(), partsOf({ trips: [stranger] }))).toBe(true)
  })
})

describe('other planners', () => {
  const presence = (number: number, user: number, members: Partial<PlanningPresence> = {}) =>
    sampleOf(PlanningPresence, { presence_id: id(number), user_id: id(user), name: `Planner ${user}`, ...members })

  test('each is shown once, without oneself; a drag is shown before a selection', () => {
    const items = [
      presence(1, 81, { order_ids: [id(31)], is_dragging: true }),
      presence(2, 81),
      presence(3, 82, { order_ids: [id(31)], trip_ids: [id(1)] }),
      presence(4, 83, { trip_ids: [id(2)] }),
    ]
    expect(othersOf(items, id(83)).map(({ name }) => name)).toEqual(['Planner 81', 'Planner 82'])
    const holders = holdersOf(items, id(83))
    expect(holders.get(id(31))).toMatchObject({ name: 'Planner 81', isDragging: true })
    expect(holders.get(id(1))).toMatchObject({ name: 'Planner 82', isDragging: false })
    expect(holders.has(id(2))).toBe(false)
  })
})

describe('following changes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A cached board, and a server that answers on demand. */
  function begun() {
    let kept: PlanningBoard = boardOf()
    let count = 1
    const reload = vi.fn()
    const asked: {
      trips: readonly string[]
      orders: readonly string[]
      answer: (parts: PlanningBoardParts) => void
    }[] = []
    const board = {
      get: () => kept,
      set(next: PlanningBoard) {
        kept = next
        count += 1
      },
      count: () => count,
      isReading: () => false,
      reload,
    }
    const live = createLiveBoard(
      board,
      (trips, orders) => new Promise((answer) => asked.push({ trips, orders, answer })),
    )
    return { board, live, asked, reload }
  }

  test('a burst is one request, with orders that may be back in the pool, and one request is under way', async () => {
    const { board, live, asked } = begun()
    live.note({ entity_type: 'trip', entity_id: id(1) })
    live.note({ entity_type: 'stop', entity_id: id(10) })
    live.note({ entity_type: 'order', entity_id: id(40) })
    await vi.runAllTimersAsync()
    expect(asked).toMatchObject([{ trips: [id(1)], orders: [id(40), id(31)] }])
    live.note({ entity_type: 'trip', entity_id: id(2) })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(1)
    asked[0]!.answer(partsOf({ gone_trip_ids: [id(1)] }))
    await vi.runAllTimersAsync()
    expect(board.get().trips).toEqual([])
    expect(asked[1]).toMatchObject({ trips: [id(2)] })
  })

  test('data read while the board changed are read again', async () => {
    const { board, live, asked } = begun()
    live.follow([id(1)], [])
    await vi.runAllTimersAsync()
    board.set(boardOf({ unplanned: [] }))
    asked[0]!.answer(partsOf())
    await vi.runAllTimersAsync()
    expect(asked[1]).toMatchObject({ trips: [id(1)] })
  })

  test('changes beyond the limit of a request read the whole board, and irrelevant ones read nothing', async () => {
    const { live, asked, reload } = begun()
    for (let number = 0; number < 81; number += 1) live.note({ entity_type: 'order', entity_id: id(number) })
    await vi.runAllTimersAsync()
    expect([reload.mock.calls.length, asked.length]).toEqual([1, 0])
    live.note({ entity_type: 'company', entity_id: id(1) })
    await vi.runAllTimersAsync()
    expect(asked).toEqual([])
  })

  test('LIVE-2: an order that a response took off its trip is read at once, so that it is back in the pool', async () => {
    const { board, live, asked } = begun()
    // Response to undo: the trip no longer exists. The response does not name its order.
    live.put(answerOf([], { gone_trip_ids: [id(1)] }))
    live.follow([id(1)], [])
    await vi.runAllTimersAsync()
    expect(asked).toMatchObject([{ trips: [id(1)], orders: [id(31)] }])
    asked[0]!.answer(partsOf({ gone_trip_ids: [id(1)], unplanned: [unplannedOf(31)] }))
    await vi.runAllTimersAsync()
    expect(board.get().unplanned.map(({ order_id }) => order_id)).toContain(id(31))
  })

  test('LIVE-2: an order that left its trip between two readings is read although no board had it on the trip then', async () => {
    const { live, asked } = begun()
    live.follow([id(1)], [])
    await vi.runAllTimersAsync()
    // The trip is fetched without its order, which another planner removed meanwhile.
    asked[0]!.answer(partsOf({ trips: [{ ...tripOf(1, '08:00', '12:00', { version: 9 }), stops: [] }] }))
    live.note({ entity_type: 'trip', entity_id: id(1) })
    await vi.runAllTimersAsync()
    expect(asked.flatMap(({ orders }) => orders)).toContain(id(31))
  })

  test('LIVE-2: a trip of another week returns its orders to the pool, or takes them from it, on a board that never showed it', async () => {
    const { board, live, asked, reload } = begun()
    live.note({ entity_type: 'trip', entity_id: id(77), order_ids: [id(31)] })
    await vi.runAllTimersAsync()
    expect(asked).toMatchObject([{ trips: [id(77)], orders: [id(31)] }])
    asked[0]!.answer(partsOf({ gone_trip_ids: [id(77)], unplanned: [unplannedOf(31)] }))
    await vi.runAllTimersAsync()
    expect(board.get().unplanned.map(({ order_id }) => order_id)).toContain(id(31))
    live.note({ entity_type: 'trip', entity_id: id(77), order_ids: null })
    await vi.runAllTimersAsync()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('LIVE-2: a stop of an order in the pool reads its order again', async () => {
    const { board, live, asked } = begun()
    live.note({ entity_type: 'stop', entity_id: board.get().unplanned[0]!.stops[0]!.stop_id })
    await vi.runAllTimersAsync()
    expect(asked).toMatchObject([{ trips: [], orders: [board.get().unplanned[0]!.order_id] }])
  })

  test('LIVE-1: a response after leaving the page marks the board to be read again', async () => {
    const client = new QueryClient()
    const { queryKey } = boardQuery(0, 1)
    client.setQueryData(queryKey, boardOf())
    const live = liveBoardOf(client, 0, 1)
    live.end()
    await client.invalidateQueries({ queryKey, refetchType: 'none' })
    live.put(answerOf([], { gone_trip_ids: [id(1)] }))
    expect(client.getQueryData<PlanningBoard>(queryKey)?.trips).toEqual([])
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})

test('LIVE-1: a board that is left while it is read is not considered current when the response arrives', async () => {
  const client = new QueryClient()
  const { queryKey } = boardQuery(0, 1)
  let answer: (board: PlanningBoard) => void = () => {}
  const read = client.fetchQuery({
    queryKey,
    queryFn: () => new Promise<PlanningBoard>((resolve) => (answer = resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  leaveBoard(client, 0, 1)
  answer(boardOf({}))
  await read
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'success', isInvalidated: true })
  client.setQueryData(queryKey, boardOf({}))
  expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: false })
})
