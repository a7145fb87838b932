// Drill of the guide "Backups": a database of a given size archives its log while orders come in, loses every process
// at once, and is restored to a moment in between and to the end of its archive. Uploads accepted before the moment are
// present, later ones are not, and the end of the archive lacks at most a minute.

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sampleOrder } from '../../seeds/sample-orders.ts'
import { openEmbedded } from '../../server/src/db/embedded/database.ts'
import { readEndpoint } from '../../server/src/db/embedded/endpoint.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { postmasterIn } from '../../server/src/testing/servers/postgres.ts'
import { type Counts, root, run } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import type { Proof } from './proof.ts'
import { createWorld, token, type World } from './world.ts'

/** An accepted upload. Instants in milliseconds of this machine. */
interface Accepted {
  id: string
  sentAt: number
  answeredAt: number
}

/** Maximum gap at the end of an archive, in seconds (RPO). */
const mostLost = 60

/** Drill of a point-in-time restore. */
export const restore: Proof = {
  what: 'fills a database, archives its log, and restores it to a moment of the load',
  forms: ['deep'],
  run: (extent) => chaosOfRestore(extent.number('megabytes', { short: 60, usual: 1_000, deep: 1_000 })),
}

async function chaosOfRestore(megabytes: number): Promise<Counts> {
  const world = createWorld()
  const archive = join(world.folder, 'archive')
  const env = { ...world.env, BACKUP_WAL_DIR: archive }
  const first: World = { ...world, env }
  await cartage(first, world.dataDir, 'migrate', '--create')
  const facts = JSON.parse(
    await cartage(first, world.dataDir, 'tenant', 'create', 'drill', '--no-limits', '--json'),
  ) as TenantFacts
  const server = await startServer(env)
  const size = await fill(world.dataDir, facts.tenant.id, megabytes)
  const copied = await timed(() => cartage(first, world.dataDir, 'backup', '--base'))
  const caller = await token(server.url, facts)
  const sending = send(server.url, caller.token)
  await sleep(20_000)
  const moment = new Date()
  // Long enough to archive the segment of the moment.
  await sleep(45_000)
  // The server first, because it would restart PostgreSQL.
  server.kill()
  killDatabase(world.dataDir)
  const killedAt = Date.now()
  const accepted = await sending.stop()

  const atMoment = await restored(first, 'at-moment', moment.toISOString())
  const atEnd = await restored(first, 'at-end', 'latest')
  const missingBefore = accepted.filter(
    ({ id, answeredAt }) => answeredAt <= moment.getTime() && !atMoment.uploads.has(id),
  )
  const tooMany = accepted.filter(({ id, sentAt }) => sentAt > moment.getTime() && atMoment.uploads.has(id))
  const lost = accepted.filter(({ id }) => !atEnd.uploads.has(id))
  const lostSeconds = Math.max(0, ...lost.map(({ answeredAt }) => (killedAt - answeredAt) / 1_000))
  const figures = {
    ...{ database_mb: Math.round(size / 1e6), copy_s: copied.seconds, accepted: accepted.length },
    ...{ missing_before_the_moment: missingBefore.length, there_after_the_moment: tooMany.length },
    ...{ restore_to_moment_s: atMoment.seconds, restore_to_end_s: atEnd.seconds },
    ...{ lost_at_the_end: lost.length, oldest_lost_s: Math.round(lostSeconds * 10) / 10 },
    ...{ epochs: [atMoment.epoch, atEnd.epoch] },
  }
  console.log(JSON.stringify(figures))
  const checks = [
    accepted.length > 50,
    missingBefore.length === 0,
    tooMany.length === 0,
    lostSeconds <= mostLost,
    atMoment.epoch === 2 && atEnd.epoch === 3,
    atMoment.trailIsWhole && atEnd.trailIsWhole,
  ]
  const failed = checks.filter((each) => !each).length
  if (failed > 0) console.log(`Everything is still in ${world.folder}`)
  return { passed: checks.length - failed, failed, skipped: 0 }
}

