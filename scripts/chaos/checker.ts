import { optionalEventTypes } from '@cartage/contract/events/endpoints'

/** A caller's view of one upload. `answered_at` is null without a response. */
export interface SentUpload {
  tenant_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  /** Unique per upload; written into the order, so that it shows the last applied upload. */
  mark: string
  sent_at: number
  answered_at: number | null
  status: number | null
  upload_id: string | null
}

/** An upload as the server stored it. */
export interface StoredUpload {
  tenant_id: string
  upload_id: string
  order_identifier: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE'
  lane_number: number
  status: string
  mark: string
}

export interface StoredOrder {
  tenant_id: string
  order_id: string
  order_identifier: string
  status: string
  version: number
  mark: string
}

export interface StoredEvent {
  tenant_id: string
  event_id: string
  entity_id: string
  sequence: number
  type: string
}

/** One request accepted by the receiver, in the order of its 2xx responses. */
export interface ReceivedEvent {
  event_id: string
  entity_id: string
  sequence: number
}

export interface History {
  sent: readonly SentUpload[]
  uploads: readonly StoredUpload[]
  orders: readonly StoredOrder[]
  events: readonly StoredEvent[]
  received: readonly ReceivedEvent[]
  /** Rows that must not exist once everything is idle. */
  leftovers: { pending_uploads: number; leased_deliveries: number; unsealed_events: number }
}

/** Invariants of every run (OPS-3), by the name printed for violations. */
export const invariants = {
  I1: 'Every upload that was answered 200 is stored.',
  I2: 'Every stored upload ends.',
  I3: 'No upload is applied twice.',
  I4: 'Uploads of an order are applied in the order they were accepted.',
  I5: 'A cancelled order stays cancelled.',
  I6: 'Events of an entity are numbered without a gap, and no event is about an order that is not there.',
  I7: 'Every event arrives.',
  I8: 'Events of an entity arrive in their order.',
  I13: 'Nothing is left over once all is quiet.',
  I14: 'No request is answered 500.',
} as const

export interface Violation {
  /** One of `invariants`, or the id of a rule. */
  invariant: string
  what: string
}

/** Checks a finished run against the invariants (OPS-3). An empty list is a pass. */
export function checkHistory(history: History): Violation[] {
  return [
    ...acceptedAreStored(history),
    ...storedAreFinished(history),
    ...appliedOnceInOrder(history),
    ...queueFollowsRealTime(history),
    ...neverAliveAfterCancel(history),
    ...eventsWithoutGap(history),
    ...eventsDelivered(history),
    ...deliveredInOrder(history),
    ...quietAtTheEnd(history),
    ...noServerFault(history),
  ]
}

function acceptedAreStored({ sent, uploads }: History): Violation[] {
  const stored = new Set(uploads.map((upload) => upload.upload_id))
  return sent
    .filter((upload) => upload.upload_id !== null && !stored.has(upload.upload_id))
    .map((upload) => violation('I1', `upload ${upload.upload_id} was answered 200 but is not stored`))
}

const final = ['COMPLETED', 'ERROR', 'SKIPPED', 'DUPLICATE']

function storedAreFinished({ uploads }: History): Violation[] {
  return uploads
    .filter((upload) => !final.includes(upload.status))
    .map((upload) => violation('I2', `upload ${upload.upload_id} stayed ${upload.status}`))
}

/** Every effective upload raises the version by one, and the last one's mark is in the order. */
function appliedOnceInOrder({ uploads, orders }: History): Violation[] {
  const queues = groupBy(uploads, queueOf)
  return orders.flatMap((order) => {
    const queue = [...(queues.get(queueOf(order)) ?? [])].sort((a, b) => a.lane_number - b.lane_number)
    const applied = effective(queue)
    const found: Violation[] = []
    if (order.version !== applied.length) {
      found.push(
        violation(
          'I3',
          `order ${order.order_identifier} is at version ${order.version} after ${applied.length} uploads`,
        ),
      )
    }
    const last = applied.filter((upload) => upload.operation !== 'DELETE').at(-1)
    if (last && last.mark !== order.mark) {
      found.push(violation('I4', `order ${order.order_identifier} carries ${order.mark}, not ${last.mark}`))
    }
    return found
  })
}

/** Uploads of a queue that changed the order: completed ones, and only the first cancellation. */
function effective(queue: readonly StoredUpload[]): StoredUpload[] {
  let cancelled = false
  return queue.filter((upload) => {
    if (upload.status !== 'COMPLETED' || cancelled) return false
    cancelled = upload.operation === 'DELETE'
    return true
  })
}

