import type { RateRecordKind } from '@cartage/contract/rates/app/records'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyPlus, MoreHorizontal, Trash2, Upload } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RecordFrame, type RecordTab, RecordTabs } from '../../ui/page/record-frame.tsx'
import { listPaths, type RecordTabName } from '../address.ts'
import { RecordState } from '../list.columns.tsx'
import { historyQuery, type RatePage, recordQuery, useRecordActions } from '../queries.ts'
import { kindLabels } from '../state.labels.ts'
import { VersionSelect } from '../versions/version-select.tsx'
import { VersionsList } from '../versions/versions.list.tsx'
import { draftToSave, type ShownTable, useShownTable } from './use-table.ts'

// Loaded on first use.
const HistoryTab = lazy(async () => ({ default: (await import('../../audit/history.list.tsx')).HistoryTab }))
const NewVersionDialog = lazy(async () => ({
  default: (await import('../versions/create.dialog.tsx')).NewVersionDialog,
}))
const DiscardDialog = lazy(async () => ({ default: (await import('../versions/discard.dialog.tsx')).DiscardDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('../versions/publish.dialog.tsx')).PublishDialog }))
const CellsTab = lazy(async () => ({ default: (await import('./cells.tab.tsx')).CellsTab }))

const tableRoute = getRouteApi('/shell/rates/tables/$recordId')

/** One tariff table or zone set with its cells and versions. */
export function RateTablePage() {
  const { recordId } = tableRoute.useParams()
  const query = useQuery(recordQuery(recordId))
  const { t } = useLingui()
  usePageTitle(query.data?.name ?? t`Tariff table`)
  if (query.data === undefined) {
    return (
      <RecordFrame list={{ to: '/rates/tables', title: t`Tariff tables` }} name={undefined}>
        <Loaded query={query}>{() => null}</Loaded>
      </RecordFrame>
    )
  }
  return <Table record={query.data} />
}

const cellsTitle = (kind: RateRecordKind, titles: { prices: string; zones: string }) =>
  kind === 'ZONE_SET' ? titles.zones : titles.prices

function Table({ record }: { record: RatePage }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tab = 'cells', version } = tableRoute.useSearch()
  const shown = useShownTable(record, version)
  const params = { recordId: record.rate_record_id }
  const to = '/rates/tables/$recordId'
  const show = (name: string | undefined) => void navigate({ to, params, search: { version: name }, replace: true })
  const choose = (value: RecordTabName) => void navigate({ to, params, search: { tab: value, version }, replace: true })
  const tabs: RecordTab<RecordTabName>[] = [
    {
      value: 'cells',
      title: cellsTitle(record.kind, { prices: t`Prices`, zones: t`Zones` }),
      panel: shown.draft && (
        <Suspense fallback={null}>
          <CellsTab key={shown.name} record={record} shown={shown} draft={shown.draft} />
        </Suspense>
      ),
    },
    {
      value: 'versions',
      title: t`Versions`,
      count: record.versions.length,
      panel: <VersionsList record={record} onShow={(one) => show(one.rate_version_id)} />,
    },
    {
      value: 'history',
      title: t`History`,
      panel: (
        <Suspense fallback={null}>
          <HistoryTab options={historyQuery(record.rate_record_id)} />
        </Suspense>
      ),
    },
  ]
  return (
    <RecordFrame
      list={{ to: listPaths[record.kind], title: t(kindLabels[record.kind].many) }}
      name={record.name}
      copies={{ text: record.code, label: t`Copy code` }}
      status={
        <span className="flex items-center gap-2">
          <RecordState record={record} />
          <VersionSelect record={record} value={shown.name} onChange={show} />
        </span>
      }
      actions={<Actions record={record} shown={shown} onDraft={() => show(undefined)} />}
    >
      <RecordTabs tabs={tabs} value={tab} onChange={choose} />
    </RecordFrame>
  )
}

function Actions({ record, shown, onDraft }: { record: RatePage; shown: ShownTable; onDraft: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('rate.write')
  const [asked, setAsked] = useState<'publish' | 'version' | 'discard'>()
  const { save } = useRecordActions(record.rate_record_id)
  const close = () => setAsked(undefined)
  const { draft } = shown
  if (!mayWrite || !draft) return null
  const hasDraft = record.draft !== null
  return (
    <>
      {hasDraft ? (
        <Button variant="brand" icon={Upload} onClick={() => setAsked('publish')}>
          <Trans>Publish…</Trans>
        </Button>
      ) : (
        record.versions.length > 0 && (
          <Button variant="brand" icon={CopyPlus} onClick={() => setAsked('version')}>
            <Trans>New version</Trans>
          </Button>
        )
      )}
      {hasDraft && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          <MenuItem icon={Trash2} isDangerous onSelect={() => setAsked('discard')}>
            <Trans>Discard draft…</Trans>
          </MenuItem>
        </Menu>
      )}
      {asked === 'publish' && (
        <LateDialog>
          <PublishDialog record={record} onClose={close} />
        </LateDialog>
      )}
      {asked === 'discard' && (
        <LateDialog>
          <DiscardDialog record={record} onClose={close} />
        </LateDialog>
      )}
      {asked === 'version' && (
        <LateDialog>
          <NewVersionDialog
            isBusy={save.isPending}
            onClose={close}
            onStart={(days) =>
              save.mutate(draftToSave(record.kind, { ...draft, ...days }), {
                onSuccess: () => {
                  close()
                  onDraft()
                },
                onError: (error) => toasts.failed(failureOf(error)),
              })
            }
          />
        </LateDialog>
      )}
    </>
  )
}
