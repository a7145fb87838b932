import { quarter } from '@cartage/contract/planning/app/plannable'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useCommands } from '../shell/commands.ts'
import { ArrowRightLeft, MoveRight } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { dayOf } from '../ui/time/day-input.ts'
import { instantText } from '../ui/time/time-text.ts'
import { mondayOf, type TimelineScale } from '../ui/timeline/scale.ts'
import type { BoardSearch } from './address.ts'
import { tryOut } from './command.queries.ts'
import type { BoardDialog } from './dialogs/board-dialogs.tsx'
import { type DragField, startDrag } from './drag.ts'
import { commandOf } from './drop.ts'
import type { BarMenuState } from './grid/bar-menu.panel.tsx'
import { timesText } from './grid/board-row.tsx'
import type { Dragged, Edge } from './grid/dragged.ts'
import { type Cursor, stepOf } from './keys.ts'
import { heldBy, type usePresence } from './live/use-presence.ts'
import type { PoolOrder } from './pool.ts'
import type { BoardModel, BoardRow } from './rows.ts'
import type { usePlan } from './use-plan.ts'

interface BoardState {
  presence: { drag: ReturnType<typeof usePresence>['drag'] }
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

/** Pointer and keyboard actions on the board. */
export function useBoardActions(board: BoardState) {
  const { t } = useLingui()
  const { model, isReadOnly, selected, setSelected, setCursor, change, plan, pool } = board
  const { dialog, setDialog, ordersWith, moveOrder, moveTrip, dialogOf } = useDialogs(board)
  const [menu, setMenu] = useState<BarMenuState>()
  const isOver = useOver(model)
  const drag = useDrag(board)
  const toggle = (id: string, range?: readonly string[]) => setSelected(withOrWithout(selected, id, range))
  const show = (tripId: string) => {
    const trip = model?.trips.get(tripId)
    const row = model?.rows.find(({ trips }) => trips.some(({ id }) => id === tripId))
    if (!trip || !row) return
    setCursor({ rowKey: row.key, tripId })
    change({ open: tripId, from: dayOf(mondayOf(trip.start)), q: undefined, group: undefined })
  }
  const placeOrder = (order: PoolOrder) => drag({ kind: 'orders', orders: ordersWith(order) })
  function onBarKey(event: KeyboardEvent, at: Cursor) {
    const deeds: Readonly<Record<string, () => void>> = {
      m: () => moveTrip(at.tripId),
      u: () => plan.run({ kind: 'CANCEL', trip_ids: [at.tripId] }),
      x: () => toggle(at.tripId),
      s: () => dialogOf('swap', at.tripId),
      a: () => dialogOf('assign', at.tripId),
      i: () => dialogOf('insert-stop', at.tripId),
    }
    const deed = deeds[event.key.toLowerCase()]
    const isStep = event.altKey && stepOf(event.key) !== undefined
    if (isReadOnly || !(isStep || (deed && !event.altKey && !event.metaKey && !event.ctrlKey))) return
    event.preventDefault()
    event.stopPropagation()
    if (deed !== deeds.x && isOver(at.tripId)) return
    return isStep ? moveByKey(board, event.key, at) : deed?.()
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
    menu,
    setMenu,
    toggle,
    show,
    moveOrder,
    moveTrip,
    placeOrder,
    onBarKey,
    pressOrder: (event: PointerEvent, order: PoolOrder) => drag({ kind: 'orders', orders: ordersWith(order) }, event),
    dialogOf,
    pressTrip: (event: PointerEvent, tripId: string, scale: TimelineScale, edge?: Edge) => {
      const trip = model?.trips.get(tripId)
      if (!trip?.isOpen || isReadOnly) return
      const box = board.field.current?.body.getBoundingClientRect()
      const x = event.clientX - (box?.left ?? 0) - (board.field.current?.sideWidth ?? 0)
      if (edge === undefined) drag({ kind: 'trip', trip }, event, scale.instantAt(x) - trip.start)
      else drag({ kind: 'edge', trip, edge }, event, scale.instantAt(x) - trip[edge])
    },
  }
}

/** Checks whether the plan of a trip can no longer change, and notifies the user if so. */
function useOver(model: BoardModel | undefined) {
  const { t } = useLingui()
  const toasts = useToasts()
  return (tripId: string) => {
    if (model?.trips.get(tripId)?.isOpen !== false) return false
    toasts.failed({ title: t`Nothing changed`, message: t`This trip is over: its plan does not change any more.` })
    return true
  }
}

/** The open dialog, and functions to open one. */
function useDialogs({ model, pool, selected }: BoardState) {
  const [dialog, setDialog] = useState<BoardDialog>()
  const ordersWith = (order: PoolOrder): PoolOrder[] =>
    selected.has(order.id) ? pool.filter(({ id }) => selected.has(id)) : [order]
  return {
    dialog,
    setDialog,
    ordersWith,
    moveOrder: (order: PoolOrder) =>
      setDialog({ what: 'move', dragged: { kind: 'orders', orders: ordersWith(order) } }),
    moveTrip(tripId: string) {
      const trip = model?.trips.get(tripId)
      if (trip?.isOpen) setDialog({ what: 'move', dragged: { kind: 'trip', trip } })
    },
    dialogOf(what: 'swap' | 'split' | 'assign' | 'insert-stop', tripId: string) {
      const trip = model?.trips.get(tripId)
      if (trip?.isOpen) setDialog({ what, trip })
    },
  }
}

/** @param range ids to select in addition, instead of toggling the one */
function withOrWithout(before: ReadonlySet<string>, id: string, range?: readonly string[]): ReadonlySet<string> {
  if (range) return new Set([...before, ...range])
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Starts a drag, with the button held or following the pointer until the next click. */
function useDrag({ field, model, plan, presence, setSelected }: BoardState) {
  const { t } = useLingui()
  const end = useRef<() => void>(undefined)
  return (dragged: Dragged, event?: PointerEvent, grip = 0) => {
    // A press on a bar while an item follows the pointer is the click that drops it there.
    if (event !== undefined && end.current) return
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
        onStart() {
          presence.drag(heldBy(dragged))
          if (dragged.kind !== 'edge') field.current?.fits.begin(dragged)
        },
        onEnd() {
          field.current?.fits.end()
          presence.drag(undefined)
          end.current = undefined
        },
      },
    )
  }
}

/** Alt with an arrow key: moves by a quarter of an hour along the row, or to the next resource row. */
function moveByKey({ model, rows, plan, setCursor }: BoardState, key: string, at: Cursor): void {
  const trip = model?.trips.get(at.tripId)
  const step = stepOf(key)
  // The next step starts from the last one's result, once the server has confirmed it.
  if (!model || !trip?.isOpen || !step || plan.isBusy) return
  const resources = rows.filter(({ kind }) => kind === 'resource')
  const place = resources.findIndex((row) => row.key === at.rowKey)
  const row = resources[place + step.rows] ?? (place < 0 ? resources[0] : undefined)
  if (!row) return
  if (step.rows === 0) {
    const start = trip.start + step.quarters * quarter
    plan.run({ kind: 'PLACE', trip_id: trip.id, starts_at: instantText(new Date(start)) })
    return
  }
  const command = commandOf({ kind: 'trip', trip }, { row, start: trip.start, onTrip: undefined }, model.directory)
  if (!command) return
  setCursor({ rowKey: row.key, tripId: trip.id })
  plan.run(command)
}
