import { updateOrdersPartially } from '@cartage/contract/inbound/partial-order-update'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { plainRequest } from '../../http/plain-request.ts'
import { type Server, serve } from '../../http/serve.ts'
import { messageOf, receive } from '../../messages/receive.commands.ts'
import { receiveOrderUpdate } from './commands.ts'

/** Binds the webhook that changes parts of orders. */
export function serveOrderUpdates(server: Server): void {
  serve(server, updateOrdersPartially, (call) =>
    receive(server.ctx, messageOf(plainRequest(call), 'partial-order-update', keepMessageBody), receiveOrderUpdate),
  )
}
