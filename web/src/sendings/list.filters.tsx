import { billingChannels } from '@cartage/contract/billing/app/channel'
import { sendingPurposes } from '@cartage/contract/billing/app/sending'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { FileText, Send } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import type { SendingsSearch } from './address.ts'
import { sendingChannelLabels, sendingPurposeLabels } from './labels.tsx'
import { sendingCountsQuery } from './queries.ts'

/** Search and filters of the sendings. */
export function SendingFilters({ search, onChange }: FilterProps<SendingsSearch>) {
  const { t } = useLingui()
  const channelOf = useLabels(sendingChannelLabels)
  const purposeOf = useLabels(sendingPurposeLabels)
  const counts = useQuery(sendingCountsQuery(search)).data
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Document number…`}
      filters={[
        {
          member: 'channel',
          title: t`Channel`,
          icon: Send,
          facets: billingChannels.map((value) => ({
            value,
            label: channelOf(value),
            count: counts?.by_channel[value] ?? 0,
          })),
        },
        {
          member: 'purpose',
          title: t`Content`,
          icon: FileText,
          facets: sendingPurposes.map((value) => ({
            value,
            label: purposeOf(value),
            count: counts?.by_purpose[value] ?? 0,
          })),
        },
      ]}
    >
      {search.company_id !== undefined && (
        <FilterChip title={t`One company`} onClear={() => onChange({ company_id: undefined })} />
      )}
    </FilterBar>
  )
}
