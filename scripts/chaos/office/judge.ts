import { createHash } from 'node:crypto'
import type { Violation } from '../checker.ts'
import type { Day, Look } from './day.ts'
import type { Haulier } from './haulier.ts'

/** Message accepted by the carrier, in the order of its 2xx responses. */
export interface CarrierMessage {
  readonly webhook_id: string
  readonly trip_id: string
  readonly revision: number
}

/** Parses a message as the carrier does. */
export function readMessage(text: string, headers: NodeJS.Dict<string | string[]>): CarrierMessage[] {
  const { revision, payload } = JSON.parse(text) as { revision: number; payload: { id: string } }
  return [{ webhook_id: String(headers['webhook-id']), trip_id: payload.id, revision }]
}

/** Rules of a day, by the name printed for violations. */
export const officeRules = {
  DAYS: 'Every day comes to its end.',
  PLANNED: 'Every uploaded order is there once, on one trip, and driven.',
  DISPATCHED:
    'The carrier has every message about a trip, numbered from 1, each under one id, and they are shown as sent.',
  FILED: 'Every proof is there once, byte for byte.',
  BILLED: 'Every order is billed once, and numbers have no gap.',
  POSTED: 'Every document is posted by one task.',
  BOOKS: 'The invariants of money hold (CHECK-1), and the audit trail is whole (AUDIT-3).',
  QUIET: 'Nothing is left to do, and nothing has failed out of sight.',
  NO_FAULT: 'No request is answered 500.',
} as const

const broken = (invariant: keyof typeof officeRules, what: string): Violation => ({ invariant, what })

/** Haulier with the simulated days. */
export interface Lived {
  readonly haulier: Haulier
  readonly days: readonly Day[]
  /** Why its last day was not completed. */
  readonly failure: Error | undefined
}

/** Checks a haulier's days against the responses it received. An empty list is a pass. */
export async function judgeDays(lived: Lived, look: Look, messages: readonly CarrierMessage[]): Promise<Violation[]> {
  const { haulier, days, failure } = lived
  const found: Violation[] = haulier.caller.faults.map((fault) => broken('NO_FAULT', fault))
  if (failure) found.push(broken('DAYS', failure.stack ?? failure.message))
  for (const day of days.filter(({ isOver }) => isOver)) {
    found.push(...(await planned(haulier, look, day)))
    found.push(...(await dispatched(haulier, look, day, messages)))
    found.push(...(await filed(haulier, look, day)))
    found.push(...(await billed(haulier, look, day)))
  }
  return [...found, ...(await numbered(haulier, look))]
}

interface OrderFacts {
  order_id: string
  status: string
  trips: string[]
}

async function planned({ facts }: Haulier, look: Look, day: Day): Promise<Violation[]> {
  const orders = await look<OrderFacts>(
    `select o.order_id, o.status,
            (select coalesce(array_agg(distinct s.trip_id::text), '{}') from trip_stop s join trip t using (tenant_id, trip_id)
              where s.tenant_id = $1 and s.order_id = o.order_id and t.status <> 'CANCELLED') as trips
       from transport_order o where o.tenant_id = $1 and o.order_identifier = any ($2)`,
    [facts.tenant.id, day.identifiers],
  )
  const isSame =
    orders
      .map(({ order_id }) => order_id)
      .toSorted()
      .join() === day.orderIds.toSorted().join()
  return [
    ...(isSame ? [] : [broken('PLANNED', `orders ${day.orderIds} are ${JSON.stringify(orders)}`)]),
    ...orders
      .filter(({ status, trips }) => status !== 'COMPLETED' || trips.join() !== day.tripId)
      .map((order) => broken('PLANNED', `order ${JSON.stringify(order)} is to be driven on ${day.tripId}`)),
  ]
}

