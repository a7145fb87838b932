import { aimItem } from './inbound/inbox.rules.ts'
import { inboundReceivers } from './inbound/jobs.ts'
import type { Rerun } from './messages/replay.rules.ts'
import { takeOrderImport } from './orders/order-import.jobs.ts'
import { putInLine } from './orders/retry.jobs.ts'

/** How messages and uploads are run again, for the recorder and the inbox, which stand before those that apply them. */
export const rerun: Rerun = {
  receivers: inboundReceivers,
  aim: aimItem,
  uploads: {
    again: putInLine,
    // Webhook credentials act for the whole tenant.
    take: (ctx, message) => takeOrderImport(ctx, message, null),
  },
}
