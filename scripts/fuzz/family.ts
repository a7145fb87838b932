import type { Scratch, TenantFacts } from '../scratch.ts'
import type { Caller } from './caller.ts'

/** Listener on this machine that no request of the service may reach; it counts connections. */
export interface Canary {
  readonly port: number
  /** Number of connections so far. */
  count(): number
  close(): void
}

/** Extent of a family: the part of `npm test`, the usual one for a change, or that of a release. */
export type Form = 'short' | 'usual' | 'deep'

/** The attacked server and its attackers. */
export interface Target {
  readonly baseUrl: string
  readonly scratch: Scratch
  readonly tenant: TenantFacts
  /** Caller of the tenant. */
  readonly caller: Caller
  /** Caller of another tenant. */
  readonly other: Caller
  /** Listener on this machine that nothing may reach. */
  readonly canary: Canary
  /** File in which the server records how long it was busy without a pause, see `turns.ts`. */
  readonly turnsFile: string
  readonly form: Form
  /** Determines all random values. */
  readonly seed: number
  /** Number of inputs: from the command line, or the default of the form. */
  inputs(ofForm: Readonly<Record<Form, number>>): number
  /** Counts and prints a check. `fault` describes the error; undefined on success. */
  judge(what: string, fault: string | undefined): void
}

/** One kind of attack. After each, the logs of the server and PostgreSQL may contain no error. */
export interface Family {
  /** One-line description for `--help`. */
  readonly what: string
  run(target: Target): Promise<void>
}

/** Maximum number of errors shown per check. */
const mostShown = 8

/** Joins several errors into one text; undefined without errors. */
export function faultsIn(faults: readonly (string | undefined)[]): string | undefined {
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length === 0) return undefined
  const more = found.length > mostShown ? `\n    … ${found.length - mostShown} more` : ''
  return `    ${found.slice(0, mostShown).join('\n    ')}${more}`
}

/** Processes items with limited concurrency; results are in item order. */
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

/** Deterministic random numbers from 0 to below 1 for a seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffled sample of a list with at most this many items. */
export function sample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const chance = chances(seed)
  const drawn = items.map((item) => ({ item, at: chance() })).toSorted((one, other) => one.at - other.at)
  return drawn.slice(0, count).map(({ item }) => item)
}
