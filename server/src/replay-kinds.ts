import { receiveActAgain } from './doors/driver/act.commands.ts'
import { aimItem } from './inbound/inbox.rules.ts'
import { inboundReceivers } from './inbound/receivers.commands.ts'
import type { ReplayKinds } from './messages/replay.rules.ts'
import { applyOrderImport } from './orders/intake/webhook.commands.ts'
import { queueAgain } from './orders/uploads/retry.commands.ts'

/**
 * Replay functions for messages and uploads, used by the message log and the inbox, which come before the features that
 * apply them.
 */
export const replayKinds: ReplayKinds = {
  receivers: { ...inboundReceivers, 'driver-report': receiveActAgain },
  aim: aimItem,
  uploads: {
    again: queueAgain,
    // Webhook credentials act for the whole tenant.
    take: (ctx, message) => applyOrderImport(ctx, message, null),
  },
}
