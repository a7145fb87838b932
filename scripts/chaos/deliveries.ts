import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openEmbedded } from '../../server/src/db/embedded/database.ts'
import { startPlainSftp } from '../../server/src/testing/servers/sftp.ts'
import { startSshd, type TestSftp } from '../../server/src/testing/servers/sshd.ts'
import { findPrograms, skipsExternal } from '../external.ts'
import type { Counts } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { conclude, extentOf, extentRule, type Judged } from './conclusion.ts'
import { checkReached, type ExpectedEvent, type FolderSeen, type Reached } from './deliveries-checker.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { startLoad } from './load.ts'
import type { Proof } from './proof.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { connect, createWorld, token, untilQuiet, type World } from './world.ts'

const longestRunS = 900
const slug = 'chaos-deliveries'

/** Crash points within sending, used in turn so that all of them are hit. */
const places = ['claimed', 'sent', 'file_begun', 'file_written', 'file_checked', 'file_named']
let starts = 0

/** Every third process ends between two statements, the others at a crash point in sending. */
function crashPoint(): string {
  starts += 1
  if (starts % 3 === 0) return `statement:*#${100 + Math.floor(Math.random() * 1_500)}`
  return `deliveries:${places[starts % places.length]!}#${1 + Math.floor(Math.random() * 30)}`
}

/** A receiver of the run with its remote end. */
interface Reachable {
  name: string
  purpose: 'events' | 'dispatch'
  subscriptionId: string
  web?: Receiver
  sftp?: TestSftp
}

/**
 * Kills processes while orders are uploaded and messages are sent to partners, over HTTP and SFTP. Every message must
 * arrive at least once, no file may be visible before it is complete, and the order of each entity is kept.
 */
export const deliveries: Proof = {
  what: 'kills processes while they dispatch and deliver, over the web and by SFTP',
  forms: ['short', 'usual', 'deep'],
  run: (extent) => chaosOfDeliveries(extent.number('delivery-kills', { short: 6, usual: 100, deep: 200 })),
}

async function chaosOfDeliveries(kills: number): Promise<Counts> {
  const world = createWorld()
  return conclude(await chaosIn(world, kills), world.folder)
}

async function chaosIn(world: World, kills: number): Promise<Judged> {
  const sshd = skipsExternal() ? undefined : (await findPrograms('sshd')).sshd
  if (sshd === undefined) console.log('SKIP_EXTERNAL=1: OpenSSH is left out of the chaos.')
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, log: () => {} })
  const servers = [await startPlainSftp(), ...(sshd === undefined ? [] : [await startSshd(sshd)])]
  const receivers = [await startReceiver(0.02), await startReceiver(0.02)]
  try {
    await world.cartage('migrate', '--create')
    const facts = JSON.parse(await world.cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts
    const reachable = await addReceivers(world, receivers, servers)
    const { seen, deaths, seconds, stored } = await wreck(world, facts, reachable, kills, () => connect(embedded))
    const violations = reachable.flatMap((one) => checkReached(reachedBy(one, stored, seen)))
    if (stored.left > 0) violations.push({ invariant: 'I13', what: `${stored.left} messages still wait` })
    const files = seen.reduce((count, folder) => count + folder.files.length, 0)
    const received = receivers.reduce((count, receiver) => count + receiver.received.length, 0)
    const meant = reachable.reduce((count, one) => count + (stored.expected.get(one.subscriptionId)?.length ?? 0), 0)
    const looks = seen.reduce((count, folder) => count + folder.looks, 0)
    const wasEnough = deaths >= kills && meant > 0 && files > 0 && received > 0
    violations.push(...extentOf(wasEnough, 'fewer deaths than wanted, or nothing was sent or received'))
    const quiet_after_s = stored.quietAfterS
    return {
      figures: { seconds, deaths, kills_wanted: kills, meant, received, files, looks, quiet_after_s },
      violations,
      checked: ['I7', 'I8', 'DLV-10', 'I13', extentRule],
    }
  } finally {
    for (const receiver of receivers) await receiver.close()
    for (const server of servers) await server.stop()
    await embedded.stop()
  }
}

async function addReceivers(world: World, receivers: Receiver[], servers: TestSftp[]): Promise<Reachable[]> {
  const add = async (purpose: Reachable['purpose'], ...args: string[]) => {
    const options = ['--purpose', purpose, '--json']
    const text = await world.cartage('subscription', 'add', slug, ...args, ...options)
    return { purpose, subscriptionId: (JSON.parse(text) as { subscription_id: string }).subscription_id }
  }
  const reachable: Reachable[] = []
  for (const [index, purpose] of (['events', 'dispatch'] as const).entries()) {
    const web = receivers[index]!
    reachable.push({ name: `${purpose} over the web`, web, ...(await add(purpose, web.url)) })
    for (const [place, sftp] of servers.entries()) {
      // One server with extensions and one without: with two servers, each purpose uses one of them.
      if (servers.length > 1 && place !== index) continue
      reachable.push({ name: `${purpose} by SFTP`, sftp, ...(await add(purpose, ...sftpOptions(world, sftp, place))) })
      if (servers.length === 1) break
    }
  }
  return reachable
}

