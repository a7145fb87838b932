import type { DayException } from '@cartage/contract/app/day'
import { dismissPlanChanges } from '@cartage/contract/orders/app/plan-changes'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useChangeLabels } from './changes.labels.ts'

/** Changes of an order after it was planned, with the actions that resolve the exception. */
export function Changes({ one }: { one: DayException }) {
  const { t } = useLingui()
  // As for every other exception: no planning on a phone.
  const isPhone = usePhone()
  const textOfCode = useChangeLabels()
  return (
    <div className="col-span-full flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-1 pb-1">
      <ul aria-label={t`Changed after planning`} className="min-w-0 grow basis-80 text-[12px] text-ink-2">
        {one.changes.map((change, at) => {
          const { subject, before, after } = textOfCode(change)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no ids and keep their order
            <li key={at} className="tnum">
              <span className="text-ink">{subject}</span>{' '}
              {before !== null && <span className={after === null ? 'line-through' : undefined}>{before}</span>}
              {before !== null && after !== null && ' → '}
              {after !== null && <span className="font-medium text-ink">{after}</span>}
            </li>
          )
        })}
        {one.happened_at !== null && (
          <li className="text-ink-3">
            {one.vehicle_name !== null && <>{one.vehicle_name} · </>}
            <RelativeTime instant={one.happened_at} />
          </li>
        )}
      </ul>
      {!isPhone && <Acts one={one} />}
    </div>
  )
}

function Acts({ one }: { one: DayException }) {
  const mayPlan = usePermission('trip.write')
  return (
    <span className="flex shrink-0 gap-1.5">
      {one.trip_id !== null && (
        <Link to="/trips/$tripId" params={{ tripId: one.trip_id }} className="btn btn-outline">
          <Trans>Open trip</Trans>
        </Link>
      )}
      {mayPlan && (
        <Link to="/planning" search={{ find: one.order_number ?? undefined }} className="btn btn-outline">
          <Trans>Plan again</Trans>
        </Link>
      )}
      {mayPlan && one.order_id !== null && <Seen one={one} orderId={one.order_id} />}
    </span>
  )
}

function Seen({ one, orderId }: { one: DayException; orderId: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(dismissPlanChanges, { params: { order_id: orderId }, body: { change_ids: one.change_ids.slice(0, 200) } }),
    onSettled: () => refresh(queryClient, 'order'),
  })
  const number = one.order_number ?? ''
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
