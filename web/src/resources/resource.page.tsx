import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { HistoryTab } from '../audit/history.list.tsx'
import { resourceDocumentLabels } from '../documents/resource.labels.ts'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { ResourceType } from '../records/resource.labels.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Archive } from '../ui/icons.tsx'
import { RecordFrame, RecordNotice, type RecordTab, RecordTabs } from '../ui/page/record-frame.tsx'
import { Expiry } from '../validities/expiry.tsx'
import { ResourceActions } from './actions.tsx'
import type { ResourceTab } from './address.ts'
import { resourceHistoryQuery, resourceQuery } from './queries.ts'
import { PropertiesTab } from './tabs/properties.tab.tsx'

const resourceRoute = getRouteApi('/shell/resources/$resourceId')

// Tabs not shown first are loaded on first use.
const RawTab = lazy(async () => ({ default: (await import('../records/raw.tab.tsx')).RawTab }))
const GroupsTab = lazy(async () => ({ default: (await import('./tabs/groups.tab.tsx')).GroupsTab }))
const ResourceValiditiesTab = lazy(async () => ({
  default: (await import('./tabs/validities.tab.tsx')).ResourceValiditiesTab,
}))
const UnavailabilitiesTab = lazy(async () => ({
  default: (await import('../unavailabilities/resource.tab.tsx')).UnavailabilitiesTab,
}))
const TripsTab = lazy(async () => ({ default: (await import('./tabs/trips.tab.tsx')).TripsTab }))
const HoursTab = lazy(async () => ({ default: (await import('./tabs/hours.tab.tsx')).HoursTab }))
const ResourceDocumentsTab = lazy(async () => ({
  default: (await import('./tabs/documents.tab.tsx')).ResourceDocumentsTab,
}))

/** Page of one resource. */
export function ResourcePage() {
  const { t } = useLingui()
  const { resourceId } = resourceRoute.useParams()
  const query = useQuery(resourceQuery(resourceId))
  const record = query.data
  const labelOf = useLabels(resourceDocumentLabels)
  const code = record?.resource.code
  usePageTitle(record === undefined ? t`Resource` : String(record.resource.name))
  return (
    <RecordFrame
      list={{ to: '/resources', title: t`Drivers and vehicles` }}
      name={record?.resource.name as string | undefined}
      copies={code ? { text: String(code), label: t`Copy code` } : undefined}
      status={
        record && (
          <>
            <ResourceType type={String(record.resource.type)} />
            {record.next_expiry && (
              <Expiry endsAt={record.next_expiry.ends_at} what={labelOf(record.next_expiry.type)} />
            )}
          </>
        )
      }
      actions={record && <ResourceActions record={record} />}
      notices={
        record?.is_archived && (
          <RecordNotice>
            <Archive size={14} aria-hidden="true" />
            <Trans>Archived. Read-only until restored.</Trans>
          </RecordNotice>
        )
      }
    >
      <Loaded query={query}>{(data) => <Parts record={data} />}</Loaded>
    </RecordFrame>
  )
}

function Parts({ record }: { record: ResourceRecord }) {
  const navigate = useNavigate()
  const { resourceId } = resourceRoute.useParams()
  const { tab = 'properties' } = resourceRoute.useSearch()
  const tabs = useParts(record, resourceId)
  const choose = (value: ResourceTab) =>
    void navigate({
      to: '/resources/$resourceId',
      params: { resourceId },
      search: { tab: value },
      replace: true,
    })
  return <RecordTabs tabs={tabs} value={tab} onChange={choose} />
}

function useParts(record: ResourceRecord, resourceId: string): RecordTab<ResourceTab>[] {
  const { t } = useLingui()
  const isLive = !record.is_archived
  const isEditable = usePermission('resource.write') && isLive
  // A driver's documents are as personal as the driver's data (DOC-10).
  const readsPersonal = usePermission('resource.personal')
  const readsDocuments = readsPersonal || record.resource.type !== 'DRIVER'
  const validities: RecordTab<ResourceTab> = {
    value: 'validities',
    title: t`Certificates`,
    panel: <ResourceValiditiesTab resourceId={resourceId} isEditable={isEditable} />,
  }
  const documents: RecordTab<ResourceTab> = {
    value: 'documents',
    title: t`Documents`,
    panel: <ResourceDocumentsTab resourceId={resourceId} type={String(record.resource.type)} isEditable={isEditable} />,
  }
  const hasHours = readsPersonal && isLive && record.resource.type === 'DRIVER'
  const hours: RecordTab<ResourceTab> = {
    value: 'hours',
    title: t({ message: 'Hours', context: 'of a driver' }),
    panel: <HoursTab resourceId={resourceId} />,
  }
  return [
    {
      value: 'properties',
      title: t`Properties`,
      panel: <PropertiesTab record={record} isEditable={isEditable} />,
    },
    { value: 'groups', title: t`Groups`, panel: <GroupsTab record={record} isEditable={isEditable} /> },
    ...(isLive ? [validities] : []),
    {
      value: 'unavailabilities',
      title: t`Unavailability`,
      panel: <UnavailabilitiesTab record={record} isEditable={isEditable} />,
    },
    {
      value: 'trips',
      title: t`Trips`,
      panel: (
        <TripsTab
          resourceId={resourceId}
          driver={record.resource.type === 'DRIVER' ? String(record.resource.name) : null}
        />
      ),
    },
    ...(hasHours ? [hours] : []),
    ...(readsDocuments ? [documents] : []),
    { value: 'history', title: t`History`, panel: <HistoryTab options={resourceHistoryQuery(resourceId)} /> },
    { value: 'raw', title: t`API`, panel: <RawTab value={record.resource} /> },
  ]
}
