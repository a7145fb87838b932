import type { DayException } from '@cartage/contract/app/day'
import { dismissDriverReport } from '@cartage/contract/doors/app/driver-reports'
import { retryInboxItem } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useLabels } from '../../records/code-labels.ts'
import { usePermission } from '../../session/permission.ts'
import { deviationLabels, driverActLabels } from '../../trips/driver.labels.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { When } from '../../ui/time/when.tsx'

type Report = NonNullable<DayException['driver_report']>

/** A driver's report with time, why it was not accepted, and the action that settles it (DOOR-6). */
export function DriverReport({ one, report }: { one: DayException; report: Report }) {
  const labelOf = useLabels(driverActLabels)
  const differs = useLabels(deviationLabels)
  const { deviation } = report
  const different =
    deviation && [deviation.quantity, differs(deviation.reason)].filter((part) => part !== null).join(' × ')
  const refusal = useRefusal(report)
  return (
    <div className="col-span-full flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-1 pb-1">
      <p className="min-w-0 grow basis-60 text-[12px] break-words text-ink-2">
        {[different, report.text ?? (different === null ? labelOf(report.kind) : null)].filter(Boolean).join(' · ')} ·{' '}
        <When instant={report.happened_at} />
        {report.document_id !== null && (
          <>
            {' · '}
            <a
              className="underline underline-offset-2"
              href={`/app/documents/${report.document_id}/download`}
              target="_blank"
              rel="noreferrer"
            >
              <Trans>Open photo</Trans>
            </a>
          </>
        )}
        {refusal !== null && <span className="block">{refusal}</span>}
      </p>
      <span className="flex shrink-0 gap-1.5">
        {report.inbox_item_id === null ? (
          one.trip_id !== null && <Seen one={one} tripId={one.trip_id} actId={report.act_id} />
        ) : (
          <Decide one={one} itemId={report.inbox_item_id} />
        )}
      </span>
    </div>
  )
}

function useRefusal({ refusal, reason }: Report): string | null {
  const { t } = useLingui()
  switch (refusal) {
    case 'NOT_PLANNED':
      return t`The stop is not planned any more.`
    case 'NO_TRIP':
      return t`The stop is not on a trip any more.`
    case 'OTHER_DRIVER':
      return t`The stop is on the trip of another driver now.`
    default:
      return reason
  }
}

function Seen({ one, tripId, actId }: { one: DayException; tripId: string; actId: string }) {
  const { t } = useLingui()
  const mayPlan = usePermission('trip.write')
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(dismissDriverReport, { params: { trip_id: tripId, act_id: actId } }),
    onSettled: () => refresh(queryClient, 'trip'),
  })
  const name = one.trip_name ?? ''
  if (!mayPlan) return null
  return (
    <Button
      isBusy={isPending}
      aria-label={t`Seen: ${name}`}
      onClick={() => mutate(undefined, { onError: (error) => toasts.failed(failureOf(error)) })}
    >
      <Trans context="planner has looked at a change">Seen</Trans>
    </Button>
  )
}

/** Accepting it applies to its stop, regardless of the present driver. Anything else is decided in the inbox. */
function Decide({ one, itemId }: { one: DayException; itemId: string }) {
  const { t } = useLingui()
  const mayDecide = usePermission('message.write')
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(retryInboxItem, { params: { inbox_item_id: itemId } }),
    onSettled: () => refresh(queryClient, 'trip', 'inbox_item'),
  })
  const name = one.carrier_name ?? ''
  if (!mayDecide) return null
  return (
    <>
      <Link to="/messages" search={{ tab: 'inbox', item: itemId }} className="btn btn-outline">
        <Trans>Open inbox</Trans>
      </Link>
      {one.trip_id !== null && (
        <Button
          isBusy={isPending}
          aria-label={t`Accept at this stop: ${name}`}
          onClick={() =>
            mutate(undefined, {
              onSuccess: ({ status, last_failure }) => {
                if (status === 'OPEN') toasts.failed({ title: t`Not accepted`, message: last_failure ?? '' })
                else toasts.done(t`Report accepted`)
              },
              onError: (error) => toasts.failed(failureOf(error)),
            })
          }
        >
          <Trans>Accept at this stop</Trans>
        </Button>
      )}
    </>
  )
}
