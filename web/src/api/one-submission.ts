import type { Endpoint } from '@cartage/contract/endpoint'

/** An answer is remembered this long for the second press of a double-click that comes after it. */
const doubleClickMs = 1_000

interface Submission {
  /** Sent as Idempotency-Key. */
  key: string
  /** The request that is under way. */
  running?: Promise<unknown>
  answeredAt?: number
}

/** What a request says. */
interface Content {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** What a submission needs from outside. */
interface World {
  newKey: () => string
  now: () => number
  /** Whether a failure leaves open what the server did, so that the same request is to be sent under the same key. */
  isOpen: (error: unknown) => boolean
}

/** Sends a request that changes something; `key` goes with it where the endpoint takes one. */
export type Send<Answer> = (key: string) => Promise<Answer>

/**
 * One guard for everything the pages change. What is sent while the very same request is under way gets its answer and
 * goes out once. A request keeps its key until its outcome is known, so that sending it again after a lost connection
 * creates nothing twice; so does the second press of a double-click when it comes after the answer.
 */
export function createSubmissions({ newKey, now, isOpen }: World) {
  const submissions = new Map<string, Submission>()

  function forgetAnswered(except: string) {
    for (const [name, { running, answeredAt }] of submissions) {
      // Something else was changed meanwhile: the same request is intended again.
      if (name !== except && running === undefined && answeredAt !== undefined) submissions.delete(name)
    }
  }

  function submissionOf(name: string): Submission {
    const known = submissions.get(name)
    const isOver = known?.answeredAt !== undefined && now() - known.answeredAt > doubleClickMs
    if (known && !isOver) return known
    const submission = { key: newKey() }
    submissions.set(name, submission)
    return submission
  }

  async function run<Answer>(name: string, submission: Submission, keepsKey: boolean, send: Send<Answer>) {
    try {
      const answer = await send(submission.key)
      if (keepsKey) submission.answeredAt = now()
      else submissions.delete(name)
      return answer
    } catch (error) {
      if (!isOpen(error)) submissions.delete(name)
      throw error
    } finally {
      delete submission.running
    }
  }

  return async function submit<Answer>(endpoint: Endpoint, request: Content, send: Send<Answer>): Promise<Answer> {
    const name = nameOf(endpoint, request)
    forgetAnswered(name)
    const submission = submissionOf(name)
    submission.running ??= run(name, submission, endpoint.creates === 'header', send)
    // One name is one endpoint, and one endpoint has one kind of answer.
    return await (submission.running as Promise<Answer>)
  }
}

/** Two requests of one name say the same; a file is known by its name, size and age. */
function nameOf(endpoint: Endpoint, request: Content): string {
  return JSON.stringify([endpoint.id, request.params, request.query, request.body], (_, value: unknown) =>
    value instanceof File
      ? [value.name, value.size, value.lastModified]
      : value instanceof Blob
        ? [value.size, value.type]
        : value,
  )
}
