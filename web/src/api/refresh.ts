import type { Query, QueryClient } from '@tanstack/react-query'
import { mayShow } from './shown-words.ts'

/**
 * Refetches active queries of these record kinds after a command. Inactive cached queries are refetched when they are
 * next used.
 * @param kinds as in the change stream: `order`, `trip`, `charge`
 */
export function refresh(queryClient: QueryClient, ...kinds: readonly string[]): Promise<void> {
  return readAgain(queryClient, ({ queryKey }) => mayShow(String(queryKey[0]), kinds))
}

/** Refetches all active queries except the session. */
export function refreshAll(queryClient: QueryClient): Promise<void> {
  return readAgain(queryClient, ({ queryKey }) => queryKey[0] !== 'session')
}

async function readAgain(queryClient: QueryClient, isConcerned: (query: Query) => boolean): Promise<void> {
  // LIVE-3: a running first fetch may predate the change, and TanStack Query would treat its result as fresh.
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

/** Schedules work. */
export type Later = (work: () => void, ms: number) => void

/** Time for which changes are collected, so that a burst loads each list once (milliseconds). */
const gatherMs = 250

/**
 * Minimum pause between refetches of queries that are expensive for the server (milliseconds). Other keys pause as long
 * as the fetch took.
 */
const restMs: Readonly<Record<string, number>> = {
  day: 3_000,
  money: 3_000,
  margin: 5_000,
  receivables: 5_000,
  reminders: 5_000,
  'money-checks': 30_000,
  'planning-conflicts': 5_000,
  'planning-driving': 5_000,
  // Recomputes the verdict of each suggested trip.
  optimisations: 2_000,
  standstills: 3_000,
  map: 2_000,
}

/**
 * Refetches active queries when other users change records. Each key runs one refetch at a time, so that a busy day
 * cannot overload the server.
 */
export function createRefresher(queryClient: QueryClient, later: Later = (work, ms) => setTimeout(work, ms)) {
  /** Keys that are scheduled, running or pausing, and whether they are due again. */
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
    /** Reports that any user changed a record of this kind. */
    note(kind: string): void {
      const shown = queryClient.getQueryCache().getAll()
      for (const word of new Set(shown.map(({ queryKey }) => String(queryKey[0])))) {
        if (mayShow(word, [kind])) note(word)
      }
    },
  }
}
