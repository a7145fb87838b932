import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../records/loaded.tsx'
import { OrderStatus } from '../records/order.labels.tsx'
import { PunctualityPill } from '../records/punctuality.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { CarrierState } from './at-carrier.tsx'
import { Carriers } from './carriers.tsx'
import { TripFacts } from './facts.tsx'
import { TripStatus } from './labels.tsx'
import { tripQuery } from './queries.ts'
import { TripSteps } from './trip-steps.tsx'

/** Preview of a trip next to the list. */
export function TripPeek({ tripId, onClose, onOpen }: { tripId: string; onClose: () => void; onOpen: () => void }) {
  const { t } = useLingui()
  const query = useQuery(tripQuery(tripId))
  const trip = query.data?.trip
  return (
    <SidePanel
      label={t`Trip`}
      title={
        trip && (
          <>
            <span className="tnum">{trip.name}</span>
            <CopyButton text={trip.name} label={t`Copy number`} />
            <TripStatus status={trip.status} />
            <PunctualityPill verdict={query.data?.punctuality} />
            {query.data && <CarrierState record={query.data} />}
          </>
        )
      }
      actions={
        <IconButton icon={ExternalLink} label={t({ message: 'Open', context: 'verb' })} keys="enter" onClick={onOpen} />
      }
      onClose={onClose}
    >
      <Loaded query={query}>
        {(record) => (
          <>
            <Section>
              <TripFacts record={record} />
            </Section>
            {record.resources.length > 0 && (
              <Section title={t`Resources`}>
                <Carriers carriers={record.resources} />
              </Section>
            )}
            <Section title={t`Stops`}>
              <TripSteps record={record} />
            </Section>
            {record.orders.length > 0 && (
              <Section title={t`Orders`}>
                <ul>
                  {record.orders.map((order) => (
                    <li key={order.order_id} className="flex min-h-7 items-center gap-2">
                      <Link
                        to="/orders/$orderId"
                        params={{ orderId: order.order_id }}
                        className="tnum font-medium underline-offset-2 hover:underline"
                      >
                        {order.order_number}
                      </Link>
                      <span className="min-w-0 flex-1 truncate text-ink-2">{order.customer_name}</span>
                      <OrderStatus status={order.status} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}
