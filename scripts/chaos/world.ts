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

/** A folder of one run, and how its processes find the database in it. */
export interface World {
  folder: string
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Runs a `cartage` command and gives its output. @throws when it fails */
  cartage(...args: string[]): Promise<string>
}

/** A world of its own, with nothing in it yet. Its processes get `more` of an environment. */
export function createWorld(more: NodeJS.ProcessEnv = {}): World {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-chaos-'))
  // The database drops to an unprivileged account when we are root; it must get through to its files.
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

/** Asks once for a token for a tenant's API client. */
export async function askForToken(url: string, { api_client: client }: TenantFacts): Promise<Response> {
  return await fetch(`${url}/v1/auth/token`, { method: 'POST', headers: { authorization: basicOf(client) } })
}

/** A token for a tenant's API client, from a server that may be down at the moment. */
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

/** A connection past row security. */
export async function connect(embedded: EmbeddedDatabase): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Waits until no work is left, or long enough.
 * @param hurries whether deliveries that wait for their schedule, which may be minutes (DLV-4), are due at once; leases run out as
 *   they do
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
