import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { TenantFacts } from '../scratch.ts'
import { type Machine, openMachine, type Running } from './installation.ts'

/** Two releases for this kind of machine: the installed one, and the one to upgrade to. */
export interface Trial {
  before: string
  after: string
  /** The package `@cartage/client` of the later release. */
  client: string
  say(line: string): void
}

/** Data of one organisation, as a client sees it. */
interface Seen {
  events: string[]
  orders: { order_id: string }[]
}

interface Organisation {
  slug: string
  id: string
  secret: string
  seen: Seen
}

const sampleWithinMs = 900_000

/**
 * Installs the earlier release in an empty folder as an unprivileged user, fills it with the sample haulier and with
 * orders of a second organisation, upgrades to the later release and back, and checks after each step that all data is
 * present and new work succeeds.
 * @throws Error naming what is missing or has failed
 */
export async function tryRelease(trial: Trial): Promise<void> {
  const machine = openMachine()
  let running: Running | undefined
  const start = async (installation: string) => {
    await running?.stop()
    machine.use(installation)
    const began = performance.now()
    running = await machine.serve()
    trial.say(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return running
  }
  try {
    const before = await machine.unpack(trial.before, 'before')
    const after = await machine.unpack(trial.after, 'after')
    trial.say('the release before starts for the first time')
    const organisations = await fill(machine, await start(before), trial)
    const trails = await trailsOf(machine)
    trial.say('upgrade: the new release starts on the same data')
    await work(machine, await start(after), trial, organisations, 'UPGRADED')
    await check(machine, trails, trial)
    if (existsSync(join(after, 'web/dist/docs'))) await checkDocumentation(running!.url, trial)
    trial.say('rolled back: the release before starts on the same data')
    await work(machine, await start(before), trial, organisations, 'ROLLED-BACK')
    await check(machine, trails, trial)
    await running!.stop()
    running = undefined
  } finally {
    await running?.stop().catch((error: unknown) => console.error(error))
    machine.remove()
  }
}

/** The first start creates the sample haulier; an external program uploads orders of a second organisation. */
async function fill(machine: Machine, { url, log }: Running, trial: Trial): Promise<Organisation[]> {
  for (
    const deadline = Date.now() + sampleWithinMs;
    !log().includes('the sample world is complete');
    await sleep(500)
  ) {
    if (Date.now() > deadline) throw new Error(`The sample haulier was not complete in time:\n${log().slice(-3_000)}`)
  }
  const shown = (name: string) => new RegExp(`^ +client ${name} +(\\S+)$`, 'm').exec(log())![1]!
  const { api_client: client } = JSON.parse(await machine.cartage('tenant', 'create', 'trial', '--json')) as TenantFacts
  const empty: Seen = { events: [], orders: [] }
  const organisations = [
    { slug: 'demo', id: shown('id'), secret: shown('secret'), seen: empty },
    { slug: 'trial', id: client.client_id, secret: client.client_secret, seen: empty },
  ]
  await work(machine, { url }, trial, organisations, 'FIRST')
  return organisations
}

/** Uploads orders through the packed client, and compares the data with that before. */
async function work(
  machine: Machine,
  { url }: Pick<Running, 'url'>,
  { client, say }: Trial,
  all: Organisation[],
  name: string,
) {
  for (const one of all) {
    const env = { CARTAGE_URL: url, CARTAGE_ID: one.id, CARTAGE_SECRET: one.secret }
    const now = JSON.parse(await machine.outside(client, [name, '5'], env)) as Seen
    const lost = one.seen.events.filter((id, at) => now.events[at] !== id)
    if (lost.length > 0)
      throw new Error(`${one.slug}: ${lost.length} events are not where they were, the first is ${lost[0]}.`)
    const other = one.seen.orders.filter((order, at) => !isDeepStrictEqual(order, now.orders[at]))
    if (other.length > 0) throw new Error(`${one.slug}: order ${other[0]!.order_id} is not what it was.`)
    say(
      `${one.slug}: 5 orders uploaded; ${one.seen.events.length} events and ${one.seen.orders.length} orders as before, now ${now.events.length} events`,
    )
    one.seen = now
  }
}

/** Last entry of each organisation's audit trail. */
async function trailsOf(machine: Machine): Promise<{ tenant: string; known: string }[]> {
  const printed = JSON.parse(await machine.cartage('audit', 'verify', '--all', '--json'))
  const trails = printed.trails as { tenant: string; records: number; head: { sequence: number; hash: string } }[]
  return trails.map(({ tenant, head }) => ({ tenant, known: `${head.sequence}:${head.hash}` }))
}

/** Commands of the installation that exit with 1 on problems. */
async function check(
  machine: Machine,
  trails: readonly { tenant: string; known: string }[],
  { say }: Trial,
): Promise<void> {
  for (const { tenant, known } of trails) await machine.cartage('audit', 'verify', tenant, '--known', known, '--json')
  await machine.cartage('money', 'check', '--all', '--json')
  say(`the audit trails of ${trails.length} organisations go on from where they were, and the books are right`)
}

async function checkDocumentation(url: string, { say }: Trial): Promise<void> {
  const answer = await fetch(`${url}/docs/guides/upgrade`, { headers: { accept: 'text/html' } })
  const text = await answer.text()
  if (!answer.ok || !text.includes('<h1')) throw new Error(`/docs/guides/upgrade answers ${answer.status}.`)
  say('the documentation is at /docs')
}
