import type { OrderWithoutProof } from '@cartage/contract/messages/app/record'
import type { ListedOrder } from '@cartage/contract/orders/app/list'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PunctualityPill } from '../../records/punctuality.tsx'
import { carriersText } from '../../trips/carriers.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { pickupDays } from '../pickup-days.ts'
import { AttentionCard, lineClass, titleClass } from './card.tsx'
import {
  declinedTrips,
  lateTrips,
  ordersOnHold,
  ordersWithoutProof,
  ordersWithoutTrip,
  outdatedTrips,
} from './queries.ts'

/** Orders on hold that wait for a release. */
export function OnHold() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedOrder>
      title={
        <Link to="/orders" search={{ status: 'BLOCKED' }} className={titleClass}>
          {t`On hold`}
        </Link>
      }
      query={useQuery(ordersOnHold)}
      keyOf={({ order_id }) => order_id}
      none={t`No orders on hold.`}
      line={(order) => <OrderLine order={order} text={order.block_reason} side={order.customer.name} />}
    />
  )
}

/** Orders that have to be planned now. */
export function WithoutTrip() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedOrder>
      title={
        <Link to="/orders" search={{ status: 'TO_PLAN', ...pickupDays(new Date()) }} className={titleClass}>
          {t`Unplanned, due today or tomorrow`}
        </Link>
      }
      query={useQuery(ordersWithoutTrip)}
      keyOf={({ order_id }) => order_id}
      none={t`All orders for today and tomorrow are planned.`}
      line={(order) => (
        <OrderLine
          order={order}
          text={[order.from?.city, order.to?.city].filter(Boolean).join(' → ')}
          side={
            order.punctuality?.state === 'MISSED' ? (
              <PunctualityPill verdict={order.punctuality} />
            ) : (
              <OrderDay date={order.pickup_on} time={order.pickup_from} />
            )
          }
        />
      )}
    />
  )
}

/** Completed orders that cannot be charged for yet. */
export function WithoutProof() {
  const { t } = useLingui()
  return (
    <AttentionCard<OrderWithoutProof>
      title={
        <Link to="/documents" search={{ view: 'missing' }} className={titleClass}>
          {t`Proof of delivery missing`}
        </Link>
      }
      query={useQuery(ordersWithoutProof)}
      keyOf={({ order_id }) => order_id}
      none={t`All completed orders have a proof of delivery.`}
      line={(order) => (
        <OrderLine order={order} text={order.customer_name} side={<When instant={order.created_at} isDay />} />
      )}
    />
  )
}

/** Trips behind their plan. */
export function LateTrips() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedTrip>
      title={
        <Link to="/trips" search={{ late: true }} className={titleClass}>
          {t`Late trips`}
        </Link>
      }
      query={useQuery(lateTrips)}
      keyOf={({ trip_id }) => trip_id}
      none={t`No late trips.`}
      line={(trip) => <TripLine trip={trip} />}
    />
  )
}

/** Trips of which a carrier has an older version. */
export function OutdatedTrips() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedTrip>
      title={
        <Link to="/trips" search={{ outdated: true }} className={titleClass}>
          {t`Carrier has an older version`}
        </Link>
      }
      query={useQuery(outdatedTrips)}
      keyOf={({ trip_id }) => trip_id}
      none={t`All carriers have the current plan.`}
      line={(trip) => <TripLine trip={trip} />}
    />
  )
}

/** Trips that a carrier declined, or never got. */
export function DeclinedTrips() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedTrip>
      title={
        <Link to="/trips" search={{ refused: true }} className={titleClass}>
          {t`Declined by carrier`}
        </Link>
      }
      query={useQuery(declinedTrips)}
      keyOf={({ trip_id }) => trip_id}
      none={t`No declined trips.`}
      line={(trip) => <TripLine trip={trip} />}
    />
  )
}

function OrderLine({
  order,
  text,
  side,
}: {
  order: Pick<ListedOrder, 'order_id' | 'order_number'>
  text: ReactNode
  side: ReactNode
}) {
  return (
    <Link to="/orders/$orderId" params={{ orderId: order.order_id }} className={lineClass}>
      <span className="tnum shrink-0 font-medium">{order.order_number}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{text}</span>
      <span className="max-w-1/2 shrink-0 truncate text-ink-3">{side}</span>
    </Link>
  )
}

function TripLine({ trip }: { trip: ListedTrip }) {
  return (
    <Link to="/trips/$tripId" params={{ tripId: trip.trip_id }} className={lineClass}>
      <span className="tnum shrink-0 font-medium">{trip.name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">
        {trip.subcontractor?.name ?? carriersText(trip.resources)}
      </span>
      {trip.punctuality && trip.punctuality.state !== 'ON_TIME' ? (
        <PunctualityPill verdict={trip.punctuality} />
      ) : (
        <span className="shrink-0 text-ink-3">{trip.starts_at && <When instant={trip.starts_at} />}</span>
      )}
    </Link>
  )
}
