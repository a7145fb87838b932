import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from '../jobs/loop.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { retentionDaysOfKeys, retentionDaysOfPositions } from './log.rules.ts'
import { findExpiredPositions } from './retention.store.ts'
import { deleteKeys, deleteMessages } from './store.ts'

const batch = 1_000
const hourMs = 3_600_000

/** Hourly: removes messages with positions and idempotency keys after their retention; a purge removes the others. */
export function messageLoop(ctx: Context): Loop {
  return batchLoop(ctx, {
    name: 'messages',
    pollMs: hourMs,
    due: ['old_messages', retentionDaysOfKeys, retentionDaysOfPositions],
    work: purge,
  })
}

async function purge(tx: Tx): Promise<boolean> {
  const expired = await findExpiredPositions(tx, retentionDaysOfPositions, batch)
  await deleteMessages(tx, expired)
  const keys = await deleteKeys(tx, retentionDaysOfKeys, batch)
  return expired.length >= batch || keys >= batch
}
