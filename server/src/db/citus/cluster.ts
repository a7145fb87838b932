import type pg from 'pg'

/** The oldest supported Citus, with which everything was tested. */
export const oldestCitus = { major: 13, minor: 2 }

/** A Citus node as known to the coordinator. */
export interface Node {
  name: string
  port: number
  /** The node that this connection is on. */
  is_coordinator: boolean
  is_active: boolean
  /** Whether it stores tenant tables. */
  has_shards: boolean
}

/** Placement of a table: spread by tenant, copied to every node, or only where it was created. */
export type Placement = 'distributed' | 'copied' | 'local'

/** State of Citus at DATABASE_URL. */
export interface Cluster {
  version: string
  nodes: Node[]
  /** Spread or copied tables. */
  placed: Map<string, Placement>
}

/** Whether Citus is installed in the database. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  return rows.length > 0
}

/** Whether tables are spread over nodes, in any database; false before the migration that adds this. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query("select from pg_dist_partition where partmethod = 'h' limit 1")
  return rows.length > 0
}

/** Reads the Citus cluster; undefined without Citus. */
export async function readCluster(client: pg.ClientBase): Promise<Cluster | undefined> {
  const { rows: extensions } = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  )
  if (extensions[0] === undefined) return undefined
  const { rows: nodes } = await client.query<Node>(
    `select nodename as name, nodeport as port, groupid = 0 as is_coordinator, isactive as is_active,
            shouldhaveshards as has_shards
       from pg_dist_node order by groupid`,
  )
  const { rows: tables } = await client.query<{ name: string; method: string }>(
    `select c.relname as name, d.partmethod as method
       from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
      where c.relnamespace = 'public'::regnamespace and (d.partmethod = 'h' or d.repmodel = 't')`,
  )
  const placed = tables.map(({ name, method }) => [name, method === 'h' ? 'distributed' : 'copied'] as const)
  return { version: extensions[0].version, nodes, placed: new Map(placed) }
}

/** Nodes that store tenant tables. */
export function workersOf({ nodes }: Cluster): Node[] {
  return nodes.filter((node) => !node.is_coordinator)
}

/** Why this Citus cannot run an installation, as sentences with instructions; empty if it can. */
export function judgeCluster(cluster: Cluster): string[] {
  const faults: string[] = []
  const [major = 0, minor = 0] = cluster.version.split(/[.-]/).map(Number)
  if (major < oldestCitus.major || (major === oldestCitus.major && minor < oldestCitus.minor)) {
    faults.push(
      `Citus is ${cluster.version}, which is too old: install ${oldestCitus.major}.${oldestCitus.minor} or newer on every node.`,
    )
  }
  if (!cluster.nodes.some((node) => node.is_coordinator)) {
    faults.push(
      'The coordinator does not know its own address. Run on it, with the address that the other nodes reach it at: ' +
        "select citus_set_coordinator_host('ADDRESS', PORT);",
    )
  }
  if (workersOf(cluster).length === 0) {
    faults.push("Citus has no worker nodes. Run on the coordinator for each: select citus_add_node('ADDRESS', PORT);")
  }
  for (const { name, port, is_active: isActive } of cluster.nodes) {
    if (!isActive) {
      faults.push(`The node ${name}:${port} is not active. Run: select citus_activate_node('${name}', ${port});`)
    }
  }
  return faults
}

/** Answer of one node to a command. */
interface NodeAnswer {
  node: string
  success: boolean
  result: string
}

/** Runs one statement on every node including the coordinator, as the current role. */
export async function onEveryNode(client: pg.ClientBase, sql: string): Promise<NodeAnswer[]> {
  const { rows } = await client.query<NodeAnswer>(
    `select n.nodename || ':' || n.nodeport as node, r.success, r.result
       from run_command_on_all_nodes($1) r join pg_dist_node n on n.nodeid = r.nodeid order by n.groupid`,
    [sql],
  )
  return rows
}
