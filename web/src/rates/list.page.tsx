import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'
import { plainText } from '@cartage/contract/reading/fold'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { type IconComponent, MapIcon, Plus, ReceiptText } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import { SearchField } from '../ui/table/search-field.tsx'
import { listPaths, recordPathOf } from './address.ts'
import { Grid3x3 } from './icons.tsx'
import { useRecordColumns } from './list.columns.tsx'
import { recordsQuery } from './queries.ts'
import { RatesNav } from './rates-nav.tsx'
import { kindLabels, stateOf } from './state.labels.ts'
import { windowsOf } from './windows.ts'

// Loaded on first use.
const NewRecordDialog = lazy(async () => ({ default: (await import('./create.dialog.tsx')).NewRecordDialog }))

const icons: Readonly<Record<RateRecordKind, IconComponent>> = {
  RATE_CARD: ReceiptText,
  TARIFF_TABLE: Grid3x3,
  ZONE_SET: MapIcon,
}

/** All rate cards. */
export function RateCardsPage() {
  return <RecordsPage kind="RATE_CARD" />
}

/** All tariff tables. */
export function TariffTablesPage() {
  return <RecordsPage kind="TARIFF_TABLE" />
}

/** All zone sets. */
export function ZoneSetsPage() {
  return <RecordsPage kind="ZONE_SET" />
}

function RecordsPage({ kind }: { kind: RateRecordKind }) {
  const { t } = useLingui()
  const labels = kindLabels[kind]
  usePageTitle(t(labels.many))
  const navigate = useNavigate()
  const mayWrite = usePermission('rate.write')
  const [isCreating, setIsCreating] = useState(false)
  const q = useLocation({ select: ({ search }) => (search as { q?: string }).q ?? '' })
  const query = useQuery(recordsQuery(kind))
  const rows = useMemo(() => query.data?.items.filter((one) => fits(one, q)), [query.data, q])
  const windows = windowsOf(query, rows)
  const shown = useShownColumns(`rates-${kind}`, useRecordColumns(kind))
  const cursor = useCursor()
  const path = listPaths[kind]
  const search = useCallback(
    (text: string) => void navigate({ to: path, search: { q: text || undefined }, replace: true }),
    [navigate, path],
  )
  const open = (row: RateRecord) => void navigate({ href: recordPathOf(row) })
  const create = useCallback(() => setIsCreating(true), [])
  const title = t(labels.create)
  const countLabels = useCountLabels()
  useCommands(
    useMemo(
      () => (mayWrite ? [{ id: 'new-rate', title, icon: Plus, keys: 'n', run: create }] : []),
      [mayWrite, title, create],
    ),
  )
  return (
    <>
      <ListFrame
        title={t`Rates`}
        views={<RatesNav here={path} />}
        actions={
          mayWrite && (
            <Button variant="brand" icon={Plus} keys="n" onClick={create}>
              {title}
            </Button>
          )
        }
        filters={<SearchField value={q} placeholder={t`Code or name…`} onChange={search} />}
        total={windows.total}
        countLabels={countLabels[kind]}
        shown={shown}
        table={
          <DataTable
            label={t(labels.many)}
            columns={shown.columns}
            windows={windows}
            keyOf={(one) => one.rate_record_id}
            nameOf={(one) => one.name}
            cursor={cursor}
            onPeek={open}
            onOpen={open}
            isFaded={(one) => stateOf(one) === 'RETIRED'}
            failure={windows.error ? failureOf(windows.error) : undefined}
            empty={
              <NoRows
                icon={icons[kind]}
                title={t(labels.none)}
                text={t(labels.use)}
                isFiltered={q !== ''}
                onClear={() => search('')}
              />
            }
          />
        }
        panel={null}
      />
      {isCreating && (
        <LateDialog>
          <NewRecordDialog kind={kind} onClose={() => setIsCreating(false)} onCreated={open} />
        </LateDialog>
      )}
    </>
  )
}

function useCountLabels(): Readonly<Record<RateRecordKind, (total: number) => string>> {
  const { t } = useLingui()
  return {
    RATE_CARD: (total) => t`${plural(total, { one: '# rate card', other: '# rate cards' })}`,
    TARIFF_TABLE: (total) => t`${plural(total, { one: '# tariff table', other: '# tariff tables' })}`,
    ZONE_SET: (total) => t`${plural(total, { one: '# zone set', other: '# zone sets' })}`,
  }
}

function fits({ code, name }: RateRecord, text: string): boolean {
  return plainText(`${code} ${name}`).includes(plainText(text))
}
