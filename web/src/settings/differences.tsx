import type { ConfigurationDifference } from '@cartage/contract/tenants/app/configuration'
import { useLingui } from '@lingui/react/macro'
import { Archive, CircleHelp, Pencil, Plus, RotateCcw } from '../ui/icons.tsx'
import { MemberChanges } from '../ui/member-changes.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'
import { kindTitle } from './kind.labels.ts'

/** Changes that a file would make, entry by entry. */
export function Differences({ differences }: { differences: readonly ConfigurationDifference[] }) {
  const { t } = useLingui()
  const badges: Record<string, BadgeStyle> = {
    added: { word: t`Added`, tone: 'green', icon: Plus },
    changed: { word: t`Updated`, tone: 'blue', icon: Pencil },
    restored: { word: t`Restored`, tone: 'teal', icon: RotateCcw },
    archived: { word: t`Archived`, tone: 'amber', icon: Archive },
  }
  return (
    <ul className="rounded-lg border border-line">
      {differences.map((difference, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once and never changes
        <li key={at} className="border-b border-line px-3 py-2.5 last:border-b-0">
          <p className="flex items-center gap-2">
            <StatusBadge
              badge={badges[difference.action] ?? { word: difference.action, tone: 'grey', icon: CircleHelp }}
            />
            <span className="font-medium">{difference.name ?? t`General`}</span>
            <span className="text-ink-3">{kindTitle(t, difference.kind)}</span>
          </p>
          <MemberChanges changes={changesOf(difference)} />
        </li>
      ))}
    </ul>
  )
}

function changesOf({ before, after }: ConfigurationDifference) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({ name, before: before?.[name], after: after?.[name] }))
}
