import type { DayException } from '@cartage/contract/app/day'
import { dismissExcursions } from '@cartage/contract/temperatures/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { usePermission } from '../../session/permission.ts'
import { degreesText, rangeText } from '../../temperatures/degrees.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { usePhone } from '../../ui/use-phone.ts'

type Measured = NonNullable<DayException['temperature']>

/** How far and how long goods were out of range, with the actions that resolve the exception. */
export function Temperature({ one, measured }: { one: DayException; measured: Measured }) {
  const isPhone = usePhone()
  const [worst, ordered, lasted] = [
    degreesText(measured.worst_degrees),
    rangeText(measured.range),
    minutesText(measured.minutes),
  ]
  const vehicle = measured.resource_name
  return (
    <div className="col-span-full flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-1 pb-1">
      <p className="tnum min-w-0 grow basis-80 text-[12px] text-ink-2">
        {measured.is_over ? (
          <Trans>
            {vehicle}: {worst} instead of {ordered}, for {lasted}
          </Trans>
        ) : (
          <Trans>
            {vehicle}: {worst} instead of {ordered}, for {lasted} so far
          </Trans>
        )}
      </p>
      {!isPhone && (
        <span className="flex shrink-0 gap-1.5">
          {one.trip_id !== null && (
            <Link to="/trips/$tripId" params={{ tripId: one.trip_id }} className="btn btn-outline">
              <Trans>Open trip</Trans>
            </Link>
          )}
          {one.order_id !== null && <Seen one={one} orderId={one.order_id} until={measured.from} />}
        </span>
      )}
    </div>
  )
}

function Seen({ one, orderId, until }: { one: DayException; orderId: string; until: string }) {
  const { t } = useLingui()
  const mayPlan = usePermission('trip.write')
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(dismissExcursions, { params: { order_id: orderId }, body: { until } }),
    onSettled: () => refresh(queryClient, 'order'),
  })
  const number = one.order_number ?? ''
  if (!mayPlan) return null
  return (
    <Button
      isBusy={isPending}
      aria-label={t`Seen: ${number}`}
      onClick={() => mutate(undefined, { onError: (error) => toasts.failed(failureOf(error)) })}
    >
      <Trans context="planner has looked at a change">Seen</Trans>
    </Button>
  )
}
