import type { Context } from '../../context.ts'
import { inBatches } from '../../db/batches/questions.ts'

/**
 * Asks the database on every request whether its credential is still live, so that a removal acts on the next request
 * (ASVS 8.3.2). Answers carry the version of the credential data, and are undefined if it may not be used: unknown,
 * removed, or its tenant suspended.
 */
export interface LiveCheck {
  /** For a token, which names its tenant. */
  credential(tenantId: string, clientId: string): Promise<string | undefined>
  /** For Basic; also returns the owner of the credential. */
  client(clientId: string): Promise<LiveClient | undefined>
}

export interface LiveClient {
  tenant_id: string
  version: string
}

/** Makes the live check of a process. Concurrent requests share one query. */
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

/** Runs a statement whose rows state in `place` which input, counted from 1, they answer. */
async function find<Row>(ctx: Context, query: { name: string; text: string; values: unknown[] }) {
  const { rows } = await ctx.db.shared.query<Row & { place: number }>(query)
  return new Map(rows.map((row) => [row.place, row]))
}
