import type { TrackedOrder, TrackedStop } from '@cartage/contract/doors/app/tracking'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { Problem } from '../../http/problem.ts'
import { hasEstimatedEta } from '../../orders/stops/punctuality.views.ts'
import { readPosition } from './position.views.ts'
import { promiseOf, roughly, trackedState, trackedStopState } from './rules.ts'

interface OrderRow {
  sender: string
  order_number: string
  reference: string | null
  status: string
}

const find = statement(
  'doors.find_tracked_order',
  `select t.name as sender, o.order_number, o.customer_reference_number as reference, o.status
     from transport_order o join tenant t on t.tenant_id = o.tenant_id
    where o.tenant_id = $1 and o.order_id = $2`,
)

type StopRow = Omit<TrackedStop, 'state' | 'punctuality' | 'late_minutes'> & { status: string }

// LINK-4: only these columns, and places only roughly. A name or street may identify a person; the driver is one.
const selectStops = statement(
  'doors.select_tracked_stops',
  `select s.role, l.city as town, l.country, l.latitude, l.longitude, coalesce(l.time_zone, n.time_zone) as time_zone,
          to_char(s.requested_date, 'YYYY-MM-DD') as requested_date, coalesce(t.status, s.status) as status,
          to_char(s.window_start, 'HH24:MI') as requested_from, to_char(s.window_end, 'HH24:MI') as requested_to,
          ${instant('t.planned_start_at')} as planned_at, ${instant('t.eta_start_at')} as expected_at,
          ${hasEstimatedEta('t')} as eta_is_estimated,
          ${instant('t.actual_start_at')} as arrived_at, ${instant('t.actual_end_at')} as left_at
     from order_stop s
     join tenant n on n.tenant_id = s.tenant_id
     join location l on l.tenant_id = $1 and l.location_id = s.location_id
     left join trip_stop t on t.tenant_id = $1 and t.stop_id = s.stop_id
    where s.tenant_id = $1 and s.order_id = $2
    order by s.sequence, s.stop_id`,
)

/**
 * Data of an order for its tracking page.
 * @param now milliseconds since 1970
 * @throws Problem not_found
 */
export async function readTrackedOrder(
  tx: Tx,
  orderId: string,
  now: number,
): Promise<Omit<TrackedOrder, 'language' | 'expires_at'>> {
  const [[order], stops, position] = await Promise.all([
    tx.query<OrderRow>(find, orderId),
    tx.query<StopRow>(selectStops, orderId),
    readPosition(tx, orderId, now),
  ])
  if (!order) throw new Problem('not_found')
  const { status, ...shown } = order
  return {
    ...shown,
    state: trackedState(status),
    position,
    stops: stops.map(({ status: ofStop, latitude, longitude, ...stop }) => {
      const state = trackedStopState(ofStop)
      return {
        ...stop,
        latitude: latitude && roughly(latitude),
        longitude: longitude && roughly(longitude),
        state,
        ...promiseOf({ ...stop, state }, now),
      }
    }),
  }
}
