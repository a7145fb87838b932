import type { Dispatch, DispatchDestination, DispatchRevision } from '@cartage/contract/dispatch/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import { type DirectedDelivery, deliveryOf } from '../deliveries/directed.views.ts'
import type { Json } from './payloads/difference.rules.ts'

const destinationText = (filter: string) => `
  select d.dispatch_destination_id, d.kind, d.name, d.subcontractor_id, d.location_id, d.account_code,
         (select c.name from company c
           where c.tenant_id = $1 and c.company_id = d.subcontractor_id) as subcontractor_name,
         (select coalesce(l.name, l.city) from location l
           where l.tenant_id = $1 and l.location_id = d.location_id) as location_name,
         d.subscription_id, s.channel, s.url, d.is_automatic, d.tracking_link, d.is_archived
    from dispatch_destination d
    left join lateral (
      select channel, url from subscription
       where tenant_id = $1 and subscription_id = d.subscription_id limit 1
    ) s on true
   where d.tenant_id = $1 ${filter} order by d.is_archived, d.created_at, d.dispatch_destination_id`

const selectDestinations = statement('dispatch.list_destinations', destinationText(''))
const selectDestination = statement(
  'dispatch.select_destination',
  destinationText('and d.dispatch_destination_id = $2'),
)

/** Every destination, archived ones last. */
export async function listDestinations(tx: Tx): Promise<DispatchDestination[]> {
  return await tx.query<DispatchDestination>(selectDestinations)
}

/** One destination as screens show it. */
export async function readDestination(tx: Tx, id: string): Promise<DispatchDestination | undefined> {
  return (await tx.query<DispatchDestination>(selectDestination, id))[0]
}

type DispatchHead = Omit<Dispatch, 'revisions' | 'pending'>
/** A dispatch without the comparison with the current data. */
export type ReadDispatch = Omit<Dispatch, 'pending'>

const headText = (filter: string) => `
  select d.dispatch_id, d.subject_type, d.subject_id, d.trip_id, d.dispatch_destination_id,
         p.name as destination_name, d.is_open, d.trouble, ${instant('d.differs_since')} as differs_since
    from dispatch d
    join dispatch_destination p on p.tenant_id = $1 and p.dispatch_destination_id = d.dispatch_destination_id
   where d.tenant_id = $1 ${filter} order by d.updated_at desc, d.dispatch_id`

const selectOfTrip = statement('dispatch.dispatches_of_trip', headText('and d.trip_id = $2'))
const selectOne = statement('dispatch.select_dispatch', headText('and d.dispatch_id = $2'))

interface RevisionRow {
  dispatch_id: string
  revision: number
  operation: DispatchRevision['operation']
  event_id: string
  made_at: string
  made_by: Record<string, unknown>
  difference: DispatchRevision['difference']
  payload: Record<string, Json>
}

const revisionColumns = `r.dispatch_id, r.revision, r.operation, r.event_id, ${instant('r.made_at')} as made_at,
  r.made_by, r.difference`

const selectRevisions = statement(
  'dispatch.list_revisions',
  `select ${revisionColumns} from dispatch_revision r
    where r.tenant_id = $1 and r.dispatch_id = any ($2::uuid[]) order by r.dispatch_id, r.revision desc`,
)
const selectRevision = statement(
  'dispatch.select_revision',
  `select ${revisionColumns}, r.payload from dispatch_revision r
    where r.tenant_id = $1 and r.dispatch_id = $2 and r.revision = $3`,
)

/** All dispatches of a trip and its bookings with their messages, by partner. */
export async function dispatchesOfTrip(tx: Tx, tripId: string): Promise<ReadDispatch[]> {
  return await withRevisions(tx, await tx.query<DispatchHead>(selectOfTrip, tripId))
}

/** One dispatch of a trip or booking, with its messages. */
export async function readDispatch(tx: Tx, dispatchId: string): Promise<ReadDispatch | undefined> {
  return (await withRevisions(tx, await tx.query<DispatchHead>(selectOne, dispatchId)))[0]
}

async function withRevisions(tx: Tx, heads: readonly DispatchHead[]): Promise<ReadDispatch[]> {
  if (heads.length === 0) return []
  const rows = await tx.query<RevisionRow>(
    selectRevisions,
    heads.map(({ dispatch_id }) => dispatch_id),
  )
  const deliveries = await deliveryOf(
    tx,
    rows.map(({ event_id }) => event_id),
  )
  const byEvent = new Map(deliveries.map((delivery) => [delivery.event_id, delivery]))
  const byDispatch = Map.groupBy(rows, ({ dispatch_id }) => dispatch_id)
  return heads.map((head) => ({
    ...head,
    revisions: (byDispatch.get(head.dispatch_id) ?? []).map((row) => revisionOutput(row, byEvent.get(row.event_id))),
  }))
}

/** One message with its content. */
export async function readRevision(
  tx: Tx,
  dispatchId: string,
  revision: number,
): Promise<(DispatchRevision & { payload: Record<string, Json> }) | undefined> {
  const [row] = await tx.query<RevisionRow>(selectRevision, dispatchId, revision)
  if (!row) return undefined
  const [delivery] = await deliveryOf(tx, [row.event_id])
  return { ...revisionOutput(row, delivery), payload: row.payload }
}

const states = { PENDING: 'PENDING', DELIVERED: 'SENT', FAILED: 'FAILED' } as const

/** The result of a message is known as long as deliveries are stored. */
function revisionOutput(row: RevisionRow, delivery: DirectedDelivery | undefined): DispatchRevision {
  const { revision, operation, event_id, made_at, made_by, difference } = row
  return {
    revision,
    operation,
    status: delivery ? states[delivery.state] : 'EXPIRED',
    reason: delivery?.reason ?? null,
    attempts: delivery?.attempts ?? 0,
    sent_at: delivery?.finished_at ?? null,
    event_id,
    made_at,
    made_by,
    difference,
  }
}
