import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { RotateCw, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useListAddress } from '../lists/list-address.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import { useWindows } from '../ui/table/row-windows.ts'
import { useSelection } from '../ui/table/selection.ts'
import type { DeliveriesSearch } from './address.ts'
import { DeliveryPanel } from './delivery.panel.tsx'
import { useDeliveryColumns } from './list.columns.tsx'
import { DeliveryFilters } from './list.filters.tsx'
import { filtersOf, loadDeliveries } from './queries.ts'
import { ReceiverBanner } from './receiver-banner.tsx'
import { ResendBar } from './resend-bar.tsx'

const deliveriesRoute = getRouteApi('/shell/deliveries')

// Loaded when it is opened.
const ResendFailedDialog = lazy(async () => ({
  default: (await import('./resend-failed.dialog.tsx')).ResendFailedDialog,
}))

/** What was sent to others, what waits and what failed. */
export function DeliveriesPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Webhook deliveries`)
  const search = deliveriesRoute.useSearch()
  const mayWrite = usePermission('delivery.write')
  const [isAsking, setIsAsking] = useState(false)
  const { change, clear, openPeek, closePeek } = useListAddress<DeliveriesSearch>('/deliveries')
  const { peek, ...asked } = search
  const windows = useWindows<ListedDelivery>(['deliveries', 'list', asked], loadDeliveries(asked as DeliveriesSearch))
  const shown = useShownColumns('deliveries', useDeliveryColumns())
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const [eventId, subscriptionId] = peek?.split('.') ?? []
  const total = windows.total ?? 0

  return (
    <>
      <ListFrame
        title={t`Webhook deliveries`}
        views={
          <>
            <Link to="/settings/receivers" className="btn btn-ghost">
              <Trans>Webhook endpoints</Trans>
            </Link>
            <KeptViews screen="deliveries" path="/deliveries" search={asked} />
          </>
        }
        actions={
          <>
            <CsvButton path="/app/deliveries/csv" filters={filtersOf(asked as DeliveriesSearch)} />
            {mayWrite && (
              <Button icon={RotateCw} onClick={() => setIsAsking(true)}>
                <Trans>Resend failed…</Trans>
              </Button>
            )}
          </>
        }
        filters={<DeliveryFilters search={search} onChange={change} />}
        total={windows.total}
        count={
          windows.total !== undefined && (
            <span className="tnum text-ink-3">
              {total >= 10_000 ? (
                <Trans>{i18n.number(10_000)}+ deliveries</Trans>
              ) : (
                <Plural value={total} one="# delivery" other="# deliveries" />
              )}
            </span>
          )
        }
        shown={shown}
        notice={
          <>
            <ReceiverBanner />
            <ResendBar selection={selection} />
          </>
        }
        table={
          <DataTable
            label={t`Webhook deliveries`}
            columns={shown.columns}
            windows={windows}
            keyOf={keyOf}
            nameOf={nameOf}
            {...(mayWrite && { selection })}
            cursor={cursor}
            openKey={peek}
            onPeek={(row) => openPeek(keyOf(row))}
            onOpen={(row) => openPeek(keyOf(row))}
            failure={windows.error ? failureOf(windows.error) : undefined}
            empty={<NoDeliveries isFiltered={Object.keys(filtersOf(search)).length > 0} onClear={clear} />}
          />
        }
        panel={
          eventId !== undefined &&
          subscriptionId !== undefined && (
            <DeliveryPanel eventId={eventId} subscriptionId={subscriptionId} onClose={closePeek} />
          )
        }
      />
      {isAsking && (
        <Suspense>
          <ResendFailedDialog isOpen onClose={() => setIsAsking(false)} />
        </Suspense>
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

function NoDeliveries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <NoRows
      icon={Send}
      title={t`No webhook deliveries yet`}
      text={t`Add a webhook endpoint to receive order, stop and trip events. Deliveries and responses appear here.`}
      isFiltered={isFiltered}
      onClear={onClear}
    >
      <div className="pt-4">
        <Link to="/settings/receivers" className="btn btn-brand">
          <Trans>Webhook endpoints</Trans>
        </Link>
      </div>
    </NoRows>
  )
}
