import type { Organisation } from '@cartage/contract/tenants/app/organisation'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { lockSettings, raiseSettingsVersion } from '../settings/store.ts'
import { readLogo } from './rules.ts'
import { insertLogo, updateLogo, updateOrganisation } from './store.ts'
import { readOrganisation } from './views.ts'

interface Who {
  readonly tenantId: string
  readonly by: By
}

/** Sets name and colour. */
export async function changeOrganisation(
  ctx: Context,
  who: Who,
  given: { name: string; colour: string | null },
): Promise<Organisation> {
  return await change(ctx, who, (tx) => updateOrganisation(tx, given))
}

/**
 * Replaces the logo, for new documents (PAPER-18).
 * @throws Problem validation_failed when the file is not a valid logo
 */
export async function putLogo(ctx: Context, who: Who, bytes: Buffer): Promise<Organisation> {
  const picture = readLogo(bytes)
  const logoId = ctx.newId()
  return await change(ctx, who, async (tx) => {
    await insertLogo(tx, logoId, picture, bytes)
    await updateLogo(tx, logoId)
  })
}

/** Removes the logo from new documents. */
export async function removeLogo(ctx: Context, who: Who): Promise<Organisation> {
  return await change(ctx, who, (tx) => updateLogo(tx, null))
}

async function change(ctx: Context, { tenantId, by }: Who, write: (tx: Tx) => Promise<void>): Promise<Organisation> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    await lockSettings(tx)
    const before = await readOrganisation(tx)
    await write(tx)
    const after = await readOrganisation(tx)
    await raiseSettingsVersion(tx)
    const change = { entity_type: 'tenant', entity_id: tenantId, action: 'updated' } as const
    await recordChanges(tx, by, [{ ...change, before: membersOf(before), after: membersOf(after) }])
    return after
  })
}

function membersOf({ name, colour, logo }: Organisation) {
  return { name, colour, logo_id: logo?.logo_id ?? null }
}
