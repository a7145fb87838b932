import type pg from 'pg'

const distributed = new WeakSet<pg.ClientBase>()
const pools = new WeakMap<pg.Pool, boolean>()

/** Whether the tables this connection reads and writes are spread over nodes of Citus. Known from its first use on. */
export function spansNodes(client: pg.ClientBase): boolean {
  return distributed.has(client)
}

/**
 * The same of the connections of a pool. Asked of the database once: tables are only spread while no process is connected.
 * @throws what connecting throws
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
 * Prepares a new connection for tables that are spread over nodes: plans are made for the tenant that is asked about, since
 * that decides which node is asked.
 */
export async function fitToNodes(client: pg.ClientBase): Promise<void> {
  await client.query("set plan_cache_mode to 'force_custom_plan'")
  distributed.add(client)
}
