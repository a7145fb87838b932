import type { carrierAnswerStates } from '@cartage/contract/dispatch/app/answers'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../../lists/views-nav.tsx'
import type { DispatchSearch } from '../address.ts'
import { standingBadges } from './labels.tsx'
import { boardCountsQuery } from './queries.ts'

const states = [
  'REFUSED',
  'FAILED',
  'NOT_SENT',
  'CHANGED',
  'SILENT',
  'ACCEPTED',
] as const satisfies readonly (typeof carrierAnswerStates)[number][]
type View = 'all' | (typeof states)[number]

/** Board views by state, with trip counts. */
export function BoardViews({
  search,
  onChange,
}: {
  search: DispatchSearch
  onChange: (change: Partial<DispatchSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(boardCountsQuery(search)).data
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All`, count: counts?.total },
        ...states.map((value) => ({
          value,
          title: t(standingBadges[value]!.word),
          count: counts && (counts.by_state[value] ?? 0),
        })),
      ]}
      value={states.find((one) => one === search.state) ?? 'all'}
      onChange={(view) => onChange({ state: view === 'all' ? undefined : view, peek: undefined })}
    />
  )
}
