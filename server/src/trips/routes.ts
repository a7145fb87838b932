import { getTrip, listTripDocuments } from '@cartage/contract/trips/endpoints'
import { keepAnswers } from '../http/kept-answers.ts'
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
  const kept = keepAnswers(server, getTrip, 'TRIP')
  serve(server, getTrip, (call) =>
    kept(call, call.params.trip_id, async () => ({
      result: await call.inTenant((tx) => readTrip(tx, call.params.trip_id)),
      isMarked: true,
    })),
  )
  serve(server, listTripDocuments, async ({ params, inTenant }) =>
    inTenant((tx) => listDocumentsWithOrders(tx, params.trip_id)),
  )
}
