import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** What the transactions of one piece of work have left behind so far. */
export interface CommitWatch {
  /** One of them wrote, or locked, and was committed. */
  hasWritten: boolean
}

const watches = new AsyncLocalStorage<CommitWatch>()

/**
 * Runs `work` and notes in `watch` what the transactions it opens commit. Without a watch a commit costs nothing more.
 */
export function watchCommits<T>(watch: CommitWatch, work: () => Promise<T>): Promise<T> {
  return watches.run(watch, work)
}

const hasWritten = 'select pg_current_xact_id_if_assigned() is not null as has_written'

/**
 * Asks, in the packet of the commit that follows, whether the transaction has written. Undefined when no one watches.
 * @returns to be called once the commit has succeeded
 */
export function observeCommit(client: pg.ClientBase): (() => Promise<void>) | undefined {
  const watch = watches.getStore()
  if (watch === undefined) return undefined
  const requested = client.query<{ has_written: boolean }>({ name: 'db.has_written', text: hasWritten })
  // The commit fails as well then, and says why.
  requested.catch(() => {})
  return async () => {
    if ((await requested).rows[0]!.has_written) watch.hasWritten = true
  }
}
