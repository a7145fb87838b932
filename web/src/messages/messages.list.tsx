import { replayMessages } from '@cartage/contract/messages/app/list'
import type { MessageSummary } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mail, RotateCw } from 'lucide-react'
import { call } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { BulkBar } from '../lists/bulk-bar.tsx'
import { CsvButton, KeptViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { usePages } from '../ui/table/pages.ts'
import { useCursor } from '../ui/table/row-keys.ts'
import { type Selection, useSelection } from '../ui/table/selection.ts'
import type { ListProps } from './address.ts'
import { useMessageColumns } from './list.columns.tsx'
import { MessageFilters } from './list.filters.tsx'
import { MessagePanel } from './message.panel.tsx'
import { loadMessages, messageFilters } from './queries.ts'

/** Messages of both directions, newest first. */
export function MessageList({ search, onChange, views }: ListProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('message.write')
  const filters = messageFilters(search)
  const windows = usePages<MessageSummary>(['messages', 'list', filters], loadMessages(search))
  const shown = useShownColumns('messages', useMessageColumns())
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const { q, direction, result, kind } = search
  const peek = (row: MessageSummary) => onChange({ peek: row.id })
  return (
    <ListFrame
      title={t`Messages`}
      views={
        <>
          {views}
          <KeptViews screen="messages" path="/messages" search={{ q, direction, result, kind }} />
        </>
      }
      actions={<CsvButton path="/app/messages/csv" filters={filters} />}
      filters={<MessageFilters search={search} onChange={onChange} />}
      total={undefined}
      shown={shown}
      notice={<ReplayBar selection={selection} />}
      table={
        <DataTable
          label={t`Messages`}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          nameOf={nameOf}
          {...(mayWrite && { selection })}
          cursor={cursor}
          openKey={search.peek}
          onPeek={peek}
          onOpen={peek}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              icon={Mail}
              title={t`No messages yet`}
              text={t`Everything received by webhook and sent to your endpoints appears here, with request and response.`}
              isFiltered={Object.keys(filters).length > 0}
              onClear={() => onChange({ q: undefined, direction: undefined, result: undefined, kind: undefined })}
            />
          }
        />
      }
      panel={
        search.peek !== undefined && (
          <MessagePanel
            key={search.peek}
            messageId={search.peek}
            onClose={() => onChange({ peek: undefined })}
            onChange={onChange}
          />
        )
      }
    />
  )
}

function keyOf(row: MessageSummary): string {
  return row.id
}

function nameOf(row: MessageSummary): string {
  return [row.kind, row.party, row.at].filter((part) => part !== null).join(' · ')
}

function ReplayBar({ selection }: { selection: Selection }) {
  return (
    <BulkBar selection={selection} concerned={['messages', 'counts', 'orders']}>
      {({ run, isBusy, isTooMuch }) => (
        <Button
          icon={RotateCw}
          disabled={isTooMuch}
          isBusy={isBusy}
          onClick={() => run((ids) => call(replayMessages, { body: { ids } }))}
        >
          <Trans>Run again</Trans>
        </Button>
      )}
    </BulkBar>
  )
}
