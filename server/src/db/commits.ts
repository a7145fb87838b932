import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Outcome of the transactions of one piece of work so far. */
export interface CommitWatch {
  /** One of them wrote or locked something and was committed. */
  hasWritten: boolean
}

const watches = new AsyncLocalStorage<CommitWatch>()

/** Runs `work` and records the commits of its transactions in `watch`. Without a watch, commits have no extra cost. */
export function watchCommits<T>(watch: CommitWatch, work: () => Promise<T>): Promise<T> {
  return watches.run(watch, work)
}

const hasWritten = 'select pg_current_xact_id_if_assigned() is not null as has_written'

/**
 * Queries, in the packet of the following commit, whether the transaction has written. Undefined without a watch.
 * @returns a function to call once the commit has succeeded
 */
export function observeCommit(client: pg.ClientBase): (() => Promise<void>) | undefined {
  const watch = watches.getStore()
  if (watch === undefined) return undefined
  const requested = client.query<{ has_written: boolean }>({ name: 'db.has_written', text: hasWritten })
  // The commit then fails too, with the reason.
  requested.catch(() => {})
  return async () => {
    if ((await requested).rows[0]!.has_written) watch.hasWritten = true
  }
}
