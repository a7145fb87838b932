import type { Query, QueryClient } from '@tanstack/react-query'
import { mayShow } from './shown-words.ts'

/**
 * Reads again what is shown of records of these kinds, after a command on them. What is kept and not shown is read
 * again when it is shown.
 * @param kinds as the stream of changes names them: `order`, `trip`, `charge`
 */
export function refresh(queryClient: QueryClient, ...kinds: readonly string[]): Promise<void> {
  return readAgain(queryClient, ({ queryKey }) => mayShow(String(queryKey[0]), kinds))
}

/** Reads everything again that is shown, except who is signed in. */
export function refreshAll(queryClient: QueryClient): Promise<void> {
  return readAgain(queryClient, ({ queryKey }) => queryKey[0] !== 'session')
}

async function readAgain(queryClient: QueryClient, isConcerned: (query: Query) => boolean): Promise<void> {
  // LIVE-3: a first answer that is on its way may be from before the change, and TanStack Query would take it for fresh.
  const firsts = queryClient
    .getQueryCache()
    .findAll({ predicate: isConcerned, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await Promise.all([
    queryClient.invalidateQueries({ predicate: isConcerned }),
    ...firsts.map(async (query) => {
      await query.promise?.catch(() => {})
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}

/** Runs work later. */
export type Later = (work: () => void, ms: number) => void

/** Changes are gathered this long, so that a burst loads each list once (milliseconds). */
const gatherMs = 250

/** At least this long between two readings of what costs the server much (milliseconds); other words rest as long as reading took. */
const restMs: Readonly<Record<string, number>> = {
  day: 3_000,
  money: 3_000,
  margin: 5_000,
  receivables: 5_000,
  reminders: 5_000,
  'money-checks': 30_000,
  'planning-conflicts': 5_000,
  'planning-driving': 5_000,
  // Each suggested trip is judged again.
  optimisations: 2_000,
  standstills: 3_000,
  map: 2_000,
}

/**
 * Reads what is shown again when others change records. Each word is read once at a time, so that a busy day never asks
 * for more than the server answers.
 */
export function createRefresher(queryClient: QueryClient, later: Later = (work, ms) => setTimeout(work, ms)) {
  /** Words that wait for their reading or rest after it, and whether they are due again. */
  const busy = new Map<string, { isDue: boolean }>()

  function note(word: string): void {
    const state = busy.get(word)
    if (state !== undefined) {
      state.isDue = true
      return
    }
    busy.set(word, { isDue: true })
    later(() => void read(word), gatherMs)
  }

  async function read(word: string): Promise<void> {
    const state = busy.get(word)!
    state.isDue = false
    const began = performance.now()
    await readAgain(queryClient, ({ queryKey }) => queryKey[0] === word)
    later(
      () => {
        busy.delete(word)
        if (state.isDue) note(word)
      },
      Math.max(restMs[word] ?? 0, performance.now() - began),
    )
  }

  return {
    /** A record of this kind was changed, by whomever. */
    note(kind: string): void {
      const shown = queryClient.getQueryCache().getAll()
      for (const word of new Set(shown.map(({ queryKey }) => String(queryKey[0])))) {
        if (mayShow(word, [kind])) note(word)
      }
    },
  }
}
