// Repeatedly kills a Citus node under load and restarts it some seconds later: its tenants get 503, uploads of the
// others are accepted and their API clients get tokens all the time, and no accepted upload is lost or stored twice
// (OPS-9).
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { citusMissing, type Engine, startCitus } from '../citus/engine.ts'
import { type CitusNode, nodesOnThisMachine, portOfTenant } from '../citus/nodes.ts'
import { type Counts, nothing } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { checkHistory, invariants, type Violation } from './checker.ts'
import { conclude, type Judged } from './conclusion.ts'
import { readFacts } from './facts.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Attempt, type Load, type LoadTenant, startLoad, untilAccepted } from './load.ts'
import type { Proof } from './proof.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { refusedRightly, storedOnce } from './survival.ts'
import { askForToken, createWorld, token, untilQuiet, type World } from './world.ts'

/** A tenant and the node with its rows. */
interface Placed {
  facts: TenantFacts
  port: number
}

/** Result of one round. */
interface Outage {
  node: string
  /** Accepted uploads on other nodes during the outage. */
  others: number
  /** 503 responses to its own tenants. */
  refused: number
  /** From its restart to the first accepted upload of its tenants. */
  back_after_ms: number
}

const awayMs = 5_000

/** Kills Citus nodes under load, one at a time, and checks the invariants (OPS-3, OPS-9). */
export const worker: Proof = {
  what: 'kills a node of Citus while orders of its tenants and of others are uploaded; needs an engine',
  forms: ['short', 'usual', 'deep'],
  run: (extent) => chaosOfNodes(extent.number('rounds', { short: 2, usual: 6, deep: 20 })),
}

async function chaosOfNodes(rounds: number): Promise<Counts> {
  const engine = await startCitus(undefined)
  const nodes = engine && (await nodesOnThisMachine(engine.url))
  if (engine === undefined || nodes === undefined) {
    console.log(engine ? 'worker: skipped, because a node of Citus is on another machine' : `worker: ${citusMissing}`)
    return { ...nothing, skipped: 1 }
  }
  const world = createWorld({ DATABASE_URL: engine.url })
  const receiver = await startReceiver(0.02)
  let fleet: Fleet | undefined
  let judged: Judged
  try {
    const workers = nodes.filter(({ isCoordinator }) => !isCoordinator)
    const tenants = await createOnEach(workers, engine, world, receiver)
    const roles = [['serve'], ['serve', '--no-work'], ['work']] as const
    fleet = await startFleet(world.env, roles, join(world.folder, 'fleet.log'), () => '')
    await fleet.untilReady()
    const tokens = await Promise.all(tenants.map(({ facts }) => token(fleet!.urls[0]!, facts)))
    const load = loadOfEach(fleet.urls, tokens)
    await sleep(3_000)
    const outages: Outage[] = []
    const violations: Violation[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { found, ...seen } = await breakNode(workers[round % workers.length]!, tenants, load, fleet.urls)
      console.log(`worker ${round + 1} of ${rounds}: ${JSON.stringify(seen)}`)
      outages.push(seen)
      violations.push(...found)
      await sleep(1_000)
    }
    await load.stop()
    violations.push(...(await judge(engine, load, fleet, receiver)))
    judged = report(violations, outages, load)
  } finally {
    await fleet?.stop()
    await receiver.close()
    await engine.stop()
  }
  return conclude(judged, world.folder)
}

