import type { PlanningCommand } from '@cartage/contract/planning/app/commands'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../../verdicts/rejected-plan.ts'
import { VerdictDialog } from '../../verdicts/verdict.dialog.tsx'
import { useTripCommand } from '../planning.queries.ts'
import { placeTown } from '../trip-steps.tsx'
import { useUndoOffer } from '../undo-offer.ts'

// Loaded on first use.
const CrossingDialog = lazy(async () => ({ default: (await import('./crossing.dialog.tsx')).CrossingDialog }))

type Stop = TripRecord['trip']['stops'][number]

type CrossingCommand = Extract<PlanningCommand, { kind: 'INSERT_CROSSING' | 'CHANGE_CROSSING' | 'UNPLAN' }>

type OpenDialog =
  | { what: 'crossing'; boarding: Stop | undefined }
  | { what: 'verdict'; command: CrossingCommand; rejectedPlan: RejectedPlan }
  | undefined

/** Actions on the ferries and trains of a trip. */
export interface Crossings {
  mayChange: boolean
  /** Opens the dialog for a new crossing, or to replace the one boarded at a stop. */
  open: (boarding: Stop | undefined) => void
  remove: (boarding: Stop) => void
  dialogs: ReactNode
}

/**
 * CROSS-5: inserts, changes and removes crossings of a trip. Shows a verdict against a change, and offers an undo for
 * each.
 */
export function useCrossings({ trip, places, stop_facts }: TripRecord): Crossings {
  const { t } = useLingui()
  const toasts = useToasts()
  const undoOffer = useUndoOffer()
  const mayPlan = usePermission('trip.write')
  const { mutate, isPending } = useTripCommand(trip)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const done: Record<CrossingCommand['kind'], string> = {
    INSERT_CROSSING: t`Crossing inserted`,
    CHANGE_CROSSING: t`Crossing changed`,
    UNPLAN: t`Crossing removed`,
  }
  function run(command: CrossingCommand, reason?: string) {
    close()
    mutate(
      { command, reason },
      {
        onSuccess: ({ command_id }) => toasts.done(done[command.kind], undoOffer(command_id)),
        onError(error) {
          const rejectedPlan = rejectedPlanOf(error)
          if (rejectedPlan) setDialog({ what: 'verdict', command, rejectedPlan })
          else toasts.failed(failureOf(error))
        },
      },
    )
  }
  const dialogs = (
    <LateDialog>
      {dialog?.what === 'crossing' && (
        <CrossingDialog
          tripId={trip.trip_id}
          name={trip.name}
          stops={trip.stops}
          townOf={(stop) => placeTown(places, stop)}
          zoneOf={({ stop_id }) => stop_facts.find((one) => one.stop_id === stop_id)?.time_zone}
          boarding={dialog.boarding}
          onClose={close}
          onRun={run}
        />
      )}
      {dialog?.what === 'verdict' && (
        <VerdictDialog
          title={t`Trip ${trip.name}`}
          rejectedPlan={dialog.rejectedPlan}
          verb={t`Continue anyway`}
          isBusy={isPending}
          onClose={close}
          onOverride={(reason) => run(dialog.command, reason)}
        />
      )}
    </LateDialog>
  )
  return {
    mayChange: mayPlan && trip.status !== 'CANCELLED' && trip.status !== 'COMPLETED',
    open: (boarding) => setDialog({ what: 'crossing', boarding }),
    remove: ({ stop_id, crossing }) =>
      run({ kind: 'UNPLAN', stop_ids: crossing ? [stop_id, crossing.lands_stop_id] : [stop_id] }),
    dialogs,
  }
}
