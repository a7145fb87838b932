import type pg from 'pg'

const distributed = new WeakSet<pg.ClientBase>()
const pools = new WeakMap<pg.Pool, boolean>()

/** Whether the tables of this connection are spread over Citus nodes. Known after its first use. */
export function spansNodes(client: pg.ClientBase): boolean {
  return distributed.has(client)
}

/**
 * The same for the connections of a pool. Queried once, because tables are only spread while no process is connected.
 * @throws connection errors
 */
export async function poolSpansNodes(pool: pg.Pool): Promise<boolean> {
  const known = pools.get(pool)
  if (known !== undefined) return known
  const client = await pool.connect()
  client.release()
  pools.set(pool, spansNodes(client))
  return spansNodes(client)
}

/**
 * Prepares a new connection for spread tables: statements are planned per tenant, because the tenant determines the
 * node.
 */
export async function fitToNodes(client: pg.ClientBase): Promise<void> {
  await client.query("set plan_cache_mode to 'force_custom_plan'")
  distributed.add(client)
}