/** Creates tenants until each node has one: a tenant's node follows from its id. */
async function createOnEach(
  workers: readonly CitusNode[],
  engine: Engine,
  world: World,
  receiver: Receiver,
): Promise<Placed[]> {
  const placed: Placed[] = []
  while (!workers.every(({ port }) => placed.some((one) => one.port === port))) {
    if (placed.length > 20) throw new Error('of 20 tenants none is on one of the nodes')
    const slug = `node-${placed.length + 1}`
    const facts = JSON.parse(await world.cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts
    await world.cartage('subscription', 'add', slug, receiver.url, '--json')
    placed.push({ facts, port: await portOfTenant(engine.url, facts.tenant.id) })
  }
  return placed
}

/** Separate callers for each tenant, so that one waiting for its node does not block the others. */
function loadOfEach(urls: readonly string[], tenants: readonly LoadTenant[]): Load {
  const loads = tenants.map((tenant) => startLoad(urls, [tenant], 4, { repeats: true }))
  return {
    get sent() {
      return loads.flatMap(({ sent }) => sent)
    },
    get answers() {
      return loads.flatMap(({ answers }) => answers)
    },
    unanswered: () => loads.reduce((count, load) => count + load.unanswered(), 0),
    async stop() {
      await Promise.all(loads.map((load) => load.stop()))
    },
  }
}

async function breakNode(
  node: CitusNode,
  tenants: readonly Placed[],
  load: Load,
  urls: readonly string[],
): Promise<Outage & { found: Violation[] }> {
  const own = new Set(tenants.filter(({ port }) => port === node.port).map(({ facts }) => facts.tenant.id))
  await node.kill()
  const began = performance.now()
  await sleep(awayMs / 2)
  const others = tenants.filter(({ facts }) => !own.has(facts.tenant.id))
  const answers = await Promise.all(others.map(({ facts }) => askForToken(urls[0]!, facts)))
  await sleep(awayMs / 2)
  const ended = performance.now()
  await node.start()
  const backAfter = (await untilAccepted(load, ended, { among: ({ tenant_id }) => own.has(tenant_id) })) - ended
  const away = load.answers.filter(({ sent_at, answered_at }) => sent_at > began && answered_at < ended)
  const { found, ...seen } = judgeOutage(away, own)
  const withoutToken = answers
    .filter(({ ok }) => !ok)
    .map(({ status }) => violation(`an API client of another node that asked for a token got ${status}`))
  return { node: node.name, back_after_ms: Math.round(backAfter), ...seen, found: [...found, ...withoutToken] }
}

/**
 * Responses to tenants while the node of `own` was down: no failures for other nodes' tenants, 503 with a retry for its
 * own.
 */
export function judgeOutage(
  away: readonly Pick<Attempt, 'tenant_id' | 'status'>[],
  own: ReadonlySet<string>,
): Pick<Outage, 'others' | 'refused'> & { found: Violation[] } {
  const others = away.filter(({ tenant_id }) => !own.has(tenant_id))
  const accepted = others.filter(({ status }) => status < 300)
  const refused = away.filter(({ tenant_id, status }) => own.has(tenant_id) && status === 503)
  const found = others
    .filter(({ status }) => status >= 500)
    .map(({ status }) => violation(`an upload to another node was answered ${status}`))
  if (accepted.length === 0) found.push(violation('no upload to another node was accepted while one was away'))
  if (refused.length === 0) found.push(violation('no upload to the node that was away was answered 503'))
  return { others: accepted.length, refused: refused.length, found }
}

function violation(what: string): Violation {
  return { invariant: 'OPS-9', what }
}

async function judge(engine: Engine, load: Load, fleet: Fleet, { received }: Receiver): Promise<Violation[]> {
  const client = new pg.Client({ connectionString: engine.url })
  await client.connect()
  await untilQuiet(client)
  const stored = await readFacts(client)
  await client.end()
  return [
    ...checkHistory({ ...stored, sent: load.sent, received }),
    ...[...storedOnce(load.sent, stored.uploads), ...refusedRightly(load.answers)].map(({ what }) => violation(what)),
    ...(fleet.deaths() === 0 ? [] : [violation(`${fleet.deaths()} processes ended`)]),
  ]
}

function report(violations: readonly Violation[], outages: readonly Outage[], load: Load): Judged {
  const statuses = Map.groupBy(load.answers, ({ status }) => status)
  const figures = {
    outages: outages.length,
    accepted: load.sent.filter(({ upload_id }) => upload_id !== null).length,
    answers: Object.fromEntries([...statuses].map(([status, list]) => [status, list.length])),
    longest_until_back_ms: Math.max(...outages.map(({ back_after_ms }) => back_after_ms)),
  }
  return { figures, violations, checked: [...Object.keys(invariants), 'OPS-9'] }
}
