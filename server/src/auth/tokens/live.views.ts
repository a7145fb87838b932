import type { Context } from '../../context.ts'
import { inBatches } from '../../db/batches/questions.ts'

/**
 * Asks the database on every request whether its credential is still live, so that a removal acts on the next request
 * (ASVS 8.3.2). The answers carry the version of what is known about the credential, and are undefined when it may not
 * be used: unknown, removed, or its tenant switched off.
 */
export interface LiveCheck {
  /** For a token, which names its tenant. */
  credential(tenantId: string, clientId: string): Promise<string | undefined>
  /** For Basic: also whose credential it is. */
  client(clientId: string): Promise<LiveClient | undefined>
}

export interface LiveClient {
  tenant_id: string
  version: string
}

/** Makes the check of a process; requests that wait at the same time share one question. */
export function createLiveCheck(ctx: Context): LiveCheck {
  const credentials = inBatches((requested: { tenantId: string; clientId: string }[]) =>
    find<{ version: string }>(ctx, {
      name: 'auth.live_credentials',
      text: 'select place, version from live_credentials($1, $2)',
      values: [requested.map(({ tenantId }) => tenantId), requested.map(({ clientId }) => clientId)],
    }),
  )
  const clients = inBatches((requested: string[]) =>
    find<LiveClient>(ctx, {
      name: 'auth.live_clients',
      text: 'select place, tenant_id, version from live_clients($1)',
      values: [requested],
    }),
  )
  return {
    async credential(tenantId, clientId) {
      return (await credentials(`${tenantId}/${clientId}`, { tenantId, clientId }))?.version
    },
    client: (clientId) => clients(clientId, clientId),
  }
}

/** Runs a statement whose rows say in `place` which question, counted from 1, they answer. */
async function find<Row>(ctx: Context, query: { name: string; text: string; values: unknown[] }) {
  const { rows } = await ctx.db.shared.query<Row & { place: number }>(query)
  return new Map(rows.map((row) => [row.place, row]))
}
