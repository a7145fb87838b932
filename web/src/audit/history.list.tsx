import type { AuditRecord } from '@cartage/contract/audit/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { type queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Loaded } from '../records/loaded.tsx'
import type { SpokenCrossing } from '../records/stops/crossing.labels.ts'
import { History } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { historyLabels } from './action.labels.ts'
import { useChangeLabels } from './change-text.ts'

interface Changes {
  items: AuditRecord[]
}
type ChangesQuery = ReturnType<typeof queryOptions<Changes, Error, Changes, string[]>>

/** Loads and shows the history of a record. */
export function HistoryTab({ options }: { options: ChangesQuery }) {
  return <HistoryList query={useQuery(options)} />
}

interface HistoryListProps {
  query: UseQueryResult<{ items: AuditRecord[] }>
  /** Formats a ferry or train, for trips. */
  crossingText?: (crossing: SpokenCrossing) => string
}

/** History of a record: who changed what and when. */
export function HistoryList({ query, crossingText }: HistoryListProps) {
  const { t } = useLingui()
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={History} title={t`No changes yet`} text={t`Who changed what, and when, appears here.`} />
        ) : (
          <ol className="max-w-[860px] px-4 py-2">
            {items.map((entry) => (
              <Entry key={entry.sequence} entry={entry} crossingText={crossingText} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

interface EntryProps {
  entry: AuditRecord
  crossingText: HistoryListProps['crossingText'] | undefined
}

function Entry({ entry, crossingText }: EntryProps) {
  const { t } = useLingui()
  const labels = useChangeLabels(crossingText)
  const action = historyLabels[entry.action]
  const who = entry.actor.name ?? labels.actor(entry.actor.kind)
  const changes = Object.entries(entry.changes).flatMap(([name, { before, after }]) =>
    labels.changes(name, before, after).map((line) => ({ ...line, member: name })),
  )
  return (
    <li className="border-b border-line py-2">
      <p>
        <span className="font-medium">{action === undefined ? `${entry.action} · ${who}` : t(action(who))}</span>{' '}
        <span className="pl-2 text-ink-3">
          <RelativeTime instant={entry.at} />
        </span>
      </p>
      {entry.action !== 'created' && (
        <dl className="pt-1 text-[12px] text-ink-2">
          {changes.map(({ name, member, title, before, after }) => (
            <div key={name} className="flex gap-2">
              <dt className="w-52 shrink-0 text-ink-3" title={member}>
                {title}
              </dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                <Trans>
                  {before} → {after}
                </Trans>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
