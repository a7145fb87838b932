import { createPublicKey, verify } from 'node:crypto'
import { byOperator } from '../../audit/rules.ts'
import type { OutboundRequest } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import { type NewEvent, publishEvents } from '../../deliveries/publish.ts'
import type { Claimed } from '../../deliveries/sending/pending.store.ts'
import type { Attempt } from '../../deliveries/store.ts'
import { addSubscription, type SubscriptionWithSecret } from '../../deliveries/subscriptions/commands.ts'
import { type DeliveryView, listDeliveries } from '../../deliveries/views.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'

const timePasses = statement(
  'test.time_passes',
  `update delivery_pending set due_at = due_at - make_interval(secs => $2),
          first_attempt_at = first_attempt_at - make_interval(secs => $2),
          refused_since = refused_since - make_interval(secs => $2),
          lease_until = lease_until - make_interval(secs => $2)
    where tenant_id = $1`,
)
const receiversAge = statement(
  'test.receivers_age',
  `update subscription set probe_at = probe_at - make_interval(secs => $2),
          opened_at = opened_at - make_interval(secs => $2), quiet_until = quiet_until - make_interval(secs => $2)
    where tenant_id = $1`,
)

/** Moves pending deliveries into the past: the database's clock cannot be set. */
export async function passTime(tenant: TestTenant, seconds: number): Promise<void> {
  await tenant.asTenant((tx) => Promise.all([tx.query(timePasses, seconds), tx.query(receiversAge, seconds)]))
}

/** Events `first`, `first + 1` … of one order. */
export function eventsOf(entityId: string, count: number, first = 1): NewEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    event_id: crypto.randomUUID(),
    entity_type: 'order',
    entity_id: entityId,
    sequence: first + index,
    type: 'order.accepted',
    payload: JSON.stringify({ entity: entityId, sequence: first + index, text: 'é ✓' }),
  }))
}

/** Publishes events in a separate transaction. */
export async function publish(tenant: TestTenant, events: NewEvent[]): Promise<NewEvent[]> {
  await tenant.asTenant((tx) => publishEvents(tx, events))
  return events
}

/** A subscription of a test, with the received messages. */
export interface TestReceiver extends SubscriptionWithSecret {
  path: string
  requests(): OutboundRequest[]
}

/** Adds a receiver, identified by its path, because all tests of a file share the list of sent messages. */
export async function addReceiver(
  server: TestServer,
  tenant: TestTenant,
  event_types?: string[],
): Promise<TestReceiver> {
  const path = `/${crypto.randomUUID()}`
  const url = `https://receiver.example${path}`
  const added = await addSubscription(server.ctx, tenant.tenantId, byOperator, {
    url,
    ...(event_types && { event_types }),
  })
  return { ...added, path, requests: () => server.sent.filter((request) => request.url.endsWith(path)) }
}

/** Whether a request carries a `v1a` signature of this key, checked using only the text of the key. */
export function fitsPublicKey(
  publicKey: string,
  { headers, body }: Pick<OutboundRequest, 'headers' | 'body'>,
): boolean {
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  return headers['webhook-signature']!.split(' ')
    .filter((part) => part.startsWith('v1a,'))
    .some((part) => verify(null, content, key, Buffer.from(part.slice(4), 'base64')))
}

/** The deliveries of the tenant's events. */
export function deliveriesOf(tenant: TestTenant): Promise<DeliveryView[]> {
  return tenant.asTenant((tx) => listDeliveries(tx))
}

/** The exchange in which a receiver accepted a claimed row. */
export function acceptedAttempt({ event_id, subscription_id }: Pick<Claimed, 'event_id' | 'subscription_id'>): Attempt {
  return {
    event_id,
    subscription_id,
    duration_ms: 1,
    status: 200,
    address: null,
    failure: null,
    request_headers: '{}',
    response_headers: '{}',
    response_body: '',
  }
}
