import { lazy, Suspense } from 'react'
import type { BoardTrip } from '../board-trip.ts'
import type { Dragged } from '../drag.ts'
import { commandOf } from '../drop.ts'
import type { PoolOrder } from '../pool.ts'
import type { BoardCommand } from '../queries.ts'
import type { BoardModel } from '../rows.ts'

const MoveDialog = lazy(async () => ({ default: (await import('./move.dialog.tsx')).MoveDialog }))
const SwapDialog = lazy(async () => ({ default: (await import('./swap.dialog.tsx')).SwapDialog }))
const SplitDialog = lazy(async () => ({ default: (await import('./split.dialog.tsx')).SplitDialog }))
const InsertDialog = lazy(async () => ({ default: (await import('./insert.dialog.tsx')).InsertDialog }))

/** The dialog that is open. */
export type BoardDialog =
  | { what: 'move'; dragged: Dragged }
  | { what: 'swap' | 'split'; trip: BoardTrip }
  | { what: 'insert'; orders: readonly PoolOrder[] }

/** The dialogs of the board; each ends with a command. */
export function BoardDialogs({
  dialog,
  model,
  onClose,
  onRun,
}: {
  dialog: BoardDialog
  model: BoardModel
  onClose: () => void
  onRun: (command: BoardCommand) => void
}) {
  const run = (command: BoardCommand | undefined) => {
    onClose()
    if (command) onRun(command)
  }
  const parts = { model, onClose, onRun: run }
  return (
    <Suspense>
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
    </Suspense>
  )
}
