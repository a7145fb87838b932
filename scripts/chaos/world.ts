import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { EmbeddedDatabase } from '../../server/src/db/embedded/database.ts'
import { run } from '../run.ts'
import { basicOf, type TenantFacts } from '../scratch.ts'
import { readLeftovers } from './facts.ts'
import type { LoadTenant } from './load.ts'

const longestQuietS = 120

/** Folder of one run, and how its processes find its database. */
export interface World {
  folder: string
  dataDir: string
  env: NodeJS.ProcessEnv
  /**
   * Runs a `cartage` command and returns its output.
   * @throws if it fails
   */
  cartage(...args: string[]): Promise<string>
}

/** New, empty world. Its processes get the environment variables of `more`. */
export function createWorld(more: NodeJS.ProcessEnv = {}): World {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-chaos-'))
  // As root, the database drops to an unprivileged account, which needs access to its files.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: '127.0.0.0/8', ...more }
  return {
    folder,
    dataDir,
    env,
    async cartage(...args) {
      const { code, stdout } = await run(process.execPath, ['server/src/cli.ts', ...args], env, true)
      if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}`)
      return stdout
    },
  }
}

/** Requests a token for a tenant's API client once. */
export async function askForToken(url: string, { api_client: client }: TenantFacts): Promise<Response> {
  return await fetch(`${url}/v1/auth/token`, { method: 'POST', headers: { authorization: basicOf(client) } })
}

/** Token for a tenant's API client, from a server that may be temporarily down. */
export async function token(url: string, facts: TenantFacts): Promise<LoadTenant> {
  for (let attempts = 0; ; attempts += 1) {
    const answer = await askForToken(url, facts).catch(() => undefined)
    if (answer?.ok) {
      return { tenant_id: facts.tenant.id, token: ((await answer.json()) as { access_token: string }).access_token }
    }
    if (attempts > 300) throw new Error(`no token: ${answer?.status} ${await answer?.text()}`)
    await sleep(200)
  }
}

/** Connection that bypasses row security. */
export async function connect(embedded: EmbeddedDatabase): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Waits until no work is left, or a timeout.
 * @param hurries makes deliveries due at once that wait for their schedule, which may take minutes (DLV-4); leases
 * still expire normally
 * @returns seconds
 */
export async function untilQuiet(client: pg.Client, hurries = false): Promise<number> {
  const began = Date.now()
  for (;;) {
    if (hurries) await client.query('update delivery_pending set due_at = now() where lease_until is null')
    const left = await readLeftovers(client)
    const seconds = (Date.now() - began) / 1_000
    if (Object.values(left).every((count) => count === 0) || seconds > longestQuietS) return seconds
    await sleep(500)
  }
}
