import type { Permission } from '@cartage/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { sessionQuery } from '../../session/queries.ts'
import { ExpiringCompanies, ExpiringResources } from './expiry-cards.tsx'
import { FailedDeliveries, OpenItems, Standstills, StoppedEndpoints } from './integration-cards.tsx'
import { IndexGaps, TasksToSettle, Unbilled } from './money-card.tsx'
import { DeclinedTrips, LateTrips, OnHold, OutdatedTrips, WithoutProof, WithoutTrip } from './order-cards.tsx'

/** In the order in which a day is saved: what drives today, then what others wait for, then what can wait a little. */
const cards: readonly { Card: ComponentType; permission: Permission }[] = [
  { Card: WithoutTrip, permission: 'order.read' },
  { Card: LateTrips, permission: 'trip.read' },
  { Card: OnHold, permission: 'order.read' },
  { Card: DeclinedTrips, permission: 'trip.read' },
  { Card: OutdatedTrips, permission: 'trip.read' },
  { Card: Standstills, permission: 'session.use' },
  { Card: StoppedEndpoints, permission: 'delivery.read' },
  { Card: FailedDeliveries, permission: 'delivery.read' },
  { Card: OpenItems, permission: 'message.read' },
  { Card: WithoutProof, permission: 'order.read' },
  { Card: Unbilled, permission: 'charge.read' },
  { Card: TasksToSettle, permission: 'task.read' },
  { Card: IndexGaps, permission: 'rate.read' },
  { Card: ExpiringResources, permission: 'resource.read' },
  { Card: ExpiringCompanies, permission: 'company.read' },
]

/** What waits for this person, each kind in a card of its own; always in the same place, also when nothing waits. */
export function AttentionCards() {
  const permissions = useQuery(sessionQuery).data?.permissions ?? []
  return (
    <div className="grid gap-3 p-4 sm:grid-cols-2 xl:grid-cols-3">
      {cards
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ Card }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a person never change
          <Card key={at} />
        ))}
    </div>
  )
}
