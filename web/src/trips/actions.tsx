import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, CheckCheck, MoreHorizontal, Send, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { HandOverDialog } from '../dispatch/dispatch.dialog.tsx'
import { useHandOver } from '../dispatch/queries.ts'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type Refusal, refusalOf, type TripDeed, useTripDeed, useUndo } from './planning.queries.ts'
import { VerdictDialog } from './refused-plan.dialog.tsx'

type Asking =
  | { what: 'cancel' | 'hand-over' | 'recall' }
  | { what: 'verdict'; deed: TripDeed; refusal: Refusal }
  | undefined

/** Confirm, take back, cancel and hand over; the plan's verdict is shown where it speaks against it. */
export function TripActions({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const { trip } = record
  const may = usePermitted(record)
  const [asking, setAsking] = useState<Asking>()
  const plan = usePlanDeed(record, setAsking)
  const dispatch = useRecall(record)
  const askHandOver = useCallback(() => setAsking({ what: 'hand-over' }), [])
  useCommands(
    useMemo(
      () => (may.send ? [{ id: 'hand-over', title: t`Dispatch…`, icon: Send, keys: 'd', run: askHandOver }] : []),
      [may.send, t, askHandOver],
    ),
  )
  if (!may.plan && !may.dispatch) return null
  return (
    <>
      {may.send && (
        <Button icon={Send} keys="d" onClick={askHandOver} isBusy={dispatch.isBusy}>
          {trip.is_dispatched ? <Trans>Dispatch again…</Trans> : <Trans>Dispatch…</Trans>}
        </Button>
      )}
      {may.confirm && (
        <Button variant="brand" icon={CheckCheck} onClick={() => plan.run('confirm')} isBusy={plan.isBusy}>
          <Trans>Confirm plan</Trans>
        </Button>
      )}
      {(may.takeBack || may.recall || may.cancel) && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          {may.takeBack && (
            <MenuItem icon={Undo2} onSelect={() => plan.run('take-back')}>
              <Trans>Back to draft</Trans>
            </MenuItem>
          )}
          {may.recall && (
            <MenuItem icon={Undo2} onSelect={() => setAsking({ what: 'recall' })}>
              <Trans>Withdraw from carrier…</Trans>
            </MenuItem>
          )}
          {may.cancel && (
            <MenuItem icon={Ban} isDangerous onSelect={() => setAsking({ what: 'cancel' })}>
              <Trans>Cancel trip…</Trans>
            </MenuItem>
          )}
        </Menu>
      )}
      <TripDialogs
        record={record}
        asking={asking}
        isBusy={plan.isBusy}
        onClose={() => setAsking(undefined)}
        onRun={plan.run}
        onRecall={dispatch.recall}
      />
    </>
  )
}

/** What the trip and the person's roles allow. */
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

/** Changes the plan of a trip; asks about the verdict where there is one. */
function usePlanDeed({ trip }: TripRecord, ask: (asking: Asking) => void) {
  const { t } = useLingui()
  const tell = useToasts()
  const deeds = useTripDeed(trip)
  const undo = useUndo()
  const done: Record<TripDeed, string> = {
    confirm: t`Trip ${trip.name} confirmed`,
    'take-back': t`Trip ${trip.name} back to draft`,
    cancel: t`Trip ${trip.name} cancelled`,
  }
  function takeBack(commandId: string) {
    undo.mutate(commandId, {
      onSuccess: () => tell.done(t`Undone`),
      onError: (error) => tell.failed(failureOf(error)),
    })
  }
  function run(deed: TripDeed, reason?: string) {
    ask(undefined)
    deeds.mutate(reason === undefined ? { deed } : { deed, reason }, {
      onSuccess: ({ command_id }) =>
        tell.done(done[deed], command_id === null ? undefined : { word: t`Undo`, run: () => takeBack(command_id) }),
      onError(error) {
        const refusal = refusalOf(error)
        if (refusal) ask({ what: 'verdict', deed, refusal })
        else tell.failed(failureOf(error))
      },
    })
  }
  return { run, isBusy: deeds.isPending }
}

/** Withdraws a trip from its carrier. */
function useRecall({ trip }: TripRecord) {
  const { t } = useLingui()
  const tell = useToasts()
  const handOver = useHandOver(trip.trip_id)
  const recall = () =>
    handOver.mutate(
      { kind: 'recall' },
      {
        onSuccess: () => tell.done(t`Trip ${trip.name} withdrawn`),
        onError: (error) => tell.failed(failureOf(error)),
      },
    )
  return { recall, isBusy: handOver.isPending }
}

/** What is asked before a trip is cancelled, withdrawn, dispatched or planned against the verdict. */
function TripDialogs({
  record,
  asking,
  isBusy,
  onClose,
  onRun,
  onRecall,
}: {
  record: TripRecord
  asking: Asking
  isBusy: boolean
  onClose: () => void
  onRun: (deed: TripDeed, reason?: string) => void
  onRecall: () => void
}) {
  const { t } = useLingui()
  const { trip } = record
  return (
    <>
      <ConfirmDialog
        isOpen={asking?.what === 'cancel'}
        title={t`Cancel trip ${trip.name}?`}
        text={
          trip.is_dispatched
            ? t`Stops not yet reached become unplanned. The carrier is notified.`
            : t`Stops not yet reached become unplanned.`
        }
        verb={t`Cancel trip`}
        back={t`Don't cancel`}
        onClose={onClose}
        onConfirm={() => onRun('cancel')}
      />
      <ConfirmDialog
        isOpen={asking?.what === 'recall'}
        title={t`Withdraw trip ${trip.name}?`}
        text={t`The carrier is notified that the trip is withdrawn.`}
        verb={t`Withdraw`}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          onRecall()
        }}
      />
      {asking?.what === 'hand-over' && <HandOverDialog record={record} onClose={onClose} />}
      {asking?.what === 'verdict' && (
        <VerdictDialog
          title={t`Trip ${trip.name}`}
          refusal={asking.refusal}
          verb={asking.deed === 'confirm' ? t`Confirm anyway` : t`Continue anyway`}
          isBusy={isBusy}
          onClose={onClose}
          onOverride={(reason) => onRun(asking.deed, reason)}
        />
      )}
    </>
  )
}
