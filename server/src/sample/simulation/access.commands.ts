import { sampleCarriers } from '../../../../seeds/companies.ts'
import type { By } from '../../audit/rules.ts'
import { createClient, removeClient } from '../../auth/clients/commands.ts'
import type { ShownSecret } from '../../auth/clients/secrets.commands.ts'
import { createWebhookCredential, removeWebhookCredential } from '../../auth/clients/webhook-credentials.commands.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { companiesByName } from '../views.ts'

/** Credentials of the reporting parties: real ones, each limited to what its sender may report on. */
export interface Access {
  fleet: ShownSecret
  terminal: ShownSecret
  office: ShownSecret
  /** By the id of the company. */
  carriers: Record<string, ShownSecret>
}

/** Creates credentials for board computers, a terminal, the office and each carrier. */
export async function createAccess(ctx: Context, tenantId: string, by: By): Promise<Access> {
  const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, sampleCarriers))
  const carriers: Record<string, ShownSecret> = {}
  for (const [name, { company_id }] of known) {
    const partner = { kind: 'COMPANY', key: company_id } as const
    carriers[company_id] = await createWebhookCredential(ctx, tenantId, by, `Simulation: ${name}`, partner)
  }
  return {
    fleet: await createWebhookCredential(ctx, tenantId, by, 'Simulation: board computers'),
    terminal: await createWebhookCredential(ctx, tenantId, by, 'Simulation: terminal'),
    office: await createClient(ctx, tenantId, by, { name: 'Simulation: office', roles: ['API_MASTER_DATA'] }),
    carriers,
  }
}

/** Removes the credentials: they stop working at once. Skips any that a person has already removed. */
export async function removeAccess(ctx: Context, tenantId: string, by: By, access: Access): Promise<void> {
  const { fleet, terminal, office, carriers } = access
  for (const { client_id } of [fleet, terminal, ...Object.values(carriers)]) {
    await unlessGone(removeWebhookCredential(ctx, tenantId, by, client_id))
  }
  await unlessGone(removeClient(ctx, tenantId, by, office.client_id))
}

async function unlessGone(removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  })
}

/** Seals the credentials for storage. */
export function sealAccess(ctx: Context, tenantId: string, access: Access): Buffer {
  return ctx.vault.seal(Buffer.from(JSON.stringify(access)), aboutAccess(tenantId))
}

/** Opens the stored credentials. */
export function openAccess(ctx: Context, tenantId: string, sealed: Buffer): Access {
  return JSON.parse(ctx.vault.open(sealed, aboutAccess(tenantId)).toString()) as Access
}

function aboutAccess(tenantId: string): string {
  return `sample_simulation.access_sealed ${tenantId}`
}
