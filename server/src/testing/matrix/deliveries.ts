import { randomUUID } from 'node:crypto'
import { byOperator } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { replay } from '../../deliveries/log/replay.commands.ts'
import { addSubscription } from '../../deliveries/subscriptions/commands.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** A receiver of the victim, and an event sent to it. */
export interface VictimDelivery {
  subscriptionId: string
  eventId: string
}

const selectEvent = statement(
  'testing.event_of_victim',
  'select e.event_id from event e where e.tenant_id = $1 and e.entity_id = $2 order by e.sequence limit 1',
)

/** Sends an event of the victim's order to a receiver named `word`. */
export async function createVictimDelivery(
  server: TestServer,
  tenant: TestTenant,
  orderId: string,
  word: string,
): Promise<VictimDelivery> {
  const { ctx } = server
  const input = { url: 'https://partner.example/matrix', name: word }
  const { subscription_id } = await addSubscription(ctx, tenant.tenantId, byOperator, input)
  const [event] = await tenant.asTenant((tx) => tx.query<{ event_id: string }>(selectEvent, orderId))
  const { event_id } = event!
  await replay(ctx, tenant.tenantId, byOperator, { kind: 'one', event_id, subscription_id })
  await server.drain()
  return { subscriptionId: subscription_id, eventId: event_id }
}

const deliveryOf = ({ delivery }: Victim) => ({ event_id: delivery.eventId, subscription_id: delivery.subscriptionId })

/** Requests for deliveries, events, receivers and API usage. */
export const deliveryCases = {
  pathIds: {
    event_id: { of: (victim: Victim) => victim.delivery.eventId },
    subscription_id: { of: (victim: Victim) => victim.delivery.subscriptionId },
  },
  queryIds: {
    receiver: { of: (victim: Victim) => victim.delivery.subscriptionId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: ['state', 'level', 'type', 'until', 'category', 'hours', 'client'],
  bodies: {
    resendDeliveries: [(_: string, victim: Victim) => ({ deliveries: [deliveryOf(victim)] })],
    dismissDeliveries: [(_: string, victim: Victim) => ({ deliveries: [deliveryOf(victim)] })],
    resendFailed: [
      (_: string, { delivery }: Victim) => ({
        since: '2026-01-01T00:00:00Z',
        subscription_id: delivery.subscriptionId,
      }),
    ],
    addSubscription: [() => ({ url: 'https://partner.example/mine' })],
    changeSubscription: [() => ({ name: 'matrix' })],
    pauseSubscription: [() => ({ reason: 'matrix' })],
    rotateSubscription: [() => ({ overlap_hours: 1 })],
    pinHostKeys: [() => ({ host_keys: [`SHA256:${'A'.repeat(43)}`] })],
  },
}
