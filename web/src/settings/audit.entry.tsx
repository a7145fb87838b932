import type { AuditRecord } from '@cartage/contract/app/audit'
import { useLingui } from '@lingui/react/macro'
import { Bot, type LucideIcon, TerminalSquare, UserRound } from 'lucide-react'
import { actionWords } from '../records/action-words.ts'
import { MemberChanges } from '../ui/member-changes.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { AuditFilter } from './audit.queries.ts'

const actorIcons: Readonly<Record<string, LucideIcon>> = { user: UserRound, operator: TerminalSquare }

/** One entry of the trail; its person and its record narrow the list. */
export function Entry({ record, onFilter }: { record: AuditRecord; onFilter: (filter: AuditFilter) => void }) {
  const { t, i18n } = useLingui()
  const { actor } = record
  const Icon = actorIcons[actor.kind] ?? Bot
  const changes = Object.entries(record.changes).map(([name, { before, after }]) => ({ name, before, after }))
  const word = actionWords[record.action]
  const who = actor.name ?? actor.actor_id ?? actor.kind
  return (
    <li className="border-b border-line px-3 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Icon size={14} className="text-ink-3" aria-hidden="true" />
        {actor.actor_id === null ? (
          <span className="font-medium">{who}</span>
        ) : (
          <FilterLink label={t`Only what ${who} did`} onSelect={() => onFilter({ actor: actor.actor_id ?? undefined })}>
            <span className="font-medium">{who}</span>
          </FilterLink>
        )}
        <span className="text-ink-2">{word ? t(word) : record.action}</span>
        <FilterLink
          label={t`Only this record`}
          onSelect={() => onFilter({ type: record.entity_type, id: record.entity_id })}
        >
          <span>{record.entity_type}</span>{' '}
          <code className="font-mono text-[11px] text-ink-3">{record.entity_id.slice(0, 12)}</code>
        </FilterLink>
        <span className="flex-1" />
        <span className="tnum text-[12px] text-ink-3">
          #{i18n.number(record.sequence)} · <RelativeTime instant={record.at} />
        </span>
      </div>
      <MemberChanges changes={changes} />
    </li>
  )
}

function FilterLink({ label, onSelect, children }: { label: string; onSelect: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      title={label}
      className="min-h-6 rounded px-0.5 underline-offset-2 hover:underline"
      onClick={onSelect}
    >
      {children}
    </button>
  )
}
