import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { PrintMenu } from '../papers/print-menu.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { RecordTitle } from '../records/record-title.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { TabPanel, Tabs } from '../ui/page/tabs.tsx'
import { TripActions } from './actions.tsx'
import type { TripTab } from './address.ts'
import { CarrierState } from './at-carrier.tsx'
import { TripStatus } from './labels.tsx'
import { tripQuery } from './queries.ts'
import { TripStrip } from './strip.tsx'
import { OverviewTab } from './tabs/overview.tab.tsx'

// Loaded on first use.
const DispatchTab = lazy(async () => ({ default: (await import('../dispatch/dispatch.tab.tsx')).DispatchTab }))
const BookingsTab = lazy(async () => ({ default: (await import('../dispatch/bookings/bookings.tab.tsx')).BookingsTab }))
const TripCostsTab = lazy(async () => ({ default: (await import('../charges/trip.tab.tsx')).TripCostsTab }))
const DeveloperTab = lazy(async () => ({ default: (await import('./tabs/developer.tab.tsx')).DeveloperTab }))
const DocumentsTab = lazy(async () => ({ default: (await import('./tabs/documents.tab.tsx')).DocumentsTab }))
const HistoryTab = lazy(async () => ({ default: (await import('./tabs/history.tab.tsx')).HistoryTab }))
const DriverTab = lazy(async () => ({ default: (await import('./tabs/driver.tab.tsx')).DriverTab }))

const tripRoute = getRouteApi('/shell/trips/$tripId')

/** Page of one trip. */
export function TripPage() {
  const { t } = useLingui()
  const { tripId } = tripRoute.useParams()
  const query = useQuery(tripQuery(tripId))
  const trip = query.data?.trip
  usePageTitle(trip === undefined ? t`Trip` : t`Trip ${trip.name}`)
  return (
    <>
      <PageHeader
        title={
          <RecordTitle to="/trips" list={t`Trips`}>
            <span className="tnum">{trip?.name}</span>
            {trip && <CopyButton text={trip.name} label={t`Copy number`} />}
          </RecordTitle>
        }
        actions={
          query.data && (
            <>
              <PrintMenu source={{ type: 'trip', id: tripId }} />
              <TripActions record={query.data} />
            </>
          )
        }
      >
        {trip && <TripStatus status={trip.status} />}
        <PunctualityPill verdict={query.data?.punctuality} />
        {query.data && <CarrierState record={query.data} />}
      </PageHeader>
      <Loaded query={query}>
        {(record) => (
          <>
            <TripStrip record={record} />
            <TripTabs record={record} />
          </>
        )}
      </Loaded>
    </>
  )
}

function TripTabs({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tripId } = tripRoute.useParams()
  const { tab = 'overview' } = tripRoute.useSearch()
  const maySeeDispatches = usePermission('dispatch.read')
  // Order entry staff see charges but no costs, and may not approve them.
  const maySeeCosts = usePermission('charge.approve')
  const tabs: { value: TripTab; title: string; isApart?: boolean }[] = [
    { value: 'overview', title: t`Overview` },
    ...(maySeeDispatches
      ? [
          { value: 'dispatch' as const, title: t`Dispatch` },
          { value: 'bookings' as const, title: t`Bookings` },
        ]
      : []),
    { value: 'driver', title: t`Driver reports` },
    { value: 'documents', title: t`Documents` },
    ...(maySeeCosts ? [{ value: 'costs' as const, title: t`Money` }] : []),
    { value: 'history', title: t`Activity` },
    { value: 'raw', title: t`Developer`, isApart: true },
  ]
  const choose = (value: string) =>
    void navigate({ to: '/trips/$tripId', params: { tripId }, search: { tab: value as TripTab }, replace: true })
  return (
    <Tabs tabs={tabs} value={tab} onChange={choose}>
      <TabPanel value="overview">
        <OverviewTab record={record} />
      </TabPanel>
      {maySeeDispatches && (
        <>
          <TabPanel value="dispatch">
            <DispatchTab record={record} />
          </TabPanel>
          <TabPanel value="bookings">
            <BookingsTab record={record} />
          </TabPanel>
        </>
      )}
      <TabPanel value="driver">
        <DriverTab record={record} />
      </TabPanel>
      <TabPanel value="documents">
        <DocumentsTab tripId={tripId} />
      </TabPanel>
      {maySeeCosts && (
        <TabPanel value="costs">
          <TripCostsTab tripId={tripId} />
        </TabPanel>
      )}
      <TabPanel value="history">
        <HistoryTab tripId={tripId} />
      </TabPanel>
      <TabPanel value="raw">
        <DeveloperTab record={record} />
      </TabPanel>
    </Tabs>
  )
}
