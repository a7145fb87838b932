import type { DayException } from '@cartage/contract/app/day'
import type { TemperatureExcursion } from '@cartage/contract/temperatures/app'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { temperatureException } from './day.rules.ts'

const selectWarm = statement(
  'shell.list_orders_of_excursions',
  `select o.order_id, o.order_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name
     from transport_order o where o.tenant_id = $1 and o.order_id = any ($2::uuid[])`,
)

/** One exception for each order and trip, regardless of the number of excursions. */
export async function temperatureExceptions(
  tx: Tx,
  found: readonly TemperatureExcursion[],
  carriers: ReadonlyMap<string, ListedTrip>,
  phones: ReadonlyMap<string, string>,
): Promise<DayException[]> {
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ order_id }) => order_id))]
  const rows = await tx.query<{ order_id: string; order_number: string; customer_name: string }>(selectWarm, ids)
  const byOrder = new Map(rows.map((order) => [order.order_id, order]))
  return [...Map.groupBy(found, ({ order_id, trip_id }) => `${order_id} ${trip_id}`).values()].flatMap((own) => {
    const [trip, order] = [carriers.get(own[0]!.trip_id), byOrder.get(own[0]!.order_id)]
    return trip && order ? [temperatureException(trip, order, own, phones)] : []
  })
}
