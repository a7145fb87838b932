import type { Scratch, TenantFacts } from '../scratch.ts'
import type { Canary } from './addresses.ts'
import type { Caller } from './caller.ts'

/** How much of a family runs: a part of `npm test`, what a change is tried with, or what a release is. */
export type Form = 'short' | 'usual' | 'deep'

/** The server that is attacked, and who attacks it. */
export interface Target {
  readonly baseUrl: string
  readonly scratch: Scratch
  readonly tenant: TenantFacts
  /** Sends as that tenant. */
  readonly caller: Caller
  /** Sends as another one. */
  readonly other: Caller
  /** On this machine; nothing may reach it. */
  readonly canary: Canary
  /** Where the server writes how long it was busy without a pause, see `turns.ts`. */
  readonly turnsFile: string
  readonly form: Form
  /** Everything made up follows from it. */
  readonly seed: number
  /** How many inputs: what the command line says, or what the form takes. */
  inputs(ofForm: Readonly<Record<Form, number>>): number
  /** Counts a check and prints it. `fault` is what is wrong; undefined: nothing. */
  judge(what: string, fault: string | undefined): void
}

/** One way to attack. After each, no error may be in the logs of the server and of PostgreSQL. */
export interface Family {
  /** One line for `--help`. */
  readonly what: string
  run(target: Target): Promise<void>
}

/** Most faults that are shown of one check. */
const mostShown = 8

/** Several faults as one text; undefined when there are none. */
export function faultsIn(faults: readonly (string | undefined)[]): string | undefined {
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length === 0) return undefined
  const more = found.length > mostShown ? `\n    … ${found.length - mostShown} more` : ''
  return `    ${found.slice(0, mostShown).join('\n    ')}${more}`
}

/** Runs work on each item, so many at a time, in the order of the items. */
export async function each<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** A number from 0 up to 1 for each call, the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many items of a list, spread evenly over it after it was shuffled; all of them when there are no more. */
export function sample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const chance = chances(seed)
  const drawn = items.map((item) => ({ item, at: chance() })).toSorted((one, other) => one.at - other.at)
  return drawn.slice(0, count).map(({ item }) => item)
}
