import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { keepMessageBody } from '../documents/message-body.commands.ts'
import { plainRequest } from '../http/plain-request.ts'
import { type Server, serve } from '../http/serve.ts'
import { messageOf, receive } from '../messages/receive.commands.ts'
import { trackingReceiver } from './tracking.commands.ts'

/** Binds the webhook for telematics (TRK-1). */
export function serveTracking(server: Server): void {
  const { ctx } = server
  serve(server, updateTracking, (call) =>
    receive(ctx, messageOf(plainRequest(call), 'tracking-update', keepMessageBody), trackingReceiver),
  )
}
