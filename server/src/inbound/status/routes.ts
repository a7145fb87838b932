import { updateFleetStatus, updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { keepMessageBody } from '../../documents/message-body.commands.ts'
import { plainRequest } from '../../http/plain-request.ts'
import { type Server, serve } from '../../http/serve.ts'
import { messageOf, receive } from '../../messages/receive.commands.ts'
import { receiveFleetStatus, receiveSubcontractorStatus } from './commands.ts'

/** Binds the webhooks for status updates of partners on stops (DISP-3). */
export function serveStatusUpdates(server: Server): void {
  serve(server, updateSubcontractorStatus, (call) =>
    receive(
      server.ctx,
      messageOf(plainRequest(call), 'subco-status-update', keepMessageBody),
      receiveSubcontractorStatus,
    ),
  )
  serve(server, updateFleetStatus, (call) =>
    receive(server.ctx, messageOf(plainRequest(call), 'fleet-status-update', keepMessageBody), receiveFleetStatus),
  )
}
