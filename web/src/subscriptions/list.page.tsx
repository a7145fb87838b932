import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents } from '@cartage/contract/events/endpoints'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { SecretDialog } from '../credentials/secret.dialog.tsx'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels } from '../records/event.labels.ts'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Plus, Webhook } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { EndpointForm } from './endpoint.form.tsx'
import { EndpointPanel } from './endpoint.panel.tsx'
import { channelOf, EndpointState } from './labels.tsx'
import { subscriptionsQuery } from './queries.ts'

const endpointsRoute = getRouteApi('/shell/settings/receivers')

/** Webhook endpoints with their events and health. */
export function EndpointsPage() {
  const { t } = useLingui()
  usePageTitle(t`Webhook endpoints`)
  const { open } = endpointsRoute.useSearch()
  const navigate = useNavigate()
  const mayWrite = usePermission('delivery.write')
  const query = useQuery(subscriptionsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [shown, setShown] = useState<SubscriptionWithSecret>()
  const items = query.data?.items
  const chosen = items?.find((item) => item.subscription_id === open)
  const show = useCallback(
    (id: string | undefined) => void navigate({ to: '/settings/receivers', search: { open: id }, replace: true }),
    [navigate],
  )
  const close = useCallback(() => show(undefined), [show])
  useCommands(
    useMemo(
      () =>
        mayWrite
          ? [{ id: 'add-endpoint', title: t`Add endpoint`, icon: Plus, keys: 'n', run: () => setIsAdding(true) }]
          : [],
      [mayWrite, t],
    ),
  )
  return (
    <>
      <PageHeader
        title={t`Webhook endpoints`}
        actions={
          mayWrite && (
            <Button variant="brand" icon={Plus} keys="n" onClick={() => setIsAdding(true)}>
              <Trans>Add endpoint</Trans>
            </Button>
          )
        }
      >
        <Link to="/deliveries" className="btn btn-ghost">
          <Trans>Webhook deliveries</Trans>
        </Link>
      </PageHeader>
      <div className="flex min-h-0 flex-1">
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          {query.error !== null && (
            <div className="p-4">
              <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
            </div>
          )}
          {items?.length === 0 && (
            <EmptyState
              icon={Webhook}
              title={t`No webhook endpoints yet`}
              text={t`Add a web address, an SFTP server or a folder to receive order, stop and trip events as they happen.`}
            />
          )}
          {items !== undefined && items.length > 0 && <List items={items} open={open} onOpen={show} />}
        </div>
        {chosen && <EndpointPanel key={chosen.subscription_id} endpoint={chosen} onClose={close} onSecret={setShown} />}
      </div>
      <EndpointForm
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(added) => {
          setIsAdding(false)
          show(added.subscription_id)
          if (added.channel === 'HTTPS') setShown(added)
        }}
      />
      {shown && (
        <SecretDialog
          title={t`Signing secret of ${shown.name}`}
          text={t`The endpoint uses it to verify that messages come from Cartage unchanged. Shown only once.`}
          parts={[{ label: t`Signing secret`, text: shown.secret }]}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

const cell = 'px-2 first:pl-4 last:pr-4'

function List({
  items,
  open,
  onOpen,
}: {
  items: readonly Subscription[]
  open: string | undefined
  onOpen: (id: string) => void
}) {
  const { t } = useLingui()
  // Only the main columns fit next to an open panel.
  const isNarrow = open !== undefined
  return (
    <table className="w-full border-collapse text-left" aria-label={t`Webhook endpoints`}>
      <thead className="sticky top-0 bg-sunken text-[12px] text-ink-2 shadow-[0_1px_0_var(--line)]">
        <tr className="h-8">
          <th scope="col" className={`${cell} w-28 font-medium`}>{t`Health`}</th>
          <th scope="col" className={`${cell} font-medium`}>{t`Endpoint`}</th>
          {!isNarrow && <th scope="col" className={`${cell} w-20 font-medium`}>{t`Channel`}</th>}
          {!isNarrow && <th scope="col" className={`${cell} w-40 font-medium`}>{t`Events`}</th>}
          {!isNarrow && <th scope="col" className={`${cell} w-28 font-medium`}>{t`Last success`}</th>}
          <th scope="col" className={`${cell} w-20 text-right font-medium`}>{t`Pending`}</th>
          <th scope="col" className={`${cell} w-24 text-right font-medium`}>{t`Failed (7 d)`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={item.subscription_id}
            className={classNames(
              'h-(--row) cursor-default border-b border-line',
              item.subscription_id === open ? 'bg-brand-soft' : 'hover:bg-hover',
            )}
            onClick={() => onOpen(item.subscription_id)}
          >
            <td className={cell}>
              <EndpointState endpoint={item} />
            </td>
            <td className={`${cell} max-w-0 truncate`}>
              <button
                type="button"
                className="rounded-sm font-medium underline-offset-2 hover:underline"
                onClick={() => onOpen(item.subscription_id)}
              >
                {item.name}
              </button>{' '}
              <span className="pl-1 text-ink-3">{item.url}</span>
            </td>
            {!isNarrow && <td className={cell}>{item.format === 'EDI' ? `EDI · ${item.channel}` : channelOf(item)}</td>}
            {!isNarrow && (
              <td className={`${cell} truncate`}>
                <EventsOf endpoint={item} />
              </td>
            )}
            {!isNarrow && (
              <td className={`${cell} text-ink-2`}>
                {item.last_success_at === null ? '—' : <RelativeTime instant={item.last_success_at} />}
              </td>
            )}
            <td className={`${cell} tnum text-right`}>
              <PendingCount endpoint={item} />
            </td>
            <td className={`${cell} tnum text-right ${item.failed > 0 ? 'font-medium text-red' : ''}`}>
              {item.failed}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The server stops counting here. */
const mostCounted = 100_000

/** Number of pending deliveries: red if the endpoint accepts none, amber if it rejects some. */
export function PendingCount({ endpoint }: { endpoint: Pick<Subscription, 'state' | 'pending' | 'blocked'> }) {
  const { t, i18n } = useLingui()
  const { state, pending, blocked } = endpoint
  const number = pending >= mostCounted ? `${i18n.number(mostCounted)}+` : i18n.number(pending)
  if (pending === 0) return number
  if (state !== 'ACTIVE') return <span className="font-medium text-red">{number}</span>
  if (blocked === 0) return number
  return (
    <span className="font-medium text-amber" title={t`${blocked} blocked by a rejected event`}>
      {number}
    </span>
  )
}

/** Short summary of what an endpoint receives. */
export function EventsOf({ endpoint }: { endpoint: Pick<Subscription, 'purpose' | 'event_types'> }) {
  const { purpose, event_types: types } = endpoint
  const eventLabel = useLabels(eventLabels)
  if (purpose === 'DISPATCH') return <Trans>Dispatches</Trans>
  if (purpose === 'ACCESS_POINT') return <Trans>E-invoices</Trans>
  if (types.length === 0) return <Trans>All event types</Trans>
  if (types.includes(allEvents)) return <Trans>All event types plus {types.length - 1} optional</Trans>
  if (types.length === 1) return eventLabel(types[0]!)
  return <Plural value={types.length} one="# event type" other="# event types" />
}