/** One process that serves, works, and owns the database. */
async function startServer(env: NodeJS.ProcessEnv): Promise<{ url: string; kill(): void }> {
  const port = await freePort()
  const settings = { ...process.env, ...env, PORT: String(port) }
  const child = spawn(process.execPath, ['server/src/cli.ts', 'serve', '--no-demo'], {
    cwd: root,
    env: settings,
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempts = 0; !(await isReady(url)); attempts += 1) {
    if (attempts > 300) throw new Error('the server was not ready within a minute')
    await sleep(200)
  }
  return { url, kill: () => void child.kill('SIGKILL') }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}

async function cartage({ env }: World, dataDir: string, ...args: string[]): Promise<string> {
  const settings = { ...env, DATA_DIR: dataDir }
  const { code, stdout } = await run(process.execPath, ['server/src/cli.ts', ...args], settings, true)
  if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}`)
  return stdout
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now()
  const result = await work()
  return { seconds: Math.round((performance.now() - began) / 100) / 10, result }
}

/**
 * Fills the event log with incompressible text up to a database size.
 * @returns bytes
 */
async function fill(dataDir: string, tenantId: string, megabytes: number): Promise<number> {
  const client = new pg.Client(readEndpoint(dataDir))
  await client.connect()
  const sizeOf = async () =>
    Number((await client.query('select pg_database_size(current_database()) as size')).rows[0].size)
  while ((await sizeOf()) < megabytes * 1e6) {
    await client.query(
      `insert into event (tenant_id, entity_type, entity_id, sequence, epoch, type, payload)
       select $1, 'order', gen_random_uuid(), 1, 1, 'order.created',
              (select string_agg(md5(random()::text || n || part), '') from generate_series(1, 60) part)
         from generate_series(1, 10000) n`,
      [tenantId],
    )
  }
  const size = await sizeOf()
  await client.end()
  return size
}

/** SIGKILL for the postmaster, as if the machine were lost: anything not archived is ignored from here on. */
function killDatabase(dataDir: string): void {
  process.kill(postmasterIn(join(dataDir, 'cluster')), 'SIGKILL')
}

/** Sends orders sequentially until stopped. */
function send(url: string, bearer: string): { stop(): Promise<Accepted[]> } {
  const accepted: Accepted[] = []
  let isOn = true
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const sending = (async () => {
    for (let number = 0; isOn; number += 1) {
      const body = JSON.stringify({ ...sampleOrder(1, new Date('2026-03-01')), order_identifier: `D-${number}` })
      const sentAt = Date.now()
      const answer = await fetch(`${url}/v1/orders/order/upload`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      const text = await answer?.text().catch(() => undefined)
      if (answer?.ok && text) accepted.push({ id: JSON.parse(text).upload_id, sentAt, answeredAt: Date.now() })
      await sleep(30)
    }
  })()
  return {
    async stop() {
      isOn = false
      await sending
      return accepted
    },
  }
}

/** Restores into a new data folder and reads its content. */
async function restored(world: World, name: string, to: string) {
  const dataDir = join(world.folder, name)
  mkdirSync(dataDir, { mode: 0o755 })
  cpSync(join(world.dataDir, 'master.key'), join(dataDir, 'master.key'))
  const { seconds, result } = await timed(() => cartage(world, dataDir, 'restore', '--to', to, '--json'))
  const { epoch } = JSON.parse(result) as { epoch: number }
  const withoutArchive = { ...world, env: { ...world.env, BACKUP_WAL_DIR: '' } }
  const verified = await cartage(withoutArchive, dataDir, 'audit', 'verify', '--all', '--json')
  const trails = (JSON.parse(verified) as { trails: { fault: unknown }[] }).trails
  const embedded = await openEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client(embedded.connection)
  await client.connect()
  const { rows } = await client.query<{ upload_id: string }>('select upload_id from order_upload')
  await client.end()
  await embedded.stop()
  const trailIsWhole = trails.length > 0 && trails.every(({ fault }) => fault === null)
  return { seconds, epoch, trailIsWhole, uploads: new Set(rows.map((row) => row.upload_id)) }
}
