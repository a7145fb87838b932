import type { Endpoint } from '@cartage/contract/endpoint'

/** How long a response is kept for the second press of a double-click. */
const doubleClickMs = 1_000

interface Submission {
  /** Sent as Idempotency-Key. */
  key: string
  /** The running request. */
  running?: Promise<unknown>
  answeredAt?: number
}

/** Content of a request. */
interface Content {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Dependencies of the guard. */
interface World {
  newKey: () => string
  now: () => number
  /** Whether a failure leaves the outcome unknown, so that a retry must reuse the key. */
  isOpen: (error: unknown) => boolean
}

/** Sends a command; `key` goes with it where the endpoint accepts one. */
export type Send<Answer> = (key: string) => Promise<Answer>

/**
 * Guards all commands of the pages. An identical request sent while the first is running shares its response. A request
 * keeps its key until its outcome is known, so that a retry after a lost connection creates nothing twice. The second
 * press of a double-click is covered even after the response.
 */
export function createSubmissions({ newKey, now, isOpen }: World) {
  const submissions = new Map<string, Submission>()

  function forgetAnswered(except: string) {
    for (const [name, { running, answeredAt }] of submissions) {
      // Another change happened in between: repeating the request is intended.
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
    // The name includes the endpoint, which determines the response type.
    return await (submission.running as Promise<Answer>)
  }
}

/** Identity of a request by its content; files count by name, size and modification time. */
function nameOf(endpoint: Endpoint, request: Content): string {
  return JSON.stringify([endpoint.id, request.params, request.query, request.body], (_, value: unknown) =>
    value instanceof File
      ? [value.name, value.size, value.lastModified]
      : value instanceof Blob
        ? [value.size, value.type]
        : value,
  )
}
