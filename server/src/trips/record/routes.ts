import * as contract from '@cartage/contract/trips/app/record'
import { byCaller } from '../../audit/rules.ts'
import { listTrail } from '../../audit/views.ts'
import { shownTo } from '../../auth/personal.rules.ts'
import { readableKinds } from '../../documents/access.rules.ts'
import { listShownById } from '../../documents/carried.views.ts'
import { type Server, serve } from '../../http/serve.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { reportStopByHand } from '../report.commands.ts'
import { listEventsOfTrip, listTripsOfOrder, mostShown, readTripRecord } from './page.views.ts'
import { checkTripExists, listDocumentsWithOrders, readTrip } from './views.ts'

/** Binds one trip for its page and panel, and the trips of one order. */
export function serveTripRecord(server: Server): void {
  const now = () => server.ctx.now().getTime()
  serve(server, contract.getTripRecord, async ({ caller, params, inTenant }) =>
    shownTo(caller, await inTenant((tx) => readTripRecord(tx, params.trip_id, now()))),
  )
  serve(server, contract.getRawTrip, async ({ caller, params, inTenant }) =>
    shownTo(caller, await inTenant((tx) => readTrip(tx, params.trip_id))),
  )
  serve(server, contract.listTripEvents, async ({ params, inTenant }) => ({
    items: await inTenant((tx) => listEventsOfTrip(tx, params.trip_id)),
  }))
  serve(server, contract.listTripHistory, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await checkTripExists(tx, params.trip_id)
      const entity = { type: 'trip', id: params.trip_id }
      return { items: await listTrail(tx, { entity }, { before: undefined, limit: mostShown }) }
    }),
  )
  serve(server, contract.listTripFiles, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      const documents = await listDocumentsWithOrders(tx, params.trip_id)
      return {
        items: await listShownById(
          tx,
          documents.map(({ id }) => id),
          readableKinds(caller.permissions),
        ),
      }
    }),
  )
  serve(server, contract.reportStop, async ({ caller, params, body, requestId }) =>
    reportStopByHand(server.ctx, caller.tenantId, byCaller(caller, requestId), params.stop_id, body),
  )
  serve(server, contract.listOrderTrips, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, null)
      return { items: shownTo(caller, await listTripsOfOrder(tx, params.order_id, now())) }
    }),
  )
}