async function dispatched({ facts }: Haulier, look: Look, { tripId }: Day, messages: readonly CarrierMessage[]) {
  const revisions = await look<{ revision: number; event_id: string; status: string | null }>(
    `select r.revision, r.event_id, x.status
       from dispatch d join dispatch_revision r using (tenant_id, dispatch_id)
       left join delivery x using (tenant_id, event_id)
      where d.tenant_id = $1 and d.trip_id = $2 order by r.revision`,
    [facts.tenant.id, tripId],
  )
  const arrived = messages.filter(({ trip_id }) => trip_id === tripId)
  const written = (one: { revision: number; event_id: string }) => `${one.revision} ${one.event_id}`
  const expected = revisions.map(written)
  const first = [...new Set(arrived.map(({ revision, webhook_id }) => written({ revision, event_id: webhook_id })))]
  const isNumbered = revisions.length > 0 && revisions.every(({ revision }, index) => revision === index + 1)
  const isShown = revisions.every(({ status }) => status === 'DELIVERED')
  const isTrue = isNumbered && isShown && first.join() === expected.join()
  return isTrue
    ? []
    : [broken('DISPATCHED', `trip ${tripId}: the carrier has ${first}, we say ${JSON.stringify(revisions)}`)]
}

async function filed({ caller, facts }: Haulier, look: Look, { proofs }: Day): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [orderId, sha256] of proofs) {
    const documents = await look<{ document_id: string }>(
      `select document_id from document where tenant_id = $1 and order_id = $2 and document_type = 'PROOF_OF_DELIVERY'`,
      [facts.tenant.id, orderId],
    )
    const [only] = documents
    if (documents.length !== 1) {
      found.push(broken('FILED', `order ${orderId} has ${documents.length} proofs`))
      continue
    }
    const bytes = await caller.readFile(`/v1/documents/document/${only!.document_id}/download`)
    const is = createHash('sha256').update(bytes).digest('hex')
    if (is !== sha256) found.push(broken('FILED', `the proof of order ${orderId} has other bytes`))
  }
  return found
}

interface BilledOrder {
  order_id: string
  documents: number
  posted: number
  done: number
  tasks: number
}

async function billed({ facts }: Haulier, look: Look, { orderIds }: Day): Promise<Violation[]> {
  const orders = await look<BilledOrder>(
    `select wanted.order_id, count(distinct i.invoice_id)::integer as documents,
            count(distinct i.invoice_id) filter (where i.posting = 'POSTED')::integer as posted,
            count(distinct k.task_id)::integer as tasks,
            count(distinct k.task_id) filter (where k.status = 'COMPLETED')::integer as done
       from unnest($2::uuid[]) as wanted (order_id)
       left join charge c on c.tenant_id = $1 and c.order_id = wanted.order_id
       left join invoice_line_charge l on l.tenant_id = $1 and l.charge_id = c.charge_id and l.is_live
       left join invoice_line n on n.tenant_id = $1 and n.invoice_line_id = l.invoice_line_id
       left join invoice i on i.tenant_id = $1 and i.invoice_id = n.invoice_id
       left join task k on k.tenant_id = $1 and k.invoice_id = i.invoice_id
      group by 1`,
    [facts.tenant.id, orderIds],
  )
  return orders.flatMap((order) => [
    ...(order.documents === 1 ? [] : [broken('BILLED', `order ${order.order_id} is on ${order.documents} documents`)]),
    ...(order.posted === 1 && order.tasks === 1 && order.done === 1 ? [] : [broken('POSTED', JSON.stringify(order))]),
  ])
}

async function numbered({ facts }: Haulier, look: Look): Promise<Violation[]> {
  const gaps = await look<{ number_scope: string }>(
    `select number_scope from invoice where tenant_id = $1 and number_counted is not null
      group by number_scope, number_period having min(number_counted) <> 1 or max(number_counted) <> count(*)`,
    [facts.tenant.id],
  )
  return gaps.map(({ number_scope }) => broken('BILLED', `numbers of ${number_scope} have a gap`))
}
