import { getOrderCharges, getTripCosts, listChargeTypes as listTypes } from '@cartage/contract/charges/app/read'
import { listTripCosts } from '@cartage/contract/trips/endpoints'
import { type Server, serve } from '../../http/serve.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { checkTripExists } from '../../trips/record/views.ts'
import { listOutwardCosts } from '../outward.views.ts'
import { listChargeTypes, readOrderCharges } from '../read.views.ts'
import { readTripCosts } from './views.ts'

/** Binds the charges of an order and the costs of a trip, as their pages show them. */
export function serveCosts(server: Server): void {
  serve(server, listTripCosts, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await checkTripExists(tx, params.trip_id)
      return await listOutwardCosts(tx, params.trip_id)
    }),
  )
  serve(server, listTypes, async ({ inTenant }) => ({ items: await inTenant(listChargeTypes) }))
  serve(server, getOrderCharges, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, null)
      return await readOrderCharges(tx, params.order_id)
    }),
  )
  serve(server, getTripCosts, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await checkTripExists(tx, params.trip_id)
      return await readTripCosts(tx, params.trip_id)
    }),
  )
}
