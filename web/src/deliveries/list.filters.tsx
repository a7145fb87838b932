import { eventTypes } from '@cartage/contract/events/endpoints'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FilterBar, type FilterProps } from '../lists/filter-bar.tsx'
import { useLabels } from '../records/code-labels.ts'
import { deliveryLabels } from '../records/event.labels.ts'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { CircleDot, Clock, Radio, Webhook } from '../ui/icons.tsx'
import type { DeliveriesSearch } from './address.ts'
import { deliveryCountsQuery } from './queries.ts'
import { deliveryBadges } from './status.labels.tsx'

/** Search and filters of the list. */
export function DeliveryFilters({ search, onChange }: FilterProps<DeliveriesSearch>) {
  const { t } = useLingui()
  const eventLabel = useLabels(deliveryLabels)
  const counts = useQuery(deliveryCountsQuery(search)).data
  const endpoints = useQuery(subscriptionsQuery).data?.items ?? []
  return (
    <FilterBar
      search={search}
      onChange={onChange}
      placeholder={t`Order, container, trip or ID…`}
      filters={[
        {
          member: 'state',
          title: t`Status`,
          icon: CircleDot,
          facets: [
            ...Object.entries(deliveryBadges).map(([value, badge]) => ({
              value,
              label: t(badge.word),
              count: counts?.by_state[value],
            })),
            { value: 'UNSETTLED', label: t`Failed, needs attention`, count: counts?.by_state.UNSETTLED },
          ],
        },
        {
          member: 'receiver',
          title: t`Endpoint`,
          icon: Webhook,
          facets: endpoints.map(({ subscription_id, name }) => ({
            value: subscription_id,
            label: name,
            count: counts?.by_receiver[subscription_id] ?? 0,
          })),
        },
        {
          member: 'type',
          title: t`Event`,
          icon: Radio,
          facets: eventTypes.map((value) => ({ value, label: eventLabel(value), count: counts?.by_type[value] ?? 0 })),
        },
        {
          member: 'within',
          isSingle: true,
          title: t`Time`,
          icon: Clock,
          facets: [
            { value: '1h', label: t`Last hour` },
            { value: '24h', label: t`Last 24 hours` },
            { value: '7d', label: t`Last 7 days` },
            { value: '30d', label: t`Last 30 days` },
          ],
        },
      ]}
    />
  )
}
