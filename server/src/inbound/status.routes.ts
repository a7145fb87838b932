import { updateFleetStatus, updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { type Server, serve } from '../http/serve.ts'
import { messageOf, receive } from '../messages/receive.jobs.ts'
import { receiveFleetStatus, receiveSubcontractorStatus } from './status.jobs.ts'

/** Binds the webhooks that report on stops. */
export function serveStatusUpdates(server: Server): void {
  serve(server, updateSubcontractorStatus, (call) =>
    receive(server.ctx, messageOf(call, 'subco-status-update'), receiveSubcontractorStatus),
  )
  serve(server, updateFleetStatus, (call) =>
    receive(server.ctx, messageOf(call, 'fleet-status-update'), receiveFleetStatus),
  )
}
