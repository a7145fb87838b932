import { updateIntermodalStatus } from '@cartage/contract/inbound/intermodal-status'
import { updateLocationBooking } from '@cartage/contract/inbound/location-booking-update'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { plainRequest } from '../../http/plain-request.ts'
import { type Server, serve } from '../../http/serve.ts'
import { messageOf, receive } from '../../messages/receive.commands.ts'
import { receiveIntermodalStatus, receiveLocationBooking } from './commands.ts'

/** Binds the webhooks that report on bookings. */
export function serveBookingUpdates(server: Server): void {
  serve(server, updateLocationBooking, (call) =>
    receive(
      server.ctx,
      messageOf(plainRequest(call), 'location-booking-update', keepMessageBody),
      receiveLocationBooking,
    ),
  )
  serve(server, updateIntermodalStatus, (call) =>
    receive(server.ctx, messageOf(plainRequest(call), 'intermodal-status', keepMessageBody), receiveIntermodalStatus),
  )
}
