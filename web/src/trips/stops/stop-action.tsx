import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { useStopReport } from '../planning.queries.ts'

type Stop = TripRecord['trip']['stops'][number]

/** Manually reports the arrival at a stop or its completion. Only for the first uncompleted stop. */
export function StopAction({ stop, name, trip }: { stop: Stop; name: string; trip: TripRecord['trip'] }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayReport = usePermission('trip.write')
  const { mutate, isPending } = useStopReport()
  const isUnderway = trip.status === 'PLANNED' || trip.status === 'IN_PROGRESS'
  const next = trip.stops.find(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED')
  if (!mayReport || !isUnderway || next?.stop_id !== stop.stop_id) return null
  const isThere = stop.status === 'AT_STOP'
  const report = () =>
    mutate(
      { stopId: stop.stop_id, status: isThere ? 'COMPLETED' : 'AT_STOP' },
      {
        onSuccess: () => toasts.done(isThere ? t`${name} done` : t`Arrived at ${name}`),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  return (
    <Button isBusy={isPending} aria-label={isThere ? t`Done: ${name}` : t`Arrived: ${name}`} onClick={report}>
      {isThere ? <Trans>Done</Trans> : <Trans>Arrived</Trans>}
    </Button>
  )
}
