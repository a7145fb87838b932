import type pg from 'pg'
import type { History, StoredEvent, StoredOrder, StoredUpload } from './checker.ts'

type Stored = Omit<History, 'sent' | 'received'>

/** Reads stored data, bypassing row security: `client` is the superuser of the scratch database. */
export async function readFacts(client: pg.Client): Promise<Stored> {
  const uploads = await client.query<StoredUpload>(
    `select tenant_id, upload_id, order_identifier, operation, lane_number::float8 as lane_number, coalesce(x.status, 'IN_PROGRESS') as status,
            body::jsonb ->> 'customer_reference_number' as mark
       from order_upload left join upload_outcome x using (tenant_id, upload_id)`,
  )
  const orders = await client.query<StoredOrder>(
    `select tenant_id, order_id, order_identifier, status, version, doc ->> 'customer_reference_number' as mark
       from transport_order`,
  )
  const events = await client.query<StoredEvent>(
    `select tenant_id, event_id, entity_id, sequence, type from event where entity_type = 'order'`,
  )
  return { uploads: uploads.rows, orders: orders.rows, events: events.rows, leftovers: await readLeftovers(client) }
}

/** Pending work. */
export async function readLeftovers(client: pg.Client): Promise<History['leftovers']> {
  const { rows } = await client.query<History['leftovers']>(
    `select (select count(*)::int from upload_pending) as pending_uploads,
            (select count(*)::int from delivery_pending) as leased_deliveries,
            (select count(*)::int from event_unsealed) as unsealed_events`,
  )
  return rows[0]!
}
