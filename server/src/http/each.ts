import type { BulkAnswer } from '@cartage/contract/listing'
import { msg } from '@cartage/contract/message'
import type { Context } from '../context.ts'
import { CommitUnknown, isRetryable, isTimedOut, isUnavailable } from '../db/failure.ts'
import type { Render } from './language.ts'
import { Problem, sentenceOf } from './problem.ts'

type Result = BulkAnswer['items'][number]

/**
 * Applies an action to many records, one after the other and each in its own transaction, and reports the outcome per
 * record (EACH-1).
 * @throws if the database is unavailable before the first one
 */
export type DoEach = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
) => Promise<Result[]>

/** Log and request id for unexpected errors. */
export interface Faults {
  log: Context['log']
  /** Null for work that no request started. */
  requestId: string | null
}

/** Makes a function that applies an action to each record of one request. */
export function createEach(faults: Faults, render: Render): DoEach {
  return async (items, idOf, work) => {
    const results: Result[] = []
    const refused = (id: string, problem: Problem): Result => {
      const [first] = problem.errors ?? []
      return { id, is_done: false, message: render(first ? sentenceOf(first) : problem.sentence) }
    }
    let isAway = false
    for (const item of items) {
      const id = idOf(item)
      if (isAway) {
        results.push(refused(id, untried()))
        continue
      }
      try {
        await work(item)
        results.push({ id, is_done: true, message: null })
      } catch (error) {
        // EACH-2
        isAway = isUnavailable(error)
        if (isAway && results.length === 0) throw error
        results.push(refused(id, problemOfOne(faults, id, error)))
      }
    }
    return results
  }
}

/** The Problem of a record not tried because the database became unavailable before its turn (EACH-2). */
export function untried(): Problem {
  const message = 'The service was unavailable, so this was not done. Do it again in a moment.'
  return new Problem('unavailable', { message })
}

/** The Problem of a failed record. An unexpected error is logged under the id in its message. */
export function problemOfOne({ log, requestId }: Faults, id: string, error: unknown): Problem {
  if (error instanceof Problem && error.code !== 'internal_error') return error
  if (error instanceof CommitUnknown) {
    const message =
      'The connection to the database was lost while saving. Look whether it was done before you do it again.'
    return new Problem('outcome_unknown', { message })
  }
  if (isUnavailable(error)) return untried()
  if (isRetryable(error) || isTimedOut(error)) {
    const message = 'Others were changing the same at that moment, or it took too long. Do it again.'
    return new Problem('unavailable', { message })
  }
  log.error({ err: error, request_id: requestId, record_id: id }, 'one of several records could not be done')
  const message = msg`A fault of the service kept this from being done. If it happens again, report its number to your administrator: ${requestId ?? id}.`
  return new Problem('internal_error', { message })
}

/** Describes a record by its bare id, for records without a name. */
export function itself(id: string): string {
  return id
}
