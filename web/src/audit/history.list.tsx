import type { AuditRecord } from '@cartage/contract/audit/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { type queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Loaded } from '../records/loaded.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { actionWords } from './action.words.ts'
import { useChangeWords } from './change-text.ts'

interface Changes {
  items: AuditRecord[]
}
type ChangesQuery = ReturnType<typeof queryOptions<Changes, Error, Changes, string[]>>

/** Asks who changed a record, and shows it. */
export function HistoryTab({ options }: { options: ChangesQuery }) {
  return <HistoryList query={useQuery(options)} />
}

/** Who changed a record, when, and from what to what. */
export function HistoryList({ query }: { query: UseQueryResult<{ items: AuditRecord[] }> }) {
  const { t } = useLingui()
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={History} title={t`No changes yet`} text={t`Who changed what, and when, appears here.`} />
        ) : (
          <ol className="max-w-[860px] px-4 py-2">
            {items.map((entry) => (
              <Entry key={entry.sequence} entry={entry} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Entry({ entry }: { entry: AuditRecord }) {
  const { t } = useLingui()
  const words = useChangeWords()
  const action = actionWords[entry.action]
  const changes = Object.entries(entry.changes).map(([name, { before, after }]) => {
    const [from, to] = words.change(before, after)
    return { name, from, to }
  })
  return (
    <li className="border-b border-line py-2">
      <p>
        <span className="font-medium">{entry.actor.name ?? words.actor(entry.actor.kind)}</span>{' '}
        <span className="text-ink-2">{action === undefined ? entry.action : t(action)}</span>{' '}
        <span className="pl-2 text-ink-3">
          <RelativeTime instant={entry.at} />
        </span>
      </p>
      {entry.action !== 'created' && (
        <dl className="pt-1 text-[12px] text-ink-2">
          {changes.map(({ name, from, to }) => (
            <div key={name} className="flex gap-2">
              <dt className="w-52 shrink-0 text-ink-3" title={name}>
                {words.member(name)}
              </dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                <Trans>
                  {from} → {to}
                </Trans>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
