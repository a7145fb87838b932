import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { RatingRow } from '../record/ratings.store.ts'

/** Filter of replayed orders or trips. */
export interface ReplayFilter {
  readonly from: string
  readonly to: string
  /** Customers or carriers; empty: all. */
  readonly company_ids: readonly string[]
}

/** End position of a batch. */
export interface ReplayPlace {
  readonly day: string
  readonly id: string
}

/** A stored rating, with the display name of the order or trip. */
export interface KeptPrice
  extends Pick<RatingRow, 'subject_id' | 'result' | 'message' | 'currency' | 'total' | 'facts' | 'shares'> {
  readonly name: string
  readonly company_name: string | null
  readonly day: string
  readonly card: string | null
  /** The first trip that carries the order. */
  readonly trip_id: string | null
  readonly rating_group_id: string | null
}

// Without a card there is no rating day, so the day of the work is used.
const dayOfOrder = 'coalesce(r.rated_on, o.pickup_on)'
const dayOfTrip = 'coalesce(r.rated_on, (t.starts_at)::date)'

const fromOrders = `
     from rating r join transport_order o on o.tenant_id = $1 and o.order_id = r.subject_id
    where r.tenant_id = $1 and r.side = 'SALES' and r.subject_type = 'ORDER'
      and (r.rated_on between $2::date and $3::date
           or (r.rated_on is null and o.pickup_on between $2::date and $3::date))
      and (cardinality($4::uuid[]) = 0 or o.company_id = any($4::uuid[]))`
const fromTrips = `
     from rating r join trip t on t.tenant_id = $1 and t.trip_id = r.subject_id
    where r.tenant_id = $1 and r.side = 'COST' and r.subject_type = 'TRIP'
      and (r.rated_on between $2::date and $3::date
           or (r.rated_on is null and (t.starts_at)::date between $2::date and $3::date))
      and (cardinality($4::uuid[]) = 0 or t.subcontractor_id = any($4::uuid[]))`

const kept = (day: string) => `r.subject_id, r.result, r.message, r.currency, r.total::text as total, r.facts, r.shares,
          r.rating_group_id, ${day}::text as day,
          (select c.code from rate_version v join rate_record c on c.tenant_id = $1 and c.rate_record_id = v.rate_record_id
            where v.tenant_id = $1 and v.rate_version_id = r.rate_version_id) as card`

const selectOrders = statement(
  'charges.replay_orders',
  `select ${kept(dayOfOrder)}, o.order_number as name,
          (select k.name from company k where k.tenant_id = $1 and k.company_id = o.company_id) as company_name,
          (select s.trip_id from trip_stop s where s.tenant_id = $1 and s.order_id = o.order_id
            order by s.planned_start_at nulls last, s.trip_id limit 1) as trip_id
     ${fromOrders} and (${dayOfOrder}, r.subject_id) > ($5::date, $6::uuid)
    order by ${dayOfOrder}, r.subject_id limit $7`,
)
const selectTrips = statement(
  'charges.replay_trips',
  `select ${kept(dayOfTrip)}, t.name,
          (select k.name from company k where k.tenant_id = $1 and k.company_id = t.subcontractor_id) as company_name,
          null as trip_id
     ${fromTrips} and (${dayOfTrip}, r.subject_id) > ($5::date, $6::uuid)
    order by ${dayOfTrip}, r.subject_id limit $7`,
)

/** Counting stops here, one above the maximum of a replay. */
const mostCounted = 10_001
const countOrders = statement(
  'charges.count_replayed_orders',
  `select count(*)::integer as count from (select 1 ${fromOrders} limit ${mostCounted}) one`,
)
const countTrips = statement(
  'charges.count_replayed_trips',
  `select count(*)::integer as count from (select 1 ${fromTrips} limit ${mostCounted}) one`,
)

const noPlace: ReplayPlace = { day: '0001-01-01', id: '00000000-0000-0000-0000-000000000000' }

/** Stored prices of a period by day, after a position. */
export async function keptPrices(
  tx: Tx,
  side: 'SALES' | 'COST',
  { from, to, company_ids }: ReplayFilter,
  after: ReplayPlace | null,
  limit: number,
): Promise<KeptPrice[]> {
  const { day, id } = after ?? noPlace
  return await tx.query<KeptPrice>(side === 'SALES' ? selectOrders : selectTrips, from, to, company_ids, day, id, limit)
}

/** Number of stored prices in a period. */
export async function countKeptPrices(tx: Tx, side: 'SALES' | 'COST', filter: ReplayFilter): Promise<number> {
  const { from, to, company_ids } = filter
  const [row] = await tx.query<{ count: number }>(side === 'SALES' ? countOrders : countTrips, from, to, company_ids)
  return row!.count
}

const selectMates = statement(
  'charges.replay_mates',
  `select ${kept(dayOfOrder)}, o.order_number as name, null as company_name,
          (select s.trip_id from trip_stop s where s.tenant_id = $1 and s.order_id = o.order_id
            order by s.planned_start_at nulls last, s.trip_id limit 1) as trip_id
     from rating r join transport_order o on o.tenant_id = $1 and o.order_id = r.subject_id
    where r.tenant_id = $1 and r.side = 'SALES' and r.subject_type = 'ORDER'
      and r.rating_group_id = any($2::uuid[]) and r.subject_id <> all($3::uuid[])`,
)

/** Other orders of the batch's shipments, which are priced together with them. */
export async function matesOfPiece(tx: Tx, piece: readonly KeptPrice[]): Promise<KeptPrice[]> {
  const groups = [...new Set(piece.flatMap(({ rating_group_id }) => rating_group_id ?? []))]
  if (groups.length === 0) return []
  return await tx.query<KeptPrice>(
    selectMates,
    groups,
    piece.map(({ subject_id }) => subject_id),
  )
}
