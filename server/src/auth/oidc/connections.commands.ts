import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { deleteSessionsByProvider } from '../sessions/store.ts'
import { deleteEndedIdentities, endIdentity } from './providers.store.ts'

/** Connection between a user and a provider. */
interface Connection {
  user_id: string
  provider_id: string
}

/**
 * Disconnects a user from a provider (SSO-12): its sessions end, and the same provider account is refused.
 * @throws Problem not_found if there is no connection
 */
export async function endConnection(
  ctx: Context,
  tenantId: string,
  by: By,
  { user_id, provider_id }: Connection,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const ended = await endIdentity(tx, user_id, provider_id)
    if (ended === undefined) throw new Problem('not_found')
    await deleteSessionsByProvider(tx, user_id, provider_id)
    const { label, subject } = ended
    const change = { ...about(user_id), before: { connected_with: label, subject }, after: null }
    await recordChanges(tx, by, [change])
  })
}

/**
 * Readmits provider accounts whose connection with a user was ended. They are matched by address again, as on first
 * sign-in.
 * @throws Problem not_found if none was ended
 */
export async function reopenConnection(
  ctx: Context,
  tenantId: string,
  by: By,
  { user_id, provider_id }: Connection,
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const allowed = await deleteEndedIdentities(tx, user_id, provider_id)
    if (allowed.length === 0) throw new Problem('not_found')
    const changes = allowed.map(({ label, subject }) => ({
      ...about(user_id),
      before: null,
      after: { allowed_again: label, subject },
    }))
    await recordChanges(tx, by, changes)
  })
}

function about(userId: string) {
  return { entity_type: 'user', entity_id: userId, action: 'updated' } as const
}
