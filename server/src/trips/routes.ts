import { getTrip, listTripDocuments } from '@cartage/contract/trips/endpoints'
import { type Server, serve } from '../http/serve.ts'
import { serveTripList } from './list/routes.ts'
import { serveMap } from './map/routes.ts'
import { serveTripRecord } from './record/routes.ts'
import { listDocumentsWithOrders, readTrip } from './record/views.ts'

/** Binds the endpoints of trips. */
export function serveTrips(server: Server): void {
  serveTripList(server)
  serveMap(server)
  serveTripRecord(server)
  serve(server, getTrip, async ({ params, inTenant }) => inTenant((tx) => readTrip(tx, params.trip_id)))
  serve(server, listTripDocuments, async ({ params, inTenant }) =>
    inTenant((tx) => listDocumentsWithOrders(tx, params.trip_id)),
  )
}
