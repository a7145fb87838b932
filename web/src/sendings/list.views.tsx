import { sendingStatuses } from '@cartage/contract/billing/app/sending'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../lists/views-nav.tsx'
import type { SendingsSearch } from './address.ts'
import { sendingBadges } from './labels.tsx'
import { sendingCountsQuery } from './queries.ts'

const attention = 'FAILED,UNKNOWN'
type View = 'all' | typeof attention | (typeof sendingStatuses)[number]

/** Views of the sendings by state, and of those that need a user. */
export function SendingViews({
  search,
  onChange,
}: {
  search: SendingsSearch
  onChange: (change: Partial<SendingsSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(sendingCountsQuery(search)).data?.by_status
  const views = ['all', attention, ...sendingStatuses] as const
  return (
    <ViewsNav<View>
      views={[
        { value: 'all', title: t`All` },
        {
          value: attention,
          title: t`Needs attention`,
          ...(counts && { count: (counts.FAILED ?? 0) + (counts.UNKNOWN ?? 0) }),
        },
        ...sendingStatuses.map((value) => ({ value, title: t(sendingBadges[value].word), count: counts?.[value] })),
      ]}
      value={views.find((one) => one === search.status) ?? 'all'}
      onChange={(view) => onChange({ status: view === 'all' ? undefined : view, peek: undefined })}
    />
  )
}
