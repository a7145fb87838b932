import type { MessageSummary } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { BulkBar, BulkButton } from '../lists/bulk-bar.tsx'
import { LogList } from '../lists/log-list.tsx'
import { usePermission } from '../session/permission.ts'
import { Mail, RotateCw } from '../ui/icons.tsx'
import { usePages } from '../ui/table/pages.ts'
import type { Selection } from '../ui/table/selection.ts'
import type { ListProps } from './address.ts'
import { useMessageColumns } from './list.columns.tsx'
import { MessageFilters } from './list.filters.tsx'
import { MessagePanel } from './message.panel.tsx'
import { loadMessages, messageFilters, replayMessages } from './queries.ts'

/** Sent and received messages, newest first. */
export function MessageList({ search, onChange, views }: ListProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('message.write')
  const filters = messageFilters(search)
  const windows = usePages<MessageSummary>(['messages', 'list', filters], loadMessages(search))
  const { q, direction, result, kind } = search
  return (
    <LogList
      name="messages"
      title={t`Messages`}
      search={{ q, direction, result, kind }}
      filters={filters}
      windows={windows}
      columns={useMessageColumns()}
      keyOf={keyOf}
      nameOf={nameOf}
      views={views}
      tools={<MessageFilters search={search} onChange={onChange} />}
      bulkBar={(selection) => <ReplayBar selection={selection} />}
      mayChoose={mayWrite}
      openKey={search.peek}
      onOpen={(peek) => onChange({ peek })}
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
      empty={{
        icon: Mail,
        title: t`No messages yet`,
        text: t`Everything received by webhook and sent to your endpoints appears here, with request and response.`,
      }}
      onClear={() => onChange({ q: undefined, direction: undefined, result: undefined, kind: undefined })}
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
    <BulkBar selection={selection} kinds={['inbox_item', 'message']}>
      {(bulk) => (
        <BulkButton bulk={bulk} icon={RotateCw} onClick={() => bulk.run(replayMessages)}>
          <Trans>Run again</Trans>
        </BulkButton>
      )}
    </BulkBar>
  )
}
