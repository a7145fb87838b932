import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Shapes, UserRound, X } from 'lucide-react'
import { useWords } from '../records/code-words.ts'
import { Button } from '../ui/button.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { actionWords } from './action.words.ts'
import { type AuditFilter, auditCountsQuery } from './queries.ts'
import { recordWords } from './record.words.ts'

/** Search and filters of the trail; each change stands in the address. */
export function AuditFilters({ search, onChange }: { search: AuditFilter; onChange: (change: AuditFilter) => void }) {
  const { t } = useLingui()
  const recordWord = useWords(recordWords)
  const counts = useQuery(auditCountsQuery(search)).data
  const { type, id, actor, action } = search
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Record or request ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Person`}
        icon={UserRound}
        facets={(counts?.actors ?? []).map((one) => ({
          value: one.actor_id,
          label: one.name ?? one.actor_id,
          count: one.count,
        }))}
        chosen={actor ? [actor] : []}
        onChange={(chosen) => onChange({ actor: chosen.at(-1) })}
      />
      <FilterMenu
        title={t`Edit`}
        icon={CircleDot}
        facets={byCount(counts?.by_action).map(([value, count]) => {
          const word = actionWords[value]
          return { value, label: word ? t(word) : value, count }
        })}
        chosen={action ? [action] : []}
        onChange={(chosen) => onChange({ action: chosen.at(-1) })}
      />
      <FilterMenu
        title={t`Record`}
        icon={Shapes}
        facets={byCount(counts?.by_entity_type).map(([value, count]) => ({
          value,
          label: recordWord(value),
          count,
        }))}
        chosen={type ? [type] : []}
        onChange={(chosen) => onChange({ type: chosen.at(-1), id: undefined })}
      />
      {id !== undefined && (
        <Button variant="ghost" icon={X} onClick={() => onChange({ id: undefined })}>
          {t`Only ${id.slice(0, 8)}`}
        </Button>
      )}
    </>
  )
}

function byCount(counts: Readonly<Record<string, number>> = {}): [string, number][] {
  return Object.entries(counts).sort((one, other) => other[1] - one[1])
}
