import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { HistoryTab } from '../audit/history.list.tsx'
import { Loaded } from '../records/loaded.tsx'
import { RawTab } from '../records/raw.tab.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Archive, ArchiveRestore, Merge } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RecordFrame, RecordNotice, type RecordTab, RecordTabs } from '../ui/page/record-frame.tsx'
import type { LocationTab } from './address.ts'
import { MergeDialog } from './merge.dialog.tsx'
import * as queries from './queries.ts'
import { PropertiesTab } from './tabs/properties.tab.tsx'
import { UsesTab } from './tabs/uses.tab.tsx'

const locationRoute = getRouteApi('/shell/locations/$locationId')

/** Everything about one place. */
export function LocationPage() {
  const { t } = useLingui()
  const { locationId } = locationRoute.useParams()
  const query = useQuery(queries.locationQuery(locationId))
  const location = query.data
  const name = location && nameOf(location)
  usePageTitle(name ?? t`Location`)
  return (
    <RecordFrame
      list={{ to: '/locations', title: t`Locations` }}
      name={name}
      copies={location?.code ? { text: location.code, label: t`Copy code` } : undefined}
      status={
        <span className="truncate text-ink-2">{[location?.city, location?.country].filter(Boolean).join(', ')}</span>
      }
      actions={location && <Actions location={location} />}
      notices={location && <Notices location={location} requestedId={locationId} />}
    >
      <Loaded query={query}>{(data) => <Parts location={data} />}</Loaded>
    </RecordFrame>
  )
}

function Notices({ location, requestedId }: { location: LocationRecord; requestedId: string }) {
  return (
    <>
      {location.id !== requestedId && (
        <RecordNotice>
          <Merge size={14} aria-hidden="true" />
          <Trans>The location you opened was merged into this one.</Trans>
        </RecordNotice>
      )}
      {location.is_archived && (
        <RecordNotice>
          <Archive size={14} aria-hidden="true" />
          <Trans>Archived. No longer suggested; orders with this address still use it.</Trans>
        </RecordNotice>
      )}
    </>
  )
}

function Parts({ location }: { location: LocationRecord }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { locationId } = locationRoute.useParams()
  const { tab = 'properties' } = locationRoute.useSearch()
  const isEditable = usePermission('location.write')
  const choose = (value: LocationTab) =>
    void navigate({ to: '/locations/$locationId', params: { locationId }, search: { tab: value }, replace: true })
  const tabs: RecordTab<LocationTab>[] = [
    { value: 'properties', title: t`Properties`, panel: <PropertiesTab location={location} isEditable={isEditable} /> },
    { value: 'uses', title: t`Used in`, panel: <UsesTab locationId={location.id} /> },
    {
      value: 'history',
      title: t`History`,
      panel: <HistoryTab options={queries.locationHistoryQuery(location.id)} />,
    },
    { value: 'raw', title: t`API`, panel: <RawTab value={location} /> },
  ]
  return <RecordTabs tabs={tabs} value={tab} onChange={choose} />
}

/** Display name of a location. */
export function nameOf(location: LocationRecord): string {
  return location.display_name ?? location.name ?? location.address ?? location.city ?? ''
}

function Actions({ location }: { location: LocationRecord }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const navigate = useNavigate()
  const mayWrite = usePermission('location.write')
  const change = queries.useLocationChange()
  const [isMerging, setIsMerging] = useState(false)
  if (!mayWrite) return null
  const name = nameOf(location)

  function archive(willArchive: boolean, isUndo = false) {
    change.mutate(() => queries.archiveLocation(location.id, willArchive), {
      onSuccess: () =>
        toasts.done(
          willArchive ? t`${name} archived` : t`${name} restored`,
          isUndo ? undefined : { word: t`Undo`, run: () => archive(!willArchive, true) },
        ),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <>
      <Button icon={Merge} onClick={() => setIsMerging(true)}>
        <Trans>Merge…</Trans>
      </Button>
      <Button icon={location.is_archived ? ArchiveRestore : Archive} onClick={() => archive(!location.is_archived)}>
        {location.is_archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
      </Button>
      {isMerging && (
        <MergeDialog
          location={location}
          onClose={() => setIsMerging(false)}
          onMerged={(into) => void navigate({ to: '/locations/$locationId', params: { locationId: into } })}
        />
      )}
    </>
  )
}
