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
  const tell = useToasts()
  const { trip } = record
  const mayPlan = usePermission('trip.write')
  const mayDispatch = usePermission('dispatch.write')
  const deeds = useTripDeed(trip)
  const undo = useUndo()
  const handOver = useHandOver(trip.trip_id)
  const [asking, setAsking] = useState<Asking>()
  const isOpen = trip.status !== 'CANCELLED' && trip.status !== 'COMPLETED'
  const mayConfirm = mayPlan && trip.status === 'CREATED'
  const mayTakeBack = mayPlan && trip.status === 'PLANNED'
  const maySend = mayDispatch && isOpen && trip.status !== 'CREATED'
  const mayRecall = mayDispatch && trip.is_dispatched
  const done: Record<TripDeed, string> = {
    confirm: t`Trip ${trip.name} confirmed`,
    'take-back': t`Trip ${trip.name} back to draft`,
    cancel: t`Trip ${trip.name} cancelled`,
  }

  function run(deed: TripDeed, reason?: string) {
    setAsking(undefined)
    deeds.mutate(reason === undefined ? { deed } : { deed, reason }, {
      onSuccess: ({ command_id }) =>
        tell.done(done[deed], command_id === null ? undefined : { word: t`Undo`, run: () => takeBack(command_id) }),
      onError(error) {
        const refusal = refusalOf(error)
        if (refusal) setAsking({ what: 'verdict', deed, refusal })
        else tell.failed(failureOf(error))
      },
    })
  }
  function takeBack(commandId: string) {
    undo.mutate(commandId, {
      onSuccess: () => tell.done(t`Undone`),
      onError: (error) => tell.failed(failureOf(error)),
    })
  }
  function recall() {
    setAsking(undefined)
    handOver.mutate(
      { kind: 'recall' },
      {
        onSuccess: () => tell.done(t`Trip ${trip.name} withdrawn`),
        onError: (error) => tell.failed(failureOf(error)),
      },
    )
  }

  const askHandOver = useCallback(() => setAsking({ what: 'hand-over' }), [])
  useCommands(
    useMemo(
      () => (maySend ? [{ id: 'hand-over', title: t`Dispatch…`, icon: Send, keys: 'd', run: askHandOver }] : []),
      [maySend, t, askHandOver],
    ),
  )
  if (!mayPlan && !mayDispatch) return null
  const close = () => setAsking(undefined)
  return (
    <>
      {maySend && (
        <Button icon={Send} keys="d" onClick={askHandOver} isBusy={handOver.isPending}>
          {trip.is_dispatched ? <Trans>Dispatch again…</Trans> : <Trans>Dispatch…</Trans>}
        </Button>
      )}
      {mayConfirm && (
        <Button variant="brand" icon={CheckCheck} onClick={() => run('confirm')} isBusy={deeds.isPending}>
          <Trans>Confirm plan</Trans>
        </Button>
      )}
      {(mayTakeBack || mayRecall || (mayPlan && isOpen)) && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          {mayTakeBack && (
            <MenuItem icon={Undo2} onSelect={() => run('take-back')}>
              <Trans>Back to draft</Trans>
            </MenuItem>
          )}
          {mayRecall && (
            <MenuItem icon={Undo2} onSelect={() => setAsking({ what: 'recall' })}>
              <Trans>Withdraw from carrier…</Trans>
            </MenuItem>
          )}
          {mayPlan && isOpen && (
            <MenuItem icon={Ban} isDangerous onSelect={() => setAsking({ what: 'cancel' })}>
              <Trans>Cancel trip…</Trans>
            </MenuItem>
          )}
        </Menu>
      )}
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
        onClose={close}
        onConfirm={() => run('cancel')}
      />
      <ConfirmDialog
        isOpen={asking?.what === 'recall'}
        title={t`Withdraw trip ${trip.name}?`}
        text={t`The carrier is notified that the trip is withdrawn.`}
        verb={t`Withdraw`}
        onClose={close}
        onConfirm={recall}
      />
      {asking?.what === 'hand-over' && <HandOverDialog record={record} onClose={close} />}
      {asking?.what === 'verdict' && (
        <VerdictDialog
          title={t`Trip ${trip.name}`}
          refusal={asking.refusal}
          verb={asking.deed === 'confirm' ? t`Confirm anyway` : t`Continue anyway`}
          isBusy={deeds.isPending}
          onClose={close}
          onOverride={(reason) => run(asking.deed, reason)}
        />
      )}
    </>
  )
}
