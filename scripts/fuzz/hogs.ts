import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { each, type Family, faultsIn, type Target } from './family.ts'
import { type Hog, kinds } from './hog-kinds.ts'
import type { Pulse } from './pulse.ts'

/** Concurrent inputs of each kind. */
const inputsAtOnce = { short: 3, usual: 20, deep: 20 } as const
/** Maximum milliseconds that the server may block other responses, whatever is sent (LIMIT-15). */
const longestMs = 100

/** Small inputs that would cost a naive parser seconds or all memory. */
export const hogs: Family = {
  what: `${inputsAtOnce.usual} inputs at once of each kind that keep an engine busy, while the server is asked whether it lives`,
  async run(target) {
    const [, quiet] = await whileAsking(target, () => sleep(2_000))
    console.log(`  alive within ${quiet.longest.toFixed(0)} ms while nothing is sent`)
    for (const [what, hog] of Object.entries(kinds(target))) await tryKind(target, what, hog)
  },
}

async function tryKind(target: Target, what: string, hog: (at: number) => Hog): Promise<void> {
  const atOnce = inputsAtOnce[target.form]
  const inputs = Array.from({ length: atOnce }, (_, at) => hog(at))
  const before = turnsOf(target).length
  const [answers, { longest, count }] = await whileAsking(target, () =>
    each(inputs, atOnce, ({ method, path, headers, body }) => target.caller.request(method, path, headers, body)),
  )
  const faults = answers
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`)
  target.judge(`${atOnce} ${what} are no fault of the service`, faultsIn(faults))
  // CPU time, because elapsed time depends on other load. In `npm test`, other stages also compete for the caches.
  const most = target.form === 'short' ? 3 * longestMs : longestMs
  const busy = Math.max(0, ...turnsOf(target).slice(before))
  const statuses = [...new Set(answers.map(({ status }) => status))].join(', ')
  target.judge(
    `${what}: busy for ${busy} ms without a pause; alive within ${longest.toFixed(0)} ms in ${count} questions (answers ${statuses})`,
    busy > most ? `    more than ${most} ms` : undefined,
  )
}

/** Turns recorded so far by `turns.ts` in the server. */
function turnsOf({ turnsFile }: Target): number[] {
  return existsSync(turnsFile) ? readFileSync(turnsFile, 'utf8').split('\n').filter(Boolean).map(Number) : []
}

/** Runs work while a thread polls the server. Returns its result and the thread's measurements. */
async function whileAsking<Result>({ baseUrl }: Target, work: () => Promise<Result>): Promise<[Result, Pulse]> {
  const asking = new Worker(new URL('./pulse.ts', import.meta.url), { workerData: { baseUrl } })
  await once(asking, 'message')
  const result = await work()
  asking.postMessage('over')
  const [pulse] = (await once(asking, 'message')) as [Pulse]
  return [result, pulse]
}
