import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instantInMs } from '../../db/texts.ts'
import type { ImportableStop, PartnerStop } from './rules.ts'

const lockIdentifier = statement(
  'inbound.lock_trip_identifier',
  `select pg_advisory_xact_lock(hashtextextended('inbound.trip_import ' || $1::uuid::text || ' ' || $2::text, 0))`,
)

/** Serialises imports of one trip until the transaction ends: two at once must not both create it. */
export async function lockTripIdentifier(tx: Tx, identifier: string): Promise<void> {
  await tx.query(lockIdentifier, identifier)
}

// The list of keys is applied to both tables: otherwise a plan made on empty tables scans one of them.
const selectStops = statement(
  'inbound.select_importable_stops',
  `select s.stop_id, s.order_id, s.role, s.consignment_id, s.location_id, s.activity, s.activity_label,
          s.reference_number, t.trip_id
     from order_stop s
     left join trip_stop t on t.tenant_id = $1 and t.stop_id = any($2::uuid[]) and t.stop_id = s.stop_id
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[])
    order by s.stop_id`,
)

/** Stops of orders with their trips; unknown ids are left out. */
export async function importableStops(tx: Tx, stopIds: readonly string[]): Promise<Map<string, ImportableStop>> {
  if (stopIds.length === 0) return new Map()
  const rows = await tx.query<ImportableStop>(selectStops, stopIds)
  return new Map(rows.map((row) => [row.stop_id, row]))
}

const selectPartners = statement(
  'inbound.select_partner_stops',
  `select s.stop_id, s.role, s.consignment_id, t.trip_id, ${instantInMs('t.planned_start_at')} as planned_start_at
     from order_stop s
     left join trip_stop t on t.tenant_id = $1 and t.order_id = any($2::uuid[]) and t.stop_id = s.stop_id
    where s.tenant_id = $1 and s.order_id = any($2::uuid[]) and s.role in ('PICKUP', 'DELIVERY')
      and s.status <> 'CANCELLED'
    order by s.order_id, s.sequence`,
)

/** Pickups and deliveries of these orders, on any trip. */
export async function partnerStops(tx: Tx, orderIds: readonly string[]): Promise<PartnerStop[]> {
  if (orderIds.length === 0) return []
  return await tx.query<PartnerStop>(selectPartners, orderIds)
}