function sftpOptions({ folder }: World, sftp: TestSftp, place: number): string[] {
  const { hostname, port } = new URL(sftp.url)
  const secret = join(folder, `secret-${place}`)
  writeFileSync(secret, sftp.login.kind === 'key' ? sftp.login.private_key : sftp.login.password, { mode: 0o600 })
  const login = sftp.login.kind === 'key' ? ['--key-file', secret] : ['--password-file', secret]
  const server = ['--channel', 'sftp', '--host', hostname, '--port', port, '--host-key', sftp.hostKey()]
  return [...server, '--username', sftp.login.username, ...login, '--folder', 'in']
}

/** Database content once everything is idle. */
interface Stored {
  /** Expected events by subscription. */
  expected: Map<string, ExpectedEvent[]>
  left: number
  quietAfterS: number
}

async function wreck(
  world: World,
  facts: TenantFacts,
  reachable: readonly Reachable[],
  kills: number,
  open: () => Promise<pg.Client>,
) {
  const reader = startReader(reachable.flatMap((one) => (one.sftp ? [join(one.sftp.home, 'in')] : [])))
  const dispatched = reachable.filter((one) => one.purpose === 'dispatch').map((one) => one.subscriptionId)
  const dispatcher = ['scripts/chaos/dispatcher.ts', facts.tenant.id, ...dispatched] as const
  const logFile = join(world.folder, 'fleet.log')
  const fleet = await startFleet(world.env, [['serve'], ['work']], logFile, crashPoint)
  // A separate fleet that ends before the others, so that remaining messages can be sent.
  const dispatchers = await startFleet(world.env, [dispatcher], logFile, crashPoint)
  try {
    await fleet.untilReady()
    const load = startLoad(fleet.urls, [await token(fleet.urls[0]!, facts)], 3)
    const began = Date.now()
    await killUntil(kills, [fleet, dispatchers], began)
    const seconds = Math.round((Date.now() - began) / 1_000)
    const deaths = fleet.deaths() + dispatchers.deaths()
    await Promise.all([load.stop(), dispatchers.stop()])
    fleet.disarm()
    await fleet.untilReady()
    const client = await open()
    const stored = await readStored(client, reachable)
    await client.end()
    return { seen: await reader.stop(), deaths, seconds, stored }
  } finally {
    await Promise.all([fleet.stop(), dispatchers.stop()])
  }
}

async function killUntil(kills: number, fleets: readonly Fleet[], began: number): Promise<void> {
  const deaths = () => fleets.reduce((count, fleet) => count + fleet.deaths(), 0)
  while (deaths() < kills && Date.now() - began < longestRunS * 1_000) {
    await sleep(800 + Math.random() * 1_500)
    // The dispatcher is killed less often, because the others can only fail with the messages it creates.
    fleets[Math.random() < 0.8 ? 0 : 1]!.killOne()
  }
}

async function readStored(client: pg.Client, reachable: readonly Reachable[]): Promise<Stored> {
  // Releases work of dead processes, which would otherwise resume after a minute. Rows locked by live processes are
  // skipped to avoid a deadlock.
  await client.query(
    `update delivery_pending set lease_until = now(), due_at = now()
      where ctid = any(array(select ctid from delivery_pending for update skip locked))`,
  )
  const quietAfterS = Math.round(await untilQuiet(client))
  const columns = 'e.event_id, e.entity_id, e.sequence, e.type, octet_length(e.payload) as size'
  const logged = await client.query<ExpectedEvent>(
    `select ${columns} from event e where not exists (select from directed_event d where d.event_id = e.event_id)`,
  )
  const directed = await client.query<ExpectedEvent & { subscription_id: string }>(
    `select ${columns}, d.subscription_id from event e join directed_event d using (tenant_id, event_id)`,
  )
  const left = await client.query<{ count: number }>('select count(*)::integer as count from delivery_pending')
  const expectedFor = ({ purpose, subscriptionId }: Reachable) =>
    purpose === 'events' ? logged.rows : directed.rows.filter((row) => row.subscription_id === subscriptionId)
  const expected = new Map(reachable.map((one) => [one.subscriptionId, expectedFor(one)]))
  return { expected: expected, left: left.rows[0]!.count, quietAfterS }
}

function startReader(folders: string[]) {
  const child = spawn(process.execPath, ['scripts/chaos/folder-reader.ts', ...folders], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return {
    async stop(): Promise<FolderSeen[]> {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.stdin.end()
      await ended
      return JSON.parse(text) as FolderSeen[]
    },
  }
}

function reachedBy(one: Reachable, { expected }: Stored, seen: readonly FolderSeen[]): Reached {
  const folder = one.sftp && seen.find((found) => found.folder === join(one.sftp!.home, 'in'))
  return {
    name: one.name,
    expected: expected.get(one.subscriptionId) ?? [],
    ...(one.web && { received: one.web.received }),
    ...(folder && { seen: folder }),
  }
}
