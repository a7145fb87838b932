import type { InboxItem } from '@cartage/contract/messages/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Inbox, Layers } from 'lucide-react'
import { failureOf } from '../api/failure.ts'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { usePages } from '../ui/table/pages.ts'
import { useCursor } from '../ui/table/row-keys.ts'
import { SearchField } from '../ui/table/search-field.tsx'
import { useSelection } from '../ui/table/selection.ts'
import type { ListProps, MessagesSearch } from './address.ts'
import { useInboxColumns } from './inbox.columns.tsx'
import { InboxPanel } from './inbox.panel.tsx'
import { InboxBar, RetryAll } from './inbox-bar.tsx'
import { inboxFilters, itemCountsQuery, loadInbox } from './queries.ts'
import { useItemKind } from './words.tsx'

/** What fitted nothing and waits for a person. */
export function InboxList({ search, onChange, views }: ListProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('message.write')
  const { status = 'OPEN', item: itemId, q, item_kind } = search
  const filters = inboxFilters(search)
  const windows = usePages<InboxItem>(['messages', 'inbox', filters], loadInbox(search))
  const shown = useShownColumns('inbox', useInboxColumns())
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const index = Array.from({ length: windows.total ?? 0 }).findIndex((_, at) => windows.rowAt(at)?.id === itemId)
  const item = index === -1 ? undefined : windows.rowAt(index)
  const peek = (row: InboxItem) => onChange({ item: row.id })
  return (
    <ListFrame
      title={t`Messages`}
      views={
        <>
          {views}
          <KeptViews
            screen="inbox"
            path="/messages"
            always="tab=inbox"
            search={{ q, status: search.status, item_kind }}
          />
        </>
      }
      actions={
        <>
          <CsvButton path="/app/inbox/csv" filters={filters} />
          <RetryAll />
        </>
      }
      filters={<InboxFilters search={search} onChange={onChange} />}
      total={undefined}
      shown={shown}
      notice={<InboxBar selection={selection} />}
      table={
        <DataTable
          label={t`Inbox`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          nameOf={(row) => `${row.kind} · ${row.reason}`}
          {...(mayWrite && status === 'OPEN' && { selection })}
          cursor={cursor}
          openKey={itemId}
          onPeek={peek}
          onOpen={peek}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              icon={Inbox}
              title={status === 'OPEN' ? t`Inbox empty` : t`No items`}
              text={t`Failed uploads, rejected messages and updates we could not match to an order, stop or resource appear here.`}
              isFiltered={q !== undefined || item_kind !== undefined}
              onClear={() => onChange({ q: undefined, item_kind: undefined })}
            />
          }
        />
      }
      panel={
        item && (
          <InboxPanel key={item.id} item={item} onClose={() => onChange({ item: undefined })} onChange={onChange} />
        )
      }
    />
  )
}

function keyOf(row: InboxItem): string {
  return row.id
}

function InboxFilters({ search, onChange }: Pick<ListProps, 'search' | 'onChange'>) {
  const { t } = useLingui()
  const kindWord = useItemKind()
  const counts = useQuery(itemCountsQuery(search)).data
  const states = { OPEN: t`Open`, RESOLVED: t`Resolved`, DISMISSED: t`Dismissed` }
  const kinds = Object.entries(counts?.by_kind ?? {}).sort((one, other) => other[1] - one[1])
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Order, container, trip or ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={Object.entries(states).map(([value, label]) => ({
          value,
          label,
          count: counts?.by_status[value] ?? 0,
        }))}
        chosen={[search.status ?? 'OPEN']}
        onChange={(chosen) => onChange({ status: chosen.at(-1) as MessagesSearch['status'], item: undefined })}
      />
      <FilterMenu
        title={t`Webhook`}
        icon={Layers}
        facets={kinds.map(([value, count]) => ({ value, label: kindWord(value), count }))}
        chosen={search.item_kind ? [search.item_kind] : []}
        onChange={(chosen) => onChange({ item_kind: chosen.at(-1) })}
      />
    </>
  )
}
