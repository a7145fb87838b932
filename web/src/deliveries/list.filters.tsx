import { eventTypes } from '@cartage/contract/events/endpoints'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Clock, Radio, Webhook } from 'lucide-react'
import { listOf } from '../lists/list-address.ts'
import { useWords } from '../records/code-words.ts'
import { eventWords } from '../records/event.words.ts'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { DeliveriesSearch, Period } from './address.ts'
import { deliveryCountsQuery } from './queries.ts'
import { deliveryLooks } from './status.words.tsx'

/** Search and filters of the list; each change stands in the address. */
export function DeliveryFilters({
  search,
  onChange,
}: {
  search: DeliveriesSearch
  onChange: (change: Partial<DeliveriesSearch>) => void
}) {
  const { t } = useLingui()
  const eventWord = useWords(eventWords)
  const counts = useQuery(deliveryCountsQuery(search)).data
  const receivers = useQuery(subscriptionsQuery).data?.items ?? []
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t`Order, container, trip or ID…`}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        title={t`Status`}
        icon={CircleDot}
        facets={[
          ...Object.entries(deliveryLooks).map(([value, look]) => ({
            value,
            label: t(look.word),
            count: counts?.by_state[value],
          })),
          { value: 'UNSETTLED', label: t`Failed, needs attention`, count: counts?.by_state.UNSETTLED },
        ]}
        chosen={listOf(search.state)}
        onChange={(chosen) => onChange({ state: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Endpoint`}
        icon={Webhook}
        facets={receivers.map((receiver) => ({
          value: receiver.subscription_id,
          label: receiver.name,
          count: counts?.by_receiver[receiver.subscription_id] ?? 0,
        }))}
        chosen={listOf(search.receiver)}
        onChange={(chosen) => onChange({ receiver: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Event`}
        icon={Radio}
        facets={eventTypes.map((value) => ({ value, label: eventWord(value), count: counts?.by_type[value] ?? 0 }))}
        chosen={listOf(search.type)}
        onChange={(chosen) => onChange({ type: chosen.join(',') || undefined })}
      />
      <FilterMenu
        title={t`Time`}
        icon={Clock}
        facets={[
          { value: '1h', label: t`Last hour` },
          { value: '24h', label: t`Last 24 hours` },
          { value: '7d', label: t`Last 7 days` },
          { value: '30d', label: t`Last 30 days` },
        ]}
        chosen={listOf(search.within)}
        onChange={(chosen) => onChange({ within: chosen.at(-1) as Period | undefined })}
      />
    </>
  )
}
