import type { Change } from '@cartage/contract/app/shell'
import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import type { PlanningAnswer } from '@cartage/contract/planning/app/commands'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Later } from '../../api/refresh.ts'
import { changesOfLast, useChanges } from '../../shell/live.ts'
import { boardQuery } from '../board.queries.ts'
import { orderIdsOf } from '../board-trip.ts'
import { mostParts, readParts } from '../queries.ts'
import { answered, isBeyond, ordersThatLeft, withParts } from './parts.ts'

/** Milliseconds. Changes are batched this long, so that a burst needs one request. */
const gatherMs = 80

/** Milliseconds. The board is requested at most this long before its page is mounted. */
const aheadMs = 15_000

interface Board {
  get: () => PlanningBoard | undefined
  set: (board: PlanningBoard) => void
  /** Increases with each change of the cached board. */
  count: () => number
  isReading: () => boolean
  reload: () => void
}

/** What is recorded of a change. */
type Noted = Pick<Change, 'entity_type' | 'entity_id' | 'order_ids'>

/** Keeps a board in sync with the server. */
export interface LiveBoard {
  /** Records a change by any user. */
  note: (change: Noted) => void
  /** Merges the response to a command of this user. */
  put: (answer: PlanningAnswer) => void
  /** Refetches trips and orders that this user changed. */
  follow: (tripIds: readonly string[], orderIds: readonly string[]) => void
  end: () => void
}

/**
 * Keeps the board between two instants up to date. Changes by others are fetched trip by trip and merged, so that a
 * move costs the same on boards of any size.
 */
export function useLiveBoard(from: number, to: number): LiveBoard {
  const queryClient = useQueryClient()
  const live = useMemo(() => liveBoardOf(queryClient, from, to), [queryClient, from, to])
  useChanges(live.note)
  useEffect(() => {
    for (const change of changesOfLast(aheadMs)) live.note(change)
    return () => {
      live.end()
      leaveBoard(queryClient, from, to)
    }
  }, [live, queryClient, from, to])
  return live
}

/**
 * Marks the board as outdated, because nothing follows it any more: the next page refetches it. Also covers a running
 * fetch, whose result would count as current (LIVE-1).
 */
export function leaveBoard(queryClient: QueryClient, from: number, to: number): void {
  const { queryKey } = boardQuery(from, to)
  const outdate = () => void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  outdate()
  const reading = queryClient.getQueryCache().find({ queryKey })
  if (reading?.state.fetchStatus !== 'fetching') return
  const end = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query !== reading || query.state.fetchStatus === 'fetching') return
    end()
    outdate()
  })
}

/** Follows a cached board between two instants. */
export function liveBoardOf(queryClient: QueryClient, from: number, to: number, wait?: Later): LiveBoard {
  const { queryKey } = boardQuery(from, to)
  const board: Board = {
    get: () => queryClient.getQueryData(queryKey),
    set(next) {
      // A response that arrives after leaving the page must not mark the rest of the board as fresh.
      const isOld = queryClient.getQueryState(queryKey)?.isInvalidated
      queryClient.setQueryData(queryKey, next)
      if (isOld) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    count: () => queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0,
    isReading: () => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching',
    reload: () => void queryClient.invalidateQueries({ queryKey }),
  }
  return createLiveBoard(board, (tripIds, orderIds) => readParts({ from, to }, tripIds, orderIds), wait)
}

/** Batches changes and fetches them, one request at a time. */
export function createLiveBoard(
  board: Board,
  read: (tripIds: readonly string[], orderIds: readonly string[]) => ReturnType<typeof readParts>,
  wait: Later = (work, ms) => setTimeout(work, ms),
): LiveBoard {
  const [trips, orders] = [new Set<string>(), new Set<string>()]
  let isWhole = false
  let isBusy = false
  let isWaiting = false

  function due(tripIds: readonly string[], orderIds: readonly string[]): void {
    for (const id of tripIds) trips.add(id)
    for (const id of orderIds) orders.add(id)
    later()
  }

  function later(): void {
    if (isBusy || isWaiting) return
    isWaiting = true
    wait(() => {
      isWaiting = false
      void flush()
    }, gatherMs)
  }

  async function flush(): Promise<void> {
    // A running fetch may predate the change.
    if (board.isReading()) return later()
    const now = board.get()
    if (now === undefined) return
    const { tripIds, orderIds } = takeFrom(now, trips, orders)
    if (isWhole || tripIds.length > mostParts || orderIds.length > mostParts) {
      isWhole = false
      return board.reload()
    }
    isBusy = tripIds.length + orderIds.length > 0
    if (!isBusy) return
    await readInto(tripIds, orderIds)
    isBusy = false
    if (isWhole || trips.size + orders.size > 0) later()
  }

  async function readInto(tripIds: readonly string[], orderIds: readonly string[]): Promise<void> {
    const count = board.count()
    const parts = await read(tripIds, orderIds).catch(() => undefined)
    const now = board.get()
    const isSame = board.count() === count && !board.isReading()
    if (parts === undefined || now === undefined || isBeyond(now, parts)) isWhole = true
    else if (isSame) replace(now, withParts(now, parts, { tripIds, orderIds }), new Set(orderIds))
    // The board changed meanwhile, so the result may be older or newer than it: fetched again.
    else due(tripIds, orderIds)
  }

  /**
   * LIVE-2: sets the next state of the board. Orders that leave a trip may be back in the pool, which only the server
   * knows: they are fetched, for whatever reason they left, unless just fetched.
   */
  function replace(now: PlanningBoard, next: PlanningBoard, known: ReadonlySet<string>): void {
    board.set(next)
    for (const id of ordersThatLeft(now.trips, next.trips)) if (!known.has(id)) orders.add(id)
    if (orders.size > 0) later()
  }

  return {
    note(change) {
      if (change.order_ids === null) isWhole = true
      if (isNoted(change, board.get(), trips, orders)) later()
    },
    put(answer) {
      const now = board.get()
      if (now !== undefined) replace(now, answered(now, answer), new Set())
    },
    follow: due,
    end() {
      trips.clear()
      orders.clear()
    },
  }
}

/** Takes the pending trips, and the pending orders with those now on these trips. */
function takeFrom(board: PlanningBoard, trips: Set<string>, orders: Set<string>) {
  const left = board.trips.filter(({ trip_id }) => trips.has(trip_id)).flatMap(orderIdsOf)
  const taken = { tripIds: [...trips], orderIds: [...new Set([...orders, ...left])] }
  trips.clear()
  orders.clear()
  return taken
}

/**
 * Records the trip and order of a change.
 * @returns whether the change concerns any
 */
function isNoted(
  { entity_type, entity_id, order_ids }: Noted,
  board: PlanningBoard | undefined,
  trips: Set<string>,
  orders: Set<string>,
): boolean {
  // LIVE-2: for a trip outside this board, only the change names the orders it returned to the pool or took from it.
  for (const id of order_ids ?? []) orders.add(id)
  if (entity_type === 'trip') trips.add(entity_id)
  else if (entity_type === 'order') orders.add(entity_id)
  if (entity_type !== 'stop') return entity_type === 'trip' || entity_type === 'order'
  const isHere = ({ stops }: { stops: readonly { stop_id: string }[] }) =>
    stops.some(({ stop_id }) => stop_id === entity_id)
  const trip = board?.trips.find(isHere)
  const order = board?.unplanned.find(isHere)
  if (trip !== undefined) trips.add(trip.trip_id)
  if (order !== undefined) orders.add(order.order_id)
  return trip !== undefined || order !== undefined
}
