import { importTrip } from '@cartage/contract/inbound/trip-import'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { plainRequest } from '../../http/plain-request.ts'
import { type Server, serve } from '../../http/serve.ts'
import { messageOf, receive } from '../../messages/receive.commands.ts'
import { receiveTrip } from './commands.ts'

/** Binds the webhook for trips that an optimiser planned. */
export function serveTripImport(server: Server): void {
  serve(server, importTrip, (call) =>
    receive(server.ctx, messageOf(plainRequest(call), 'trip-import', keepMessageBody), receiveTrip),
  )
}
