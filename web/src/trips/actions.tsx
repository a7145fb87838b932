import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useDispatchAction } from '../dispatch/queries.ts'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Ban, CheckCheck, MoreHorizontal, Send, Undo2 } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { VerdictDialog } from '../verdicts/verdict.dialog.tsx'
import { useTripCommand } from './planning.queries.ts'
import { useUndoOffer } from './undo-offer.ts'

// Loaded on first use.
const DispatchDialog = lazy(async () => ({
  default: (await import('../dispatch/dispatch.dialog.tsx')).DispatchDialog,
}))

type TripAction = 'CONFIRM' | 'TAKE_BACK' | 'CANCEL'

type OpenDialog =
  | { what: 'cancel' | 'hand-over' | 'recall' }
  | { what: 'verdict'; action: TripAction; rejectedPlan: RejectedPlan }
  | undefined

/** Confirm, take back, cancel and dispatch. Shows a verdict with errors or warnings. */
export function TripActions({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const { trip } = record
  const may = usePermitted(record)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const plan = usePlanAction(record, setOpenDialog)
  const dispatch = useRecall(record)
  const openDispatch = useCallback(() => setOpenDialog({ what: 'hand-over' }), [])
  useCommands(
    useMemo(
      () => (may.send ? [{ id: 'hand-over', title: t`Dispatch…`, icon: Send, keys: 'd', run: openDispatch }] : []),
      [may.send, t, openDispatch],
    ),
  )
  if (!may.plan && !may.dispatch) return null
  return (
    <>
      {may.send && (
        <Button icon={Send} keys="d" onClick={openDispatch} isBusy={dispatch.isBusy}>
          {trip.is_dispatched ? <Trans>Dispatch again…</Trans> : <Trans>Dispatch…</Trans>}
        </Button>
      )}
      {may.confirm && (
        <Button variant="brand" icon={CheckCheck} onClick={() => plan.run('CONFIRM')} isBusy={plan.isBusy}>
          <Trans>Confirm plan</Trans>
        </Button>
      )}
      {(may.takeBack || may.recall || may.cancel) && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          {may.takeBack && (
            <MenuItem icon={Undo2} onSelect={() => plan.run('TAKE_BACK')}>
              <Trans>Back to draft</Trans>
            </MenuItem>
          )}
          {may.recall && (
            <MenuItem icon={Undo2} onSelect={() => setOpenDialog({ what: 'recall' })}>
              <Trans>Withdraw from carrier…</Trans>
            </MenuItem>
          )}
          {may.cancel && (
            <MenuItem icon={Ban} isDangerous onSelect={() => setOpenDialog({ what: 'cancel' })}>
              <Trans>Cancel trip…</Trans>
            </MenuItem>
          )}
        </Menu>
      )}
      <TripDialogs
        record={record}
        openDialog={openDialog}
        isBusy={plan.isBusy}
        onClose={() => setOpenDialog(undefined)}
        onRun={plan.run}
        onRecall={dispatch.recall}
      />
    </>
  )
}

/** Actions that the trip and the user's roles permit. */
function usePermitted({ trip }: TripRecord) {
  const plan = usePermission('trip.write')
  const dispatch = usePermission('dispatch.write')
  const isOpen = trip.status !== 'CANCELLED' && trip.status !== 'COMPLETED'
  return {
    plan,
    dispatch,
    confirm: plan && trip.status === 'CREATED',
    takeBack: plan && trip.status === 'PLANNED',
    cancel: plan && isOpen,
    send: dispatch && isOpen && trip.status !== 'CREATED',
    recall: dispatch && trip.is_dispatched,
  }
}

/** Changes the plan of a trip. Asks about a verdict against it. */
function usePlanAction({ trip }: TripRecord, ask: (openDialog: OpenDialog) => void) {
  const { t } = useLingui()
  const toasts = useToasts()
  const actions = useTripCommand(trip)
  const undoOffer = useUndoOffer()
  const done: Record<TripAction, string> = {
    CONFIRM: t`Trip ${trip.name} confirmed`,
    TAKE_BACK: t`Trip ${trip.name} back to draft`,
    CANCEL: t`Trip ${trip.name} cancelled`,
  }
  function run(action: TripAction, reason?: string) {
    ask(undefined)
    actions.mutate(
      { command: { kind: action, trip_ids: [trip.trip_id] }, reason },
      {
        onSuccess: ({ command_id }) => toasts.done(done[action], undoOffer(command_id)),
        onError(error) {
          const rejectedPlan = rejectedPlanOf(error)
          if (rejectedPlan) ask({ what: 'verdict', action, rejectedPlan })
          else toasts.failed(failureOf(error))
        },
      },
    )
  }
  return { run, isBusy: actions.isPending }
}

/** Withdraws a trip from its carrier. */
function useRecall({ trip }: TripRecord) {
  const { t } = useLingui()
  const toasts = useToasts()
  const dispatchAction = useDispatchAction(trip.trip_id)
  const recall = () =>
    dispatchAction.mutate(
      { kind: 'recall' },
      {
        onSuccess: () => toasts.done(t`Trip ${trip.name} withdrawn`),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  return { recall, isBusy: dispatchAction.isPending }
}

/** Dialogs before a trip is cancelled, withdrawn, dispatched or planned against the verdict. */
function TripDialogs({
  record,
  openDialog,
  isBusy,
  onClose,
  onRun,
  onRecall,
}: {
  record: TripRecord
  openDialog: OpenDialog
  isBusy: boolean
  onClose: () => void
  onRun: (action: TripAction, reason?: string) => void
  onRecall: () => void
}) {
  const { t } = useLingui()
  const { trip } = record
  return (
    <>
      <ConfirmDialog
        isOpen={openDialog?.what === 'cancel'}
        title={t`Cancel trip ${trip.name}?`}
        text={
          trip.is_dispatched
            ? t`Stops not yet reached become unplanned. The carrier is notified.`
            : t`Stops not yet reached become unplanned.`
        }
        verb={t`Cancel trip`}
        back={t`Don't cancel`}
        onClose={onClose}
        onConfirm={() => onRun('CANCEL')}
      />
      <ConfirmDialog
        isOpen={openDialog?.what === 'recall'}
        title={t`Withdraw trip ${trip.name}?`}
        text={t`The carrier is notified that the trip is withdrawn.`}
        verb={t`Withdraw`}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          onRecall()
        }}
      />
      {openDialog?.what === 'hand-over' && (
        <LateDialog>
          <DispatchDialog record={record} onClose={onClose} />
        </LateDialog>
      )}
      {openDialog?.what === 'verdict' && (
        <VerdictDialog
          title={t`Trip ${trip.name}`}
          rejectedPlan={openDialog.rejectedPlan}
          verb={openDialog.action === 'CONFIRM' ? t`Confirm anyway` : t`Continue anyway`}
          isBusy={isBusy}
          onClose={onClose}
          onOverride={(reason) => onRun(openDialog.action, reason)}
        />
      )}
    </>
  )
}
