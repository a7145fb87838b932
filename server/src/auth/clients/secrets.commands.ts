import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'
import { rotationRunning } from './credentials.rules.ts'
import { clientSecrets, type Secrets, webhookSecrets } from './secrets.store.ts'

/** Id and secret, shown once to the person who requested them. */
export interface ShownSecret {
  client_id: string
  client_secret: string
}

/** Default overlap of an old secret with its successor, in seconds. */
export const defaultOverlapSeconds = 86_400

/** A new random id such as `ctg_…`, of characters that never need escaping. */
export function newClientId(ctx: Context, prefix: string): string {
  return `${prefix}_${ctx.randomBytes(15).toString('base64url')}`
}

/** 32 random bytes as text (SECRET-1). */
export function newSecret(ctx: Context): string {
  return ctx.randomBytes(32).toString('base64url')
}

/** Rehashes a secret that was just presented, under the newest pepper (SECRET-4). */
export async function renewDigest(
  ctx: Context,
  { kind, tenantId, id }: Pick<Caller, 'kind' | 'tenantId' | 'id'>,
  { secret, digest }: { secret: string; digest: Buffer },
): Promise<void> {
  const secrets = kind === 'client' ? clientSecrets : webhookSecrets
  await ctx.db.asWorker(tenantId, async (tx) => {
    await secrets.replace(tx, id, { old: digest, new: ctx.vault.digest(secret) })
    await secrets.renew(tx, id)
  })
}

/** Credentials to rotate: their audit entity and the store of their secrets. */
export interface Rotation {
  about: { entity_type: string; entity_id: string }
  secrets: Secrets
  overlapSeconds: number
}

/**
 * Gives credentials a second secret; the first ends after `overlapSeconds`.
 * @throws Problem not_found; validation_failed while two secrets are live
 */
export async function rotateSecret(
  ctx: Context,
  tenantId: string,
  by: By,
  { about, secrets, overlapSeconds }: Rotation,
): Promise<ShownSecret> {
  const secret = newSecret(ctx)
  const clientId = about.entity_id
  await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await secrets.renew(tx, clientId))) throw new Problem('not_found')
    await secrets.removeExpired(tx, clientId)
    if ((await secrets.countLive(tx, clientId)) > 1) throw rotationRunning()
    await secrets.expire(tx, clientId, overlapSeconds)
    await secrets.add(tx, clientId, ctx.vault.digest(secret))
    const after = { overlap_seconds: overlapSeconds }
    await recordChanges(tx, by, [{ ...about, action: 'rotated', before: null, after }])
  })
  return { client_id: clientId, client_secret: secret }
}
