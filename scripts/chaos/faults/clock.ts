// Moves the wall clocks of processes forward and back while orders are uploaded, events delivered and tokens used.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { root } from '../../run.ts'
import type { Violation } from '../checker.ts'
import type { Proof } from '../proof.ts'
import { comesBack } from '../survival.ts'
import { askForToken, type World } from '../world.ts'
import { type Scene, uploadWhile, type Wreck } from '../wreck.ts'

const minute = 60_000
const hour = 60 * minute
const steps = [hour, -hour, 24 * hour, -24 * hour, 10 * minute, -10 * minute] as const
const keptMs = 3_000
/** Token lifetime, plus some seconds of difference between the clocks of the database and of a verifying machine. */
const longestTokenS = 3_600 + 30

/** Moves clocks under upload load (OPS-3, TOKEN-4, OPS-27). */
export const clock: Proof = {
  what: 'sets the clocks of processes forward and back by up to a day while orders are uploaded',
  forms: ['usual', 'deep'],
  run: (extent) => uploadWhile(stepping(extent.number('rounds', { short: 2, usual: 3, deep: 48 }))),
}

function stepping(rounds: number): Wreck {
  let folder = ''
  return {
    isSurvived: true,
    rules: ['TOKEN-4', 'DLV-2', 'AUDIT-4'],
    prepare({ env, folder: of }: World) {
      folder = join(of, 'clocks')
      mkdirSync(folder)
      const preloaded = pathToFileURL(join(root, 'scripts/chaos/faults/stepped-clock.ts')).href
      Object.assign(env, { CHAOS_CLOCKS: folder, NODE_OPTIONS: `--import=${preloaded}` })
    },
    run: (scene) => step(scene, folder, rounds),
    judge: async (scene) => [...refusedTokens(scene), ...sentTwice(scene), ...(await trails(scene))],
  }
}

async function step(scene: Scene, folder: string, rounds: number) {
  const { fleet, load } = scene
  const members = fleet.members()
  const violations: Violation[] = []
  const figures = { tokens: 0, unready: 0, longest_until_back_ms: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const off = steps[round % steps.length]!
    // One process after the other, and occasionally all of them.
    const chosen = round % 4 === 3 ? members : [members[round % members.length]!]
    for (const { port } of chosen) writeFileSync(join(folder, String(port)), String(off))
    await sleep(keptMs / 2)
    const found = await tryTokens(scene)
    figures.tokens += found.tokens
    violations.push(...found.violations)
    const serving = chosen.filter(({ role }) => role === 'serve')
    for (const { port } of serving) {
      const probe = await readiness(port)
      if (probe.status === 503 && probe.clock !== 'ok') figures.unready += 1
      else
        violations.push({ invariant: 'OPS-27', what: `/readyz is ${probe.status} with the clock ${off / 1_000} s off` })
    }
    await sleep(keptMs / 2)
    for (const { port } of chosen) writeFileSync(join(folder, String(port)), '0')
    const back = await comesBack(load, `a clock was off by ${off / 1_000} s`)
    violations.push(...back.violations)
    figures.longest_until_back_ms = Math.max(figures.longest_until_back_ms, back.backAfterMs)
    await sleep(300)
  }
  await fleet.untilReady()
  return { figures: { rounds, ...figures }, wasEnough: figures.tokens > 0 && figures.unready > 0, violations }
}

/** Every process accepts each other's tokens, which live no longer than stated by this machine's clock. */
async function tryTokens({ fleet, facts }: Scene): Promise<{ tokens: number; violations: Violation[] }> {
  const violations: Violation[] = []
  let tokens = 0
  for (const issuer of fleet.urls) {
    const answer = await askForToken(issuer, facts[0]!)
    const { access_token: token } = (await answer.json()) as { access_token?: string }
    // A busy machine may refuse temporarily; a different clock does not cause that.
    if (answer.status === 503) continue
    if (token === undefined) {
      violations.push(violation(`who asked for a token was answered ${answer.status}`))
      continue
    }
    tokens += 1
    const left = expiryOf(token) - Date.now() / 1_000
    if (left > longestTokenS || left < longestTokenS - 60)
      violations.push(violation(`a token lives for ${Math.round(left)} s`))
    for (const url of fleet.urls) {
      const { status } = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
      if (status !== 200 && status !== 503) violations.push(violation(`a token was answered ${status}`))
    }
  }
  return { tokens, violations }
}

function expiryOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as { exp: number }
  return exp
}

async function readiness(port: number): Promise<{ status: number; clock: string | undefined }> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  const { checks } = (await answer.json()) as { checks: Record<string, string> }
  return { status: answer.status, clock: checks.clock }
}

/** Tokens issued before a clock change stay valid for their lifetime. */
function refusedTokens({ load }: Scene): Violation[] {
  const refused = load.answers.filter(({ status }) => status === 401).length
  return refused === 0 ? [] : [violation(`${refused} uploads with a good token were answered 401`)]
}

/** No process dies here, so an event is only repeated after a response that the receiver does not count. */
function sentTwice({ receiver }: Scene): Violation[] {
  const counts = new Map<string, number>()
  for (const { event_id } of receiver.received) counts.set(event_id, (counts.get(event_id) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => ({
      invariant: 'DLV-2',
      what: `event ${id} was sent ${count} times: its lease was taken twice`,
    }))
}

async function trails({ world, facts }: Scene): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { tenant } of facts) {
    const fault = await world.cartage('audit', 'verify', tenant.slug).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (fault !== undefined) found.push({ invariant: 'AUDIT-4', what: fault })
  }
  return found
}

function violation(what: string): Violation {
  return { invariant: 'TOKEN-4', what }
}
