import type { AuditRecord } from '@cartage/contract/audit/app'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { useCrossingText } from '../records/stops/crossing.labels.ts'
import { type IconComponent, TerminalSquare, UserRound } from '../ui/icons.tsx'
import { MemberChanges } from '../ui/member-changes.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { actionLabel } from './action.labels.ts'
import { useChangeLabels } from './change-text.ts'
import { Bot } from './icons.tsx'
import type { AuditFilter } from './queries.ts'

const actorIcons: Readonly<Record<string, IconComponent>> = { user: UserRound, operator: TerminalSquare }

interface EntryProps {
  record: AuditRecord
  /** 0 for the one entry in the tab order. */
  tabIndex: 0 | -1
  onFilter: (filter: AuditFilter) => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** One audit entry; clicking its actor or record filters the list. */
export function Entry({ record, onFilter, ...keys }: EntryProps) {
  const { t, i18n } = useLingui()
  const title = useId()
  const recordLabel = useLabels(recordLabels)
  const { actor } = record
  const Icon = actorIcons[actor.kind] ?? Bot
  const labels = useChangeLabels(useCrossingText())
  const isSignIn = record.action === 'logged_in' || record.action === 'login_failed'
  const isOwn = record.action === 'logged_in' && record.entity_id === actor.actor_id
  const changes = Object.entries(record.changes).flatMap(([name, { before, after }]) =>
    labels.changes(name, before, after).map((line) => ({
      ...line,
      title: isSignIn && name === 'address' ? t`IP address` : line.title,
      before: before === null ? null : line.before,
    })),
  )
  const word = actionLabel(record)
  const who = actor.name ?? actor.actor_id ?? labels.actor(actor.kind)
  return (
    <article
      {...keys}
      aria-labelledby={title}
      className="border-b border-line px-3 py-2.5 outline-offset-[-2px] first:rounded-t-lg last:rounded-b-lg last:border-b-0"
    >
      <div id={title} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Icon size={14} className="text-ink-3" aria-hidden="true" />
        {actor.actor_id === null ? (
          <span className="font-medium">{who}</span>
        ) : (
          <FilterLink
            label={t`Only changes by ${who}`}
            onSelect={() => onFilter({ actor: actor.actor_id ?? undefined })}
          >
            <span className="font-medium">{who}</span>
          </FilterLink>
        )}
        <span className="text-ink-2">{isOwn ? t`signed in` : word ? t(word) : record.action}</span>
        {!isOwn && (
          <FilterLink
            label={t`Only this record`}
            onSelect={() => onFilter({ type: record.entity_type, id: record.entity_id })}
          >
            <span>{recordLabel(record.entity_type)}</span>{' '}
            {record.entity_name === null ? (
              <code className="font-mono text-[11px] text-ink-3">{record.entity_id.slice(0, 12)}</code>
            ) : (
              <span className="font-medium">{record.entity_name}</span>
            )}
          </FilterLink>
        )}
        <span className="flex-1" />
        <span className="tnum text-[12px] text-ink-3">
          #{i18n.number(record.sequence)} · <RelativeTime instant={record.at} />
        </span>
      </div>
      <MemberChanges changes={changes} />
    </article>
  )
}

function FilterLink({ label, onSelect, children }: { label: string; onSelect: () => void; children: ReactNode }) {
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
