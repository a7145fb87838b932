import { decideCarrierOffer, decideOrderRequest } from '@cartage/contract/doors/app/requests'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { decideOffer, decideOrder } from './commands.ts'

/** Binds the office's decisions about requests of carriers and customers. */
export function serveRequests(server: Server): void {
  const { ctx } = server
  serve(server, decideCarrierOffer, async ({ caller, requestId, params, body }) => {
    const { trip_id: tripId, door_request_id } = params
    await decideOffer(ctx, { caller, by: byCaller(caller, requestId) }, { tripId, requestId: door_request_id }, body)
    return { state: body.decision }
  })
  serve(server, decideOrderRequest, async ({ caller, requestId, params, body }) => {
    const { order_id: orderId, door_request_id } = params
    await decideOrder(ctx, { caller, by: byCaller(caller, requestId) }, { orderId, requestId: door_request_id }, body)
    return { state: body.decision }
  })
}
