import { msg } from '@cartage/contract/message'
import type { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { eraseFromTrail } from '../audit/erase.store.ts'
import { bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { isHidden, withoutSecrets } from '../net/shown-address.rules.ts'
import { updateEngine } from './store.ts'
import { findEngineAddress, lockedAddress, openAddress, sealedPlace } from './tenants.views.ts'

/**
 * Full address from a form or a file: a hidden key is replaced by the one that the tenant has.
 * @throws Problem validation_failed when the tenant has no such address: the key has to be entered
 */
export async function wholeAddress(ctx: Pick<Context, 'vault'>, tx: Tx, url: string): Promise<string> {
  if (!isHidden(url)) return url
  const stored = await findEngineAddress(tx)
  const known = stored && openAddress(ctx, tx.tenantId, stored)
  // The key is sent only to the host it was entered for.
  if (known !== undefined && withoutSecrets(known) === url) return known
  const message = msg`Enter the address of the routing engine with its key: what is hidden is known only for the address it was entered with.`
  throw new Problem('validation_failed', {
    message,
    errors: [errorItem('positions.road_engine.url', message, 'invalid')],
  })
}

/** Settings without the key of the routing engine. */
export interface KeptSettings {
  readonly settings: TenantSettings
  /** The sealed address with its key; null without a key. */
  readonly sealed: Buffer | null
  readonly isKeyChanged: boolean
}

/**
 * Extracts the key of the routing engine from settings before they are written (SECRET-6).
 * @throws Problem validation_failed when the key is hidden and not the stored one
 */
export async function takeKey(ctx: Pick<Context, 'vault'>, tx: Tx, settings: TenantSettings): Promise<KeptSettings> {
  const { road_engine } = settings.positions
  const stored = await findEngineAddress(tx)
  const before = stored && openAddress(ctx, tx.tenantId, stored)
  if (road_engine === null) return { settings, sealed: null, isKeyChanged: stored?.sealed != null }
  const whole = await wholeAddress(ctx, tx, road_engine.url)
  const url = withoutSecrets(whole)
  const positions = { ...settings.positions, road_engine: { ...road_engine, url } }
  const isKeyChanged = whole !== before && (url !== whole || stored?.sealed != null)
  const isSealed = whole === before && stored?.sealed != null
  const sealed =
    url === whole ? null : isSealed ? stored.sealed : ctx.vault.seal(Buffer.from(whole), sealedPlace(tx.tenantId))
  return { settings: { ...settings, positions }, sealed, isKeyChanged }
}

/** Seals an address stored before keys were encrypted, and erases it from the trail (SECRET-6). Runs as the worker. */
export async function sealKnownAddress(ctx: Context, tx: Tx): Promise<void> {
  const stored = await lockedAddress(tx)
  const url = stored && withoutSecrets(stored.url)
  if (stored && url && stored.sealed === null && url !== stored.url) {
    await updateEngine(tx, url, ctx.vault.seal(Buffer.from(stored.url), sealedPlace(tx.tenantId)))
  }
  const trail = { entity_type: 'tenant', entity_ids: [tx.tenantId], names: new Set(['road_engine.url']) }
  await eraseFromTrail(tx, bySystem, ctx.newId(), trail)
}
