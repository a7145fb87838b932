// Rolling replacement of processes behind HAProxy while callers keep connections open and send: first a restart of the
// same version, then an upgrade from the version before the last migration. No request may fail, and accepted uploads
// must be stored.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  symlinkSync,
  type WriteStream,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../../server/src/db/embedded/database.ts'
import { latestMigration } from '../../server/src/db/migrate.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { lookFor, skipsExternal } from '../external.ts'
import { type Counts, nothing, root } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { startCallers } from './callers.ts'
import type { Proof } from './proof.ts'
import { connect, createWorld, token, untilQuiet, type World } from './world.ts'

/** Time for the proxy to notice, many times its check interval. */
const drainSeconds = 8

interface Member {
  role: 'serve' | 'work'
  port: number
  child: ChildProcess
}

/** Requirements to start one process. */
interface Fleet {
  world: World
  log: WriteStream
}

/** Starts one process of the version in `home`. */
function start({ world, log }: Fleet, home: string, role: Member['role'], port: number): Member {
  const args = role === 'serve' ? ['serve', '--no-work', '--no-demo'] : ['work']
  const child = spawn(process.execPath, ['server/src/cli.ts', ...args], {
    cwd: home,
    env: { ...process.env, ...world.env, NODE_ENV: 'test', PORT: String(port), DRAIN_SECONDS: String(drainSeconds) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return { role, port, child }
}

async function untilReady({ role, port, child }: Member): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${role} ended with ${child.exitCode} instead of becoming ready`)
    if (role === 'work') return await sleep(2_000)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`port ${port} was not ready within 120 s`)
    await sleep(200)
  }
}

/**
 * Sends SIGTERM and waits for the end.
 * @throws Error if it does not end cleanly
 */
async function drain(member: Member): Promise<void> {
  const ended = new Promise<number | null>((resolve) => member.child.once('exit', (code) => resolve(code)))
  member.child.kill('SIGTERM')
  const late = setTimeout(() => member.child.kill('SIGKILL'), 60_000)
  const code = await ended
  clearTimeout(late)
  if (code !== 0) throw new Error(`${member.role} on port ${member.port} ended with ${code} after SIGTERM`)
}

/** Replaces each process on its port with one of the version in `home`. */
async function roll(fleet: Fleet, members: Member[], home: string): Promise<void> {
  for (const [index, member] of members.entries()) {
    await drain(member)
    const next = start(fleet, home, member.role, member.port)
    members[index] = next
    await untilReady(next)
    // HAProxy sees the new process at its next check.
    await sleep(1_000)
  }
}

/** Proxy of the guide "Behind a reverse proxy": two checks a second, and no request is sent twice. */
async function startProxy(
  program: string,
  folder: string,
  ports: readonly number[],
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const servers = ports.map((each, index) => `  server s${index} 127.0.0.1:${each} check inter 500ms fall 1 rise 1`)
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    // A slow process on a busy machine must not count as stopped.
    '  timeout check 5s',
    '  option redispatch',
    'listen cartage',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    ...servers,
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  return { url: `http://127.0.0.1:${port}`, child }
}

/** Version to upgrade from. */
interface Before {
  home: string
  /** Description for the figures. */
  what: string
}

/**
 * Version before the last migration, with the current packages: from git history if that version already supports
 * draining, otherwise this version without its last migration, which must then be purely additive.
 */
function versionBefore(migration: string, folder: string): Before {
  const home = join(folder, 'before')
  mkdirSync(home)
  const commit = commitBefore(migration)
  if (commit !== undefined) execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "${home}"`], { cwd: root })
  else copyWithout(migration, home)
  mkdirSync(join(home, 'node_modules', '@cartage'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@cartage') symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name))
  }
  for (const name of ['contract', 'server', 'web']) {
    symlinkSync(join(home, name), join(home, 'node_modules', '@cartage', name))
  }
  return { home, what: commit === undefined ? `this version without ${migration}` : `commit ${commit}` }
}

/** Undefined without git history, or if the previous version does not close connections gracefully when it stops. */
function commitBefore(migration: string): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    const added = git('log', '--diff-filter=A', '-1', '--format=%H', '--', `server/migrations/${migration}`)
    const commit = git('rev-parse', '--verify', `${added}^`)
    git('cat-file', '-e', `${commit}:server/src/http/draining.ts`)
    return commit
  } catch {
    return undefined
  }
}

function copyWithout(migration: string, home: string): void {
  for (const name of ['bin', 'contract', 'docs', 'package.json', 'seeds', 'server', 'web']) {
    const isKept = (path: string) => basename(path) !== 'node_modules' && basename(path) !== migration
    cpSync(join(root, name), join(home, name), { recursive: true, filter: isKept })
  }
}

/** Required extent of a run. */
interface RollingGoal {
  /** Total number of requests. */
  requests: number
  callers: number
  /** Whether to first replace processes with the same version. */
  restarts: boolean
}

/**
 * Replaces processes one after the other behind HAProxy, first with the same version, then with the next schema
 * version.
 */
export const rolling: Proof = {
  what: 'replaces processes one after the other behind HAProxy under load, for a restart and for an upgrade of the schema',
  forms: ['deep'],
  run: (extent) =>
    chaosOfRolling({
      requests: extent.number('requests', { short: 2_000, usual: 20_000, deep: 20_000 }),
      callers: extent.form === 'short' ? 4 : 8,
      restarts: extent.form !== 'short',
    }),
}

/** Runs both parts as three tests: the restart, the upgrade, and that accepted uploads are stored. */
async function chaosOfRolling(goal: RollingGoal): Promise<Counts> {
  const haproxy = skipsExternal() ? undefined : lookFor('haproxy')
  if (haproxy === undefined) {
    console.log('HAProxy is not here (on Debian: apt-get install haproxy): processes were not replaced behind it.')
    return { ...nothing, skipped: 3 }
  }
  const world = createWorld()
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, log: () => {} })
  const fleet: Fleet = { world, log: createWriteStream(join(world.folder, 'fleet.log'), { flags: 'a' }) }
  const last = await latestMigration()
  const before = versionBefore(last, world.folder)
  const first = before.home
  const running: ChildProcess[] = []
  const members: Member[] = []
  try {
    await cartageIn(first, world, 'migrate')
    const facts = JSON.parse(
      await cartageIn(first, world, 'tenant', 'create', 'rolling', '--no-limits', '--json'),
    ) as TenantFacts
    for (const role of ['serve', 'serve', 'work', 'work'] as const)
      members.push(start(fleet, first, role, await freePort()))
    for (const member of members) await untilReady(member)
    const proxy = await startProxy(
      haproxy,
      world.folder,
      members.slice(0, 2).map(({ port }) => port),
    )
    running.push(proxy.child)
    const tenant = await token(proxy.url, facts)
    const client = await connect(embedded)
    const schemaOf = async () => (await client.query('select max(name) as name from migration')).rows[0].name as string
    const schemas = [await schemaOf()]
    const callers = startCallers(proxy.url, tenant.token, goal.callers)
    await callers.until(goal.requests / 4)
    if (goal.restarts) await roll(fleet, members, first)
    const restarted = callers.count()
    await roll(fleet, members, root)
    schemas.push(await schemaOf())
    await callers.until(goal.requests)
    const { requests, failures, accepted } = await callers.stop()
    await untilQuiet(client)
    const { rows } = await client.query('select count(*)::integer as orders from transport_order')
    await client.end()
    const figures = {
      ...{
        requests,
        failed: failures.length,
        until_the_upgrade: restarted,
        accepted,
        orders: rows[0].orders as number,
      },
      ...{ upgraded: before.what, from: schemas[0], to: schemas[1], longest_ms: callers.longest() },
    }
    console.log(JSON.stringify(figures))
    for (const failure of failures.slice(0, 20)) console.log(failure)
    const isUpgraded = schemas[0] !== schemas[1] && schemas[1] === last
    const passed = [failures.length === 0, accepted === rows[0].orders, isUpgraded]
    const failed = passed.filter((each) => !each).length
    return { passed: passed.length - failed, failed, skipped: 0 }
  } catch (error) {
    console.error(error)
    console.log(`What the processes logged is in ${join(world.folder, 'fleet.log')}`)
    return { ...nothing, failed: 1 }
  } finally {
    for (const member of members) if (member.child.exitCode === null) await drain(member).catch(() => {})
    for (const child of running) child.kill('SIGTERM')
    fleet.log.end()
    await embedded.stop()
  }
}

async function cartageIn(home: string, world: World, ...args: string[]): Promise<string> {
  return execFileSync(process.execPath, ['server/src/cli.ts', ...args], {
    cwd: home,
    env: { ...process.env, ...world.env },
    encoding: 'utf8',
  })
}
