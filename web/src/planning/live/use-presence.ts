import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { randomKey } from '../../api/random-key.ts'
import { sessionQuery } from '../../session/queries.ts'
import { usePresences } from '../../shell/live.ts'
import type { Dragged } from '../grid/dragged.ts'
import { endPresence, type Held, reportPresence } from './presence.queries.ts'
import { holdersOf, othersOf } from './presence.ts'

/** Milliseconds between two reports without any change, and after a change. */
const beatMs = 10_000
const restMs = 150

/** Orders and trips held by a drag. */
export function heldBy(dragged: Dragged): Held {
  return dragged.kind === 'orders'
    ? { orderIds: dragged.orders.map(({ id }) => id), tripIds: [], isDragging: true }
    : { orderIds: [], tripIds: [dragged.trip.id], isDragging: true }
}

/** Reports what is selected, open or dragged on this board, and returns what other planners hold. */
export function usePresence(orderIds: readonly string[], tripIds: readonly string[]) {
  const userId = useQuery(sessionQuery).data?.user.user_id ?? ''
  const [items, setItems] = useState<readonly PlanningPresence[]>([])
  // Keeps the same array if nothing changed: it arrives every few seconds.
  const hear = useCallback(
    (next: readonly PlanningPresence[]) => setItems((before) => replaceEqualDeep(before, next)),
    [],
  )
  const [own] = useState(() => createOwnPresence(hear))
  usePresences(hear)
  useEffect(() => own.begin(), [own])
  const text = [...orderIds, '', ...tripIds].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for both lists
  useEffect(() => own.select({ orderIds, tripIds, isDragging: false }), [own, text])
  const others = useMemo(() => othersOf(items, userId), [items, userId])
  const before = useRef<ReturnType<typeof holdersOf>>(new Map())
  // Keeps the same map if nothing changed, so that no row renders again.
  const holders = useMemo(() => {
    const next = holdersOf(items, userId)
    if (JSON.stringify([...next]) !== JSON.stringify([...before.current])) before.current = next
    return before.current
  }, [items, userId])
  return { others, holders, drag: own.drag }
}

/** Reports for one open board: shortly after a change, and every ten seconds. */
function createOwnPresence(show: (items: readonly PlanningPresence[]) => void) {
  const id = randomKey()
  let selected: Held = { orderIds: [], tripIds: [], isDragging: false }
  let dragged: Held | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false

  function later(ms: number): void {
    clearTimeout(timer)
    if (isOpen) timer = setTimeout(() => void report(), ms)
  }

  async function report(): Promise<void> {
    later(beatMs)
    // A lost report is made up for by the next one.
    const items = await reportPresence(id, dragged ?? selected).catch(() => undefined)
    if (items && isOpen) show(items)
  }

  function end(): void {
    isOpen = false
    clearTimeout(timer)
    void endPresence(id).catch(() => {})
  }

  return {
    begin(): () => void {
      isOpen = true
      later(restMs)
      return end
    },
    select(held: Held): void {
      selected = held
      later(restMs)
    },
    /** Starts reporting a drag. Undefined ends it. */
    drag(held: Held | undefined): void {
      dragged = held
      later(restMs)
    },
  }
}
