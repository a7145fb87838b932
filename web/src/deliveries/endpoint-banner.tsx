import type { Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { CirclePause, TriangleAlert } from '../ui/icons.tsx'
import { Countdown } from '../ui/time/countdown.tsx'

/** Warns about endpoints that are paused or do not respond. */
export function EndpointBanner() {
  const endpoints = useQuery(subscriptionsQuery).data?.items ?? []
  const troubled = endpoints.filter((endpoint) => endpoint.state !== 'ACTIVE')
  return troubled.slice(0, 3).map((endpoint) => <Banner key={endpoint.subscription_id} endpoint={endpoint} />)
}

function Banner({ endpoint }: { endpoint: Subscription }) {
  const isPaused = endpoint.state === 'PAUSED'
  const Icon = isPaused ? CirclePause : TriangleAlert
  const { i18n } = useLingui()
  const { name, consecutive_failures: failures, probe_at } = endpoint
  const pending = i18n.number(endpoint.pending)
  return (
    <div
      role="status"
      className={`flex items-center gap-2 border-b border-line px-4 py-1.5 ${isPaused ? 'bg-amber-soft text-amber' : 'bg-red-soft text-red'}`}
    >
      <Icon size={14} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        {isPaused ? (
          <>
            <Trans>
              <strong className="font-semibold">{name}</strong> is paused. Pending events: {pending}.
            </Trans>{' '}
            {endpoint.pause_reason}
          </>
        ) : (
          <Trans>
            <strong className="font-semibold">{name}</strong> is failing. Failures in a row: {failures}. Pending events:{' '}
            {pending}.
          </Trans>
        )}{' '}
        {!isPaused && probe_at !== null && (
          <Trans>
            Next retry <Countdown until={probe_at} />.
          </Trans>
        )}
      </span>
      <Link
        to="/settings/receivers"
        search={{ open: endpoint.subscription_id }}
        className="shrink-0 rounded-sm font-medium underline underline-offset-2"
      >
        <Trans>View endpoint</Trans>
      </Link>
    </div>
  )
}
