import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useCommands } from '../shell/commands.ts'
import { ArrowRightLeft, MoveRight } from '../ui/icons.tsx'
import { dayOf } from '../ui/time/day-input.ts'
import { mondayOf, type TimelineScale } from '../ui/timeline/scale.ts'
import type { BoardSearch } from './address.ts'
import { timesText } from './board-row.tsx'
import type { BoardDialog } from './dialogs/board-dialogs.tsx'
import { type DragField, type Dragged, startDrag } from './drag.ts'
import { commandOf } from './drop.ts'
import { quarter } from './geometry.ts'
import { type Cursor, stepOf } from './keys.ts'
import type { PoolOrder } from './pool.ts'
import { tryOut } from './queries.ts'
import type { BoardModel, BoardRow } from './rows.ts'
import type { usePlan } from './use-plan.ts'

interface BoardState {
  field: RefObject<DragField | null>
  plan: ReturnType<typeof usePlan>
  model: BoardModel | undefined
  rows: readonly BoardRow[]
  pool: readonly PoolOrder[]
  isReadOnly: boolean
  selected: ReadonlySet<string>
  setSelected: (selected: ReadonlySet<string>) => void
  cursor: Cursor | undefined
  setCursor: (cursor: Cursor) => void
  change: (members: Partial<BoardSearch>) => void
}

/** What is done on the board by pointer and by keys. */
export function useBoardActions(board: BoardState) {
  const { t } = useLingui()
  const { model, isReadOnly, selected, setSelected, setCursor, change, plan, pool } = board
  const [dialog, setDialog] = useState<BoardDialog>()
  const drag = useDrag(board)
  const toggle = (id: string) => setSelected(withOrWithout(selected, id))
  const show = (tripId: string) => {
    const trip = model?.trips.get(tripId)
    const row = model?.rows.find(({ trips }) => trips.some(({ id }) => id === tripId))
    if (!trip || !row) return
    setCursor({ rowKey: row.key, tripId })
    change({ open: tripId, from: dayOf(mondayOf(trip.start)), q: undefined, group: undefined })
  }
  const ordersWith = (order: PoolOrder): PoolOrder[] =>
    selected.has(order.id) ? pool.filter(({ id }) => selected.has(id)) : [order]
  const moveOrder = (order: PoolOrder) =>
    setDialog({ what: 'move', dragged: { kind: 'orders', orders: ordersWith(order) } })
  const moveTrip = (tripId: string) => {
    const trip = model?.trips.get(tripId)
    if (trip?.isOpen) setDialog({ what: 'move', dragged: { kind: 'trip', trip } })
  }
  const placeOrder = (order: PoolOrder) => drag({ kind: 'orders', orders: ordersWith(order) })
  function onBarKey(event: KeyboardEvent, at: Cursor) {
    const deeds: Readonly<Record<string, () => void>> = {
      m: () => moveTrip(at.tripId),
      u: () => plan.run({ kind: 'cancel', tripIds: [at.tripId] }),
      x: () => toggle(at.tripId),
    }
    const deed = deeds[event.key.toLowerCase()]
    const isPlain = !event.altKey && !event.metaKey && !event.ctrlKey
    const isStep = event.altKey && stepOf(event.key) !== undefined
    if (isReadOnly || !(isStep || (deed && isPlain))) return
    event.preventDefault()
    event.stopPropagation()
    if (isStep) moveByKey(board, event.key, at)
    else deed?.()
  }
  const chosen = pool.filter(({ id }) => selected.has(id))
  const [first] = chosen
  useCommands(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what the commands do follows what is selected
    useMemo(() => {
      if (isReadOnly || first === undefined) return []
      return [
        {
          id: 'board-place',
          title: t`Place selected orders`,
          icon: MoveRight,
          keys: 'p',
          run: () => placeOrder(first),
        },
        {
          id: 'board-plan',
          title: t`Plan selected orders…`,
          icon: ArrowRightLeft,
          keys: 'm',
          run: () => moveOrder(first),
        },
      ]
    }, [isReadOnly, first, selected, model, t]),
  )
  return {
    dialog,
    setDialog,
    toggle,
    show,
    moveOrder,
    moveTrip,
    placeOrder,
    onBarKey,
    pressOrder: (event: PointerEvent, order: PoolOrder) => drag({ kind: 'orders', orders: ordersWith(order) }, event),
    pressTrip: (event: PointerEvent, tripId: string, scale: TimelineScale) => {
      const trip = model?.trips.get(tripId)
      if (!trip?.isOpen || isReadOnly) return
      const box = board.field.current?.body.getBoundingClientRect()
      const x = event.clientX - (box?.left ?? 0) - (board.field.current?.sideWidth ?? 0)
      drag({ kind: 'trip', trip }, event, scale.instantAt(x) - trip.start)
    },
  }
}

function withOrWithout(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Starts a drag: with the button held, or following the pointer until the next click. */
function useDrag({ field, model, plan, setSelected }: BoardState) {
  const { t } = useLingui()
  const end = useRef<() => void>(undefined)
  return (dragged: Dragged, event?: PointerEvent, grip = 0) => {
    end.current?.()
    if (!field.current || !model) return
    const box = field.current.scroller.getBoundingClientRect()
    const at = event
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    end.current = startDrag(
      field.current,
      dragged,
      { ...at, grip, isPulled: event !== undefined },
      {
        commandOf: (what, place) => commandOf(what, place, model.directory),
        ask: tryOut,
        messageOf: (error) => failureOf(error).message,
        timesOf: timesText,
        pendingText: t`Checking…`,
        okText: t`OK`,
        onDrop(command) {
          plan.run(command)
          if (dragged.kind === 'orders') setSelected(new Set())
        },
        onEnd: () => {
          end.current = undefined
        },
      },
    )
  }
}

/** Alt and an arrow: a quarter of an hour along the row, or to the next row of a resource. */
function moveByKey({ model, rows, plan, setCursor }: BoardState, key: string, at: Cursor): void {
  const trip = model?.trips.get(at.tripId)
  const step = stepOf(key)
  // The next step begins where the last one ended, once the server has confirmed it.
  if (!model || !trip?.isOpen || !step || plan.isBusy) return
  const resources = rows.filter(({ kind }) => kind === 'resource')
  const place = resources.findIndex((row) => row.key === at.rowKey)
  const row = resources[place + step.rows] ?? (place < 0 ? resources[0] : undefined)
  if (!row) return
  if (step.rows === 0) {
    const start = trip.start + step.quarters * quarter
    plan.run({ kind: 'place', tripId: trip.id, startsAt: start })
    return
  }
  const command = commandOf({ kind: 'trip', trip }, { row, start: trip.start, onTrip: undefined }, model.directory)
  if (!command) return
  setCursor({ rowKey: row.key, tripId: trip.id })
  plan.run(command)
}
