import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useListAddress } from '../lists/list-address.ts'
import { LogList } from '../lists/log-list.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw, Send } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { logMs } from '../ui/table/pages.ts'
import { useWindows } from '../ui/table/row-windows.ts'
import type { DeliveriesSearch } from './address.ts'
import { DeliveryPanel } from './delivery.panel.tsx'
import { EndpointBanner } from './endpoint-banner.tsx'
import { useDeliveryColumns } from './list.columns.tsx'
import { DeliveryFilters } from './list.filters.tsx'
import { filtersOf, loadDeliveries } from './queries.ts'
import { ResendBar } from './resend-bar.tsx'

const deliveriesRoute = getRouteApi('/shell/deliveries')

// Loaded when it is opened.
const ResendFailedDialog = lazy(async () => ({
  default: (await import('./resend-failed.dialog.tsx')).ResendFailedDialog,
}))

/** Deliveries to webhook endpoints: pending, delivered and failed. */
export function DeliveriesPage() {
  const { t } = useLingui()
  usePageTitle(t`Webhook deliveries`)
  const search = deliveriesRoute.useSearch()
  const mayWrite = usePermission('delivery.write')
  const { change, clear, openPeek, closePeek } = useListAddress<DeliveriesSearch>('/deliveries')
  const { peek, ...shownSearch } = search
  const windows = useWindows<ListedDelivery>(
    ['deliveries', 'list', shownSearch],
    loadDeliveries(shownSearch as DeliveriesSearch),
    keyOf,
    logMs,
  )
  const [eventId, subscriptionId] = peek?.split('.') ?? []
  return (
    <LogList
      name="deliveries"
      title={t`Webhook deliveries`}
      search={shownSearch}
      filters={filtersOf(shownSearch as DeliveriesSearch)}
      windows={windows}
      count={windows.total !== undefined && <Count total={windows.total} />}
      columns={useDeliveryColumns()}
      keyOf={keyOf}
      nameOf={nameOf}
      views={<EndpointsLink className="btn btn-ghost" />}
      actions={mayWrite && <ResendFailed />}
      tools={<DeliveryFilters search={search} onChange={change} />}
      bulkBar={(selection) => <ResendBar selection={selection} />}
      mayChoose={mayWrite}
      notice={<EndpointBanner />}
      openKey={peek}
      onOpen={openPeek}
      panel={
        eventId !== undefined &&
        subscriptionId !== undefined && (
          <DeliveryPanel eventId={eventId} subscriptionId={subscriptionId} onClose={closePeek} />
        )
      }
      empty={{
        icon: Send,
        title: t`No webhook deliveries yet`,
        text: t`Add a webhook endpoint to receive order, stop and trip events. Deliveries and responses appear here.`,
        children: (
          <div className="pt-4">
            <EndpointsLink className="btn btn-brand" />
          </div>
        ),
      }}
      onClear={clear}
    />
  )
}

/** Count limit of the server. */
const mostCounted = 10_000

function Count({ total }: { total: number }) {
  const { i18n } = useLingui()
  return (
    <span className="tnum text-ink-3">
      {total >= mostCounted ? (
        <Trans>{i18n.number(mostCounted)}+ deliveries</Trans>
      ) : (
        <Plural value={total} one="# delivery" other="# deliveries" />
      )}
    </span>
  )
}

function EndpointsLink({ className }: { className: string }) {
  return (
    <Link to="/settings/receivers" className={className}>
      <Trans>Webhook endpoints</Trans>
    </Link>
  )
}

/** Button that opens the dialog to resend failed deliveries. */
function ResendFailed() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={RotateCw} onClick={() => setIsOpen(true)}>
        <Trans>Resend failed…</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <ResendFailedDialog isOpen onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  )
}

function keyOf(row: ListedDelivery): string {
  return `${row.event_id}.${row.subscription_id}`
}

function nameOf(row: ListedDelivery): string {
  return [row.type, row.order_number, row.receiver].filter((part) => part !== null).join(' · ')
}
