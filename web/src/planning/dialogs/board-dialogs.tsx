import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { useLingui } from '@lingui/react/macro'
import { lazy } from 'react'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { type BoardTrip, townOf } from '../board-trip.ts'
import type { PlanningCommand } from '../command.queries.ts'
import { commandOf } from '../drop.ts'
import type { Movable } from '../grid/dragged.ts'
import type { PoolOrder } from '../pool.ts'
import type { BoardModel } from '../rows.ts'

const ReasonDialog = lazy(async () => ({ default: (await import('../../lists/reason.dialog.tsx')).ReasonDialog }))
const MoveDialog = lazy(async () => ({ default: (await import('./move.dialog.tsx')).MoveDialog }))
const SwapDialog = lazy(async () => ({ default: (await import('./swap.dialog.tsx')).SwapDialog }))
const SplitDialog = lazy(async () => ({ default: (await import('./split.dialog.tsx')).SplitDialog }))
const AssignDialog = lazy(async () => ({ default: (await import('./assign.dialog.tsx')).AssignDialog }))
const InsertStopDialog = lazy(async () => ({ default: (await import('./insert-stop.dialog.tsx')).InsertStopDialog }))
const CrossingDialog = lazy(async () => ({
  default: (await import('../../trips/stops/crossing.dialog.tsx')).CrossingDialog,
}))
const TimesDialog = lazy(async () => ({ default: (await import('./times.dialog.tsx')).TimesDialog }))
const ToTripDialog = lazy(async () => ({ default: (await import('./to-trip.dialog.tsx')).ToTripDialog }))
const InsertDialog = lazy(async () => ({ default: (await import('./insert.dialog.tsx')).InsertDialog }))

/** The open dialog. */
export type BoardDialog =
  | { what: 'move'; dragged: Movable }
  | { what: 'swap' | 'split' | 'assign' | 'insert-stop'; trip: BoardTrip }
  | { what: 'times'; trip: BoardTrip; stop: PlannedStop }
  | { what: 'crossing'; trip: BoardTrip; boarding: PlannedStop | undefined }
  | { what: 'to-trip'; trip: BoardTrip; orderIds: readonly string[]; stopIds: readonly string[] }
  | { what: 'hold'; orderIds: readonly string[] }
  | { what: 'insert'; orders: readonly PoolOrder[] }

/** Dialogs of the board. Each results in a command. */
export function BoardDialogs({
  dialog,
  model,
  onClose,
  onRun,
}: {
  dialog: BoardDialog
  model: BoardModel
  onClose: () => void
  onRun: (command: PlanningCommand) => void
}) {
  const { t } = useLingui()
  const run = (command: PlanningCommand | undefined) => {
    onClose()
    if (command) onRun(command)
  }
  const parts = { model, onClose, onRun: run }
  return (
    <LateDialog>
      {dialog.what === 'move' && (
        <MoveDialog
          {...{ model, onClose }}
          dragged={dialog.dragged}
          onMove={(place) => run(commandOf(dialog.dragged, place, model.directory))}
        />
      )}
      {dialog.what === 'swap' && <SwapDialog {...parts} trip={dialog.trip} />}
      {dialog.what === 'split' && <SplitDialog {...parts} trip={dialog.trip} />}
      {dialog.what === 'insert' && <InsertDialog {...parts} orders={dialog.orders} />}
      {dialog.what === 'assign' && <AssignDialog {...{ onClose, trip: dialog.trip }} onRun={run} />}
      {dialog.what === 'insert-stop' && <InsertStopDialog {...parts} trip={dialog.trip} />}
      {dialog.what === 'crossing' && (
        <CrossingDialog
          tripId={dialog.trip.id}
          name={dialog.trip.name}
          route={dialog.trip.route}
          stops={dialog.trip.trip.stops}
          townOf={(stop) => townOf(stop, model.directory)}
          zoneOf={({ location_id }) => model.directory.places.get(location_id)?.time_zone ?? undefined}
          boarding={dialog.boarding}
          onClose={onClose}
          onRun={run}
        />
      )}
      {dialog.what === 'times' && <TimesDialog {...parts} trip={dialog.trip} stop={dialog.stop} />}
      {dialog.what === 'to-trip' && <ToTripDialog {...parts} {...dialog} />}
      {dialog.what === 'hold' && (
        <ReasonDialog
          isOpen
          title={t`Hold orders`}
          text={t`The reason is shown to everyone who opens the order.`}
          verb={t`Hold`}
          onClose={onClose}
          onConfirm={(reason) => run({ kind: 'BLOCK', order_ids: dialog.orderIds, reason })}
        />
      )}
    </LateDialog>
  )
}
