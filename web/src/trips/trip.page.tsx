import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { HistoryList } from '../audit/history.list.tsx'
import { DispatchTab } from '../dispatch/dispatch.tab.tsx'
import { orderDocumentWords } from '../documents/order.words.ts'
import { DocumentsList } from '../documents/record.list.tsx'
import { EventsList } from '../events/record.list.tsx'
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
import { tripDocumentsQuery, tripEventsQuery, tripHistoryQuery, tripQuery } from './queries.ts'
import { OverviewTab } from './tabs/overview.tab.tsx'
import { RawTab } from './tabs/raw.tab.tsx'
import { CarrierTags, TripStatus } from './words.tsx'

// Loaded when it is opened.
const TripCostsTab = lazy(async () => ({ default: (await import('../charges/trip.tab.tsx')).TripCostsTab }))

const tripRoute = getRouteApi('/shell/trips/$tripId')

/** Everything about one trip. */
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
        {query.data && <CarrierTags dispatch={query.data.dispatch} />}
        <span className="truncate pl-1 text-ink-2">{query.data?.subcontractor?.name}</span>
      </PageHeader>
      <Loaded query={query}>{(record) => <TripTabs record={record} />}</Loaded>
    </>
  )
}

function TripTabs({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tripId } = tripRoute.useParams()
  const { tab = 'overview' } = tripRoute.useSearch()
  const maySeeDispatches = usePermission('dispatch.read')
  // Those who enter orders see charges and no costs; they may not approve either.
  const maySeeCosts = usePermission('charge.approve')
  const documents = useQuery({ ...tripDocumentsQuery(tripId), enabled: tab === 'documents' })
  const events = useQuery({ ...tripEventsQuery(tripId), enabled: tab === 'events' })
  const history = useQuery({ ...tripHistoryQuery(tripId), enabled: tab === 'history' })
  const tabs: { value: TripTab; title: string }[] = [
    { value: 'overview', title: t`Overview` },
    ...(maySeeDispatches ? [{ value: 'dispatch' as const, title: t`Dispatch` }] : []),
    { value: 'documents', title: t`Documents` },
    ...(maySeeCosts ? [{ value: 'costs' as const, title: t`Costs` }] : []),
    { value: 'events', title: t`Events` },
    { value: 'history', title: t`History` },
    { value: 'raw', title: t`API` },
  ]
  const choose = (value: string) =>
    void navigate({ to: '/trips/$tripId', params: { tripId }, search: { tab: value as TripTab }, replace: true })
  return (
    <Tabs tabs={tabs} value={tab} onChange={choose}>
      <TabPanel value="overview">
        <OverviewTab record={record} />
      </TabPanel>
      {maySeeDispatches && (
        <TabPanel value="dispatch">
          <DispatchTab record={record} />
        </TabPanel>
      )}
      <TabPanel value="documents">
        <DocumentsList
          query={documents}
          words={orderDocumentWords}
          empty={t`Files of the trip, its stops and orders appear here.`}
        />
      </TabPanel>
      {maySeeCosts && (
        <TabPanel value="costs">
          <TripCostsTab tripId={tripId} />
        </TabPanel>
      )}
      <TabPanel value="events">
        <EventsList query={events} />
      </TabPanel>
      <TabPanel value="history">
        <HistoryList query={history} />
      </TabPanel>
      <TabPanel value="raw">
        <RawTab tripId={tripId} />
      </TabPanel>
    </Tabs>
  )
}
