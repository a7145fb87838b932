import { Trans } from '@lingui/react/macro'
import { PlanThese } from '../../optimise/plan-these.tsx'
import { Button } from '../../ui/button.tsx'
import {
  ArrowRightLeft,
  BetweenHorizontalStart,
  CheckCheck,
  Merge,
  MoveRight,
  OctagonPause,
  Play,
  Plus,
  Split,
  Undo2,
  UserPlus,
} from '../../ui/icons.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import type { BoardDialog } from '../dialogs/board-dialogs.tsx'
import { openDays, type PoolOrder } from '../pool.ts'
import type { BoardModel } from '../rows.ts'

/** Actions on the selected trips and orders. */
export function BoardBar({
  model,
  pool,
  selected,
  onClear,
  onDialog,
  onRun,
  onPlace,
  onSuggested,
}: {
  model: BoardModel
  pool: readonly PoolOrder[]
  selected: ReadonlySet<string>
  onClear: () => void
  onDialog: (dialog: BoardDialog) => void
  onRun: (command: PlanningCommand) => void
  onPlace: (order: PoolOrder) => void
  /** Called once a run for the selected orders has started. */
  onSuggested: (run: { run: string; from: string }) => void
}) {
  const trips = [...selected].flatMap((id) => model.trips.get(id) ?? [])
  const orders = pool.filter(({ id }) => selected.has(id))
  const count = trips.length + orders.length
  if (count === 0) return null
  const ids = trips.map(({ id }) => id)
  const [trip] = trips
  const isOneTrip = trip !== undefined && count === 1
  const areTrips = trips.length > 0 && orders.length === 0
  const areDrafts = areTrips && trips.every(({ trip: { status } }) => status === 'CREATED')
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 overflow-x-auto border-t border-line bg-brand-soft px-4">
      <span className="tnum flex-1 font-medium whitespace-nowrap" role="status">
        <Trans>{count} selected</Trans>
      </span>
      {trips.length === 0 && <OrderButtons {...{ orders, onDialog, onRun, onPlace, onSuggested }} />}
      {isOneTrip && <TripButtons {...{ trip, onDialog }} />}
      {areTrips && trips.length > 1 && (
        <Button icon={Merge} onClick={() => onRun({ kind: 'COMBINE', trip_id: ids[0]!, trip_ids: ids.slice(1) })}>
          <Trans>Merge</Trans>
        </Button>
      )}
      {areDrafts && (
        <Button icon={CheckCheck} onClick={() => onRun({ kind: 'CONFIRM', trip_ids: ids })}>
          <Trans>Confirm plan</Trans>
        </Button>
      )}
      {areTrips && (
        <Button icon={Undo2} keys="u" onClick={() => onRun({ kind: 'CANCEL', trip_ids: ids })}>
          <Trans>Unplan</Trans>
        </Button>
      )}
      <Button variant="ghost" onClick={onClear}>
        <Trans>Clear</Trans>
      </Button>
    </div>
  )
}

function OrderButtons({
  orders,
  onDialog,
  onRun,
  onPlace,
  onSuggested,
}: {
  orders: readonly PoolOrder[]
  onDialog: (dialog: BoardDialog) => void
  onRun: (command: PlanningCommand) => void
  onPlace: (order: PoolOrder) => void
  onSuggested: (run: { run: string; from: string }) => void
}) {
  const [first] = orders
  const orderIds = orders.map(({ id }) => id)
  const areHeld = orders.every(({ order }) => order.is_blocked)
  return (
    <>
      <Button icon={MoveRight} keys="p" onClick={() => first && onPlace(first)}>
        <Trans context="on the planning board">Place</Trans>
      </Button>
      <Button
        icon={ArrowRightLeft}
        keys="m"
        onClick={() => onDialog({ what: 'move', dragged: { kind: 'orders', orders } })}
      >
        <Trans>Plan…</Trans>
      </Button>
      <Button icon={BetweenHorizontalStart} onClick={() => onDialog({ what: 'insert', orders })}>
        <Trans>Insert into a trip…</Trans>
      </Button>
      <PlanThese orderIds={orderIds} daysOf={() => orders.flatMap(openDays)} onStarted={onSuggested} />
      {areHeld ? (
        <Button icon={Play} onClick={() => onRun({ kind: 'UNBLOCK', order_ids: orderIds })}>
          <Trans>Release</Trans>
        </Button>
      ) : (
        <Button icon={OctagonPause} onClick={() => onDialog({ what: 'hold', orderIds })}>
          <Trans>Hold…</Trans>
        </Button>
      )}
    </>
  )
}

function TripButtons({ trip, onDialog }: { trip: BoardTrip; onDialog: (dialog: BoardDialog) => void }) {
  return (
    <>
      <Button icon={MoveRight} keys="m" onClick={() => onDialog({ what: 'move', dragged: { kind: 'trip', trip } })}>
        <Trans>Move…</Trans>
      </Button>
      <Button icon={ArrowRightLeft} keys="s" onClick={() => onDialog({ what: 'swap', trip })}>
        <Trans>Driver and trailer…</Trans>
      </Button>
      <Button icon={UserPlus} keys="a" onClick={() => onDialog({ what: 'assign', trip })}>
        <Trans>Assign…</Trans>
      </Button>
      <Button icon={Plus} keys="i" onClick={() => onDialog({ what: 'insert-stop', trip })}>
        <Trans>Insert stop…</Trans>
      </Button>
      <Button icon={Split} onClick={() => onDialog({ what: 'split', trip })}>
        <Trans>Split…</Trans>
      </Button>
    </>
  )
}