/** A request sent after another one's response is behind it in the upload queue. */
function queueFollowsRealTime({ sent, uploads }: History): Violation[] {
  const numbers = new Map(uploads.map((upload) => [upload.upload_id, upload.lane_number]))
  const known = sent.filter((upload) => upload.upload_id !== null && upload.answered_at !== null)
  return [...groupBy(known, queueOf).values()].flatMap((queue) => {
    const ordered = [...queue].sort((a, b) => a.sent_at - b.sent_at)
    return ordered.flatMap((later) =>
      ordered
        .filter((earlier) => earlier.answered_at! < later.sent_at)
        .filter((earlier) => numbers.get(earlier.upload_id!)! >= numbers.get(later.upload_id!)!)
        .map((earlier) => violation('I4', `upload ${later.upload_id} overtook ${earlier.upload_id}`)),
    )
  })
}

function neverAliveAfterCancel({ uploads, orders }: History): Violation[] {
  const cancelled = new Set(
    uploads.filter((upload) => upload.operation === 'DELETE' && upload.status === 'COMPLETED').map(queueOf),
  )
  return orders
    .filter((order) => cancelled.has(queueOf(order)) && order.status !== 'CANCELLED')
    .map((order) => violation('I5', `order ${order.order_identifier} was cancelled but is ${order.status}`))
}

function eventsWithoutGap({ events, orders }: History): Violation[] {
  const perOrder = groupBy(events, (event) => event.entity_id)
  const gaps = [...perOrder].flatMap(([entity, list]) => {
    const sequences = list.map((event) => event.sequence).sort((a, b) => a - b)
    const whole = sequences.every((sequence, index) => sequence === index + 1)
    return whole ? [] : [violation('I6', `events of ${entity} are numbered ${sequences.join(', ')}`)]
  })
  const silent = orders
    .filter((order) => (perOrder.get(order.order_id)?.length ?? 0) !== (order.status === 'CANCELLED' ? 2 : 1))
    .map((order) =>
      violation(
        'I6',
        `order ${order.order_identifier} (${order.status}) has ${perOrder.get(order.order_id)?.length ?? 0} events`,
      ),
    )
  const known = new Set(orders.map((order) => order.order_id))
  const aboutNone = events
    .filter((event) => !known.has(event.entity_id))
    .map((event) => violation('I6', `event ${event.event_id} (${event.type}) is about an order that is not there`))
  return [...gaps, ...silent, ...aboutNone]
}

/** Every event for an endpoint has arrived. Endpoints without selected types receive all except opt-in types. */
export function eventsDelivered({ events, received }: Pick<History, 'events' | 'received'>): Violation[] {
  const arrived = new Set(received.map((event) => event.event_id))
  const apart = new Set<string>(optionalEventTypes)
  return events
    .filter((event) => !arrived.has(event.event_id) && !apart.has(event.type))
    .map((event) => violation('I7', `event ${event.event_id} (${event.type}) never arrived`))
}

/** First arrivals of an entity are in sequence; repeats may arrive at any time. */
export function deliveredInOrder({ received }: Pick<History, 'received'>): Violation[] {
  const seen = new Set<string>()
  const reached = new Map<string, number>()
  return received.flatMap((event) => {
    if (seen.has(event.event_id)) return []
    seen.add(event.event_id)
    const last = reached.get(event.entity_id) ?? 0
    reached.set(event.entity_id, event.sequence)
    return event.sequence > last
      ? []
      : [violation('I8', `event ${event.sequence} of ${event.entity_id} came after ${last}`)]
  })
}

function quietAtTheEnd({ leftovers }: History): Violation[] {
  return Object.entries(leftovers)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => violation('I13', `${count} ${name} when all should be quiet`))
}

function noServerFault({ sent }: History): Violation[] {
  return sent
    .filter((upload) => upload.status !== null && upload.status >= 500 && upload.status !== 503)
    .map((upload) => violation('I14', `an upload of ${upload.order_identifier} was answered ${upload.status}`))
}

function violation(invariant: keyof typeof invariants, what: string): Violation {
  return { invariant, what }
}

function queueOf(thing: { tenant_id: string; order_identifier: string }): string {
  return `${thing.tenant_id} ${thing.order_identifier}`
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
