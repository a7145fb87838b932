import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../../lists/views-nav.tsx'
import type { TasksSearch } from '../address.ts'
import { taskBadges } from './labels.tsx'
import { taskCountsQuery } from './queries.ts'

const states = ['TODO', 'WAITING', 'FAILED', 'COMPLETED'] as const
type View = 'all' | 'attention' | 'leased' | (typeof states)[number]

/** Tasks by state, and tasks that need a person. */
export function TaskViews({
  search,
  onChange,
}: {
  search: TasksSearch
  onChange: (change: Partial<TasksSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(taskCountsQuery(search)).data
  const none = { status: undefined, attention: undefined, leased: undefined, waiting_for: undefined, peek: undefined }
  const changes: Readonly<Partial<Record<View, Partial<TasksSearch>>>> = {
    attention: { attention: true },
    leased: { leased: true },
  }
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        { value: 'attention', title: t`Needs attention`, count: counts?.attention },
        { value: 'TODO', title: t(taskBadges.TODO.word), count: counts?.by_status.TODO },
        { value: 'leased', title: t`Leased`, count: counts?.leased },
        { value: 'WAITING', title: t(taskBadges.WAITING.word), count: counts?.by_status.WAITING },
        { value: 'FAILED', title: t(taskBadges.FAILED.word), count: counts?.by_status.FAILED },
        { value: 'COMPLETED', title: t(taskBadges.COMPLETED.word), count: counts?.by_status.COMPLETED },
      ]}
      value={viewOf(search)}
      onChange={(view) => {
        const status = states.find((one) => one === view)
        onChange({ ...none, ...changes[view], ...(status && { status }) })
      }}
    />
  )
}

function viewOf({ status, leased, attention }: TasksSearch): View {
  if (leased) return 'leased'
  return states.find((one) => one === status) ?? (attention ? 'attention' : 'all')
}
