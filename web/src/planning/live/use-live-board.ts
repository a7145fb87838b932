import type { Change } from '@cartage/contract/app/shell'
import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { changesOfLast, useChanges } from '../../shell/live.ts'
import { boardQuery } from '../board.queries.ts'
import { orderIdsOf } from '../board-trip.ts'
import type { Follow } from '../command.queries.ts'
import { mostParts, readParts } from '../queries.ts'
import { isBeyond, withParts } from './parts.ts'

/** Changes are gathered this long, so that a burst is read at once. */
const gatherMs = 80

/** The board is requested at most this long before its page is there. */
const aheadMs = 15_000

interface Board {
  get: () => PlanningBoard | undefined
  set: (board: PlanningBoard) => void
  /** Goes up with each change of the board that is kept. */
  count: () => number
  isReading: () => boolean
  reload: () => void
}

/**
 * Keeps the board of two instants up to date: what others change is read trip by trip and put into the board, so that
 * a move costs the same on a large board as on a small one.
 * @returns reads trips and orders again that this person has changed
 */
export function useLiveBoard(from: number, to: number): Follow {
  const queryClient = useQueryClient()
  const live = useMemo(() => {
    const { queryKey } = boardQuery(from, to)
    const board: Board = {
      get: () => queryClient.getQueryData(queryKey),
      set: (next) => queryClient.setQueryData(queryKey, next),
      count: () => queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0,
      isReading: () => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching',
      reload: () => void queryClient.invalidateQueries({ queryKey }),
    }
    return createLiveBoard(board, (tripIds, orderIds) => readParts({ from, to }, tripIds, orderIds))
  }, [queryClient, from, to])
  useChanges(live.note)
  useEffect(() => {
    for (const change of changesOfLast(aheadMs)) live.note(change)
    return () => {
      live.end()
      // Nothing follows it from now on: a page that shows it again reads it again.
      void queryClient.invalidateQueries({ queryKey: boardQuery(from, to).queryKey, refetchType: 'none' })
    }
  }, [live, queryClient, from, to])
  return live.follow
}

/** Gathers what changed, and reads it: one request at a time. */
export function createLiveBoard(
  board: Board,
  read: (tripIds: readonly string[], orderIds: readonly string[]) => ReturnType<typeof readParts>,
) {
  const trips = new Set<string>()
  const orders = new Set<string>()
  let isWhole = false
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function later(): void {
    if (!isBusy) timer ??= setTimeout(() => void flush(), gatherMs)
  }

  async function flush(): Promise<void> {
    timer = undefined
    // What is being read may be from before the change.
    if (board.isReading()) return later()
    const now = board.get()
    if (now === undefined) return
    const tripIds = [...trips]
    const left = now.trips.filter(({ trip_id }) => trips.has(trip_id)).flatMap(orderIdsOf)
    const orderIds = [...new Set([...orders, ...left])]
    trips.clear()
    orders.clear()
    if (isWhole || tripIds.length > mostParts || orderIds.length > mostParts) {
      isWhole = false
      board.reload()
      return
    }
    isBusy = true
    await readInto(tripIds, orderIds)
    isBusy = false
    if (isWhole || trips.size + orders.size > 0) later()
  }

  async function readInto(tripIds: readonly string[], orderIds: readonly string[]): Promise<void> {
    const count = board.count()
    const parts = await read(tripIds, orderIds).catch(() => undefined)
    const now = board.get()
    if (parts === undefined || now === undefined || isBeyond(now, parts)) {
      isWhole = true
    } else if (board.count() === count && !board.isReading()) {
      board.set(withParts(now, parts, { tripIds, orderIds }))
    } else {
      // The board is another one by now, and may be of before or after what was read.
      for (const id of tripIds) trips.add(id)
      for (const id of orderIds) orders.add(id)
    }
  }

  function note({ entity_type, entity_id }: Pick<Change, 'entity_type' | 'entity_id'>): void {
    if (entity_type === 'trip') trips.add(entity_id)
    else if (entity_type === 'order') orders.add(entity_id)
    else if (entity_type === 'resource') isWhole = true
    else if (entity_type === 'stop') {
      const trip = board.get()?.trips.find(({ stops }) => stops.some(({ stop_id }) => stop_id === entity_id))
      if (trip === undefined) return
      trips.add(trip.trip_id)
    } else return
    later()
  }

  return {
    note,
    follow(tripIds: readonly string[], orderIds: readonly string[]): void {
      for (const id of tripIds) trips.add(id)
      for (const id of orderIds) orders.add(id)
      if (tripIds.length + orderIds.length > 0) later()
    },
    end(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
