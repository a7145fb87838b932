import type { InboxItem } from '@cartage/contract/messages/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, facetsByCount } from '../lists/filter-bar.tsx'
import { LogList } from '../lists/log-list.tsx'
import { usePermission } from '../session/permission.ts'
import { CircleDot, Inbox, Layers } from '../ui/icons.tsx'
import { usePages } from '../ui/table/pages.ts'
import type { ListProps } from './address.ts'
import { useInboxColumns } from './inbox.columns.tsx'
import { InboxPanel } from './inbox.panel.tsx'
import { InboxBar, RetryAll } from './inbox-bar.tsx'
import { useMessageKind } from './labels.tsx'
import { inboxFilters, itemCountsQuery, loadInbox } from './queries.ts'

/** Items that matched no record and need a person. */
export function InboxList({ search, onChange, views }: ListProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('message.write')
  const { status = 'OPEN', item: itemId, q, item_kind } = search
  const filters = inboxFilters(search)
  const windows = usePages<InboxItem>(['messages', 'inbox', filters], loadInbox(search))
  return (
    <LogList
      name="inbox"
      title={t`Messages`}
      label={t`Inbox`}
      path="/messages"
      always="tab=inbox"
      search={{ q, status: search.status, item_kind }}
      filters={filters}
      windows={windows}
      columns={useInboxColumns()}
      keyOf={keyOf}
      nameOf={(row) => `${row.kind} · ${row.reason}`}
      views={views}
      actions={<RetryAll />}
      tools={<InboxFilters search={search} onChange={onChange} />}
      bulkBar={(selection) => <InboxBar selection={selection} />}
      mayChoose={mayWrite && status === 'OPEN'}
      openKey={itemId}
      onOpen={(id) => onChange({ item: id })}
      panel={
        itemId && (
          <InboxPanel key={itemId} itemId={itemId} onClose={() => onChange({ item: undefined })} onChange={onChange} />
        )
      }
      empty={{
        icon: Inbox,
        title: status === 'OPEN' ? t`Inbox empty` : t`No items`,
        text: t`Failed uploads, rejected messages and updates we could not match to an order, stop or resource appear here.`,
      }}
      isFiltered={q !== undefined || item_kind !== undefined}
      onClear={() => onChange({ q: undefined, item_kind: undefined })}
    />
  )
}

function keyOf(row: InboxItem): string {
  return row.id
}

function InboxFilters({ search, onChange }: Pick<ListProps, 'search' | 'onChange'>) {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  const counts = useQuery(itemCountsQuery(search)).data
  const states = { OPEN: t({ message: 'Open', context: 'state' }), RESOLVED: t`Resolved`, DISMISSED: t`Dismissed` }
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Order, container, trip or ID…`}
      filters={[
        {
          member: 'status',
          isSingle: true,
          fallback: 'OPEN',
          clears: ['item'],
          title: t`Status`,
          icon: CircleDot,
          facets: Object.entries(states).map(([value, label]) => ({
            value,
            label,
            count: counts?.by_status[value] ?? 0,
          })),
        },
        {
          member: 'item_kind',
          isSingle: true,
          title: t`Type`,
          icon: Layers,
          facets: facetsByCount(counts?.by_kind, kindLabel),
        },
      ]}
    />
  )
}
