import type { DispatchRevision } from '@cartage/contract/dispatch/app'
import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { replay } from '../deliveries/log/replay.commands.ts'
import { Problem } from '../http/problem.ts'
import { conflict } from './rules.ts'
import { readDispatch, readRevision } from './views.ts'

/**
 * Sends a message again, byte for byte and under the same id, so that the endpoint recognises it. A pending one is not
 * queued twice.
 * @throws Problem not_found; state_conflict for a message that a later one has replaced, or that is no longer stored
 */
export async function resend(
  ctx: Context,
  tenantId: string,
  by: By,
  dispatchId: string,
  revision: number,
): Promise<DispatchRevision> {
  const read = () => ctx.db.asTenant(tenantId, (tx) => readRevision(tx, dispatchId, revision))
  const found = await read()
  if (!found) throw new Problem('not_found')
  const dispatch = await ctx.db.asTenant(tenantId, (tx) => readDispatch(tx, dispatchId))
  const isOld = dispatch?.revisions.some((later) => later.revision > revision && later.status === 'SENT')
  // A receiver that ignores the number would mistake the old state for the new one.
  if (isOld) throw conflict('The partner has already accepted a later message. Resend the last one instead.')
  const count = await replay(ctx, tenantId, by, { kind: 'one', event_id: found.event_id })
  const { payload: _payload, ...shown } = (await read())!
  if (count > 0 || shown.status === 'PENDING') return shown
  throw conflict('This message is too old to resend, or its channel was removed. Dispatch the trip again.')
}
