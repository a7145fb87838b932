// PostgreSQL servers of a Citus cluster on this machine, to be measured and broken.

import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postmasterIn } from '../../server/src/testing/servers/postgres.ts'

/** One server of the cluster. */
export interface CitusNode {
  readonly name: string
  readonly port: number
  readonly isCoordinator: boolean
  /** Current pid of its main process, which changes with each start. */
  pid(): number
  /** Kills the server and all its processes with SIGKILL, as if its machine lost power. */
  kill(): Promise<void>
  /** Restarts it with its own settings, and waits until it responds. */
  start(): Promise<void>
}

/**
 * Nodes of the coordinator at `url`, the coordinator first.
 * @returns undefined if one of them is on another machine, where it cannot be measured or broken
 */
export async function nodesOnThisMachine(url: string): Promise<CitusNode[] | undefined> {
  const found = await ask<{ name: string; port: number; is_coordinator: boolean }>(
    url,
    'select nodename as name, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node order by groupid',
  )
  if (found.some(({ name }) => !['127.0.0.1', '::1', 'localhost'].includes(name))) return undefined
  return await Promise.all(found.map((node) => nodeAt(url, node.name, node.port, node.is_coordinator)))
}

/** Port of the node with a tenant's rows. */
export async function portOfTenant(url: string, tenantId: string): Promise<number> {
  const [node] = await ask<{ port: number }>(
    url,
    `select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
      where p.shardid = get_shard_id_for_distribution_column('transport_order', $1::uuid)`,
    tenantId,
  )
  return node!.port
}

async function nodeAt(coordinator: string, name: string, port: number, isCoordinator: boolean): Promise<CitusNode> {
  const url = new URL(coordinator)
  url.hostname = name
  url.port = String(port)
  const [facts] = await ask<{ folder: string }>(url.href, "select current_setting('data_directory') as folder")
  const { folder } = facts!
  const pid = () => postmasterIn(folder)
  const program = readlinkSync(`/proc/${pid()}/exe`)
  return {
    name: `${name}:${port}`,
    port,
    isCoordinator,
    pid,
    async kill() {
      const [first, ...others] = familyOf(pid())
      for (const one of [first!, ...others]) signal(one)
      while ([first!, ...others].some(isRunning)) await sleep(20)
    },
    async start() {
      const { uid, gid } = statSync(folder)
      const log = openSync(join(dirname(folder), `port-${port}.log`), 'a')
      // Detached: stopping the engine stops it too, by its folder.
      spawn(program, ['-D', folder], { cwd: folder, uid, gid, detached: true, stdio: ['ignore', log, log] }).unref()
      closeSync(log)
      for (let attempts = 0; ; attempts += 1) {
        const isUp = await ask(url.href, 'select 1').then(
          () => true,
          () => false,
        )
        if (isUp) return
        if (attempts > 1_800) throw new Error(`the node at port ${port} did not start within 3 minutes`)
        await sleep(100)
      }
    },
  }
}

async function ask<Row>(url: string, sql: string, ...values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The process first, then its descendants. */
function familyOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [pid, ...pids.map(Number).filter((one) => statOf(one)?.parent === pid)]
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  const state = statOf(pid)?.state
  return state !== undefined && state !== 'Z'
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
