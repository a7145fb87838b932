import type { RecentEvent } from '@cartage/contract/events/app'
import { stopFacts, worstPunctuality } from '@cartage/contract/orders/app/lateness'
import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { listEventsOf } from '../../deliveries/views.ts'
import { Problem } from '../../http/problem.ts'
import { editableParts } from '../changes.rules.ts'
import { stopTimesOfOrders } from '../stops/punctuality.views.ts'
import { stopsOfOrders } from '../stops/store.ts'
import { getOrderRow } from './row.views.ts'
import { readOrderStatus } from './views.ts'

const selectRelated = statement(
  'orders.select_record',
  `select o.order_number, o.status, o.is_blocked, o.block_reason, o.hold_reason_code, o.version,
          ${instant('o.updated_at')} as updated_at
     from transport_order o where o.tenant_id = $1 and o.order_id = $2`,
)

/**
 * An order for its page: the response of the interface and additional data.
 * @throws Problem not_found
 */
export async function readOrderRecord(tx: Tx, orderId: string, now: number): Promise<OrderRecord> {
  const [more, order, row, stops, times] = await Promise.all([
    tx.query<Omit<OrderRecord, 'order' | 'editable' | 'stop_facts' | 'punctuality'>>(selectRelated, orderId),
    readOrderStatus(tx, orderId, null),
    getOrderRow(tx, orderId, null),
    stopsOfOrders(tx, [orderId]),
    stopTimesOfOrders(tx, [orderId]),
  ])
  if (!more[0]) throw new Problem('not_found')
  const shown = { stop_facts: times.map((stop) => stopFacts(stop, now)), punctuality: worstPunctuality(times, now) }
  return { ...more[0], order, editable: editableParts(row.status, row.document, stops), ...shown } as OrderRecord
}

/** Most events and trail entries that a page shows. */
export const mostShown = 200

/**
 * Events of an order and its stops.
 * @throws Problem not_found
 */
export async function listEventsOfOrder(tx: Tx, orderId: string): Promise<RecentEvent[]> {
  const [stops] = await Promise.all([stopsOfOrders(tx, [orderId]), getOrderRow(tx, orderId, null)])
  const entities = stops.map(({ stop_id }) => ({ entity_type: 'stop', entity_id: stop_id }))
  return await listEventsOf(tx, [{ entity_type: 'order', entity_id: orderId }, ...entities], mostShown)
}
