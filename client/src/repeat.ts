import { Problem, type Unreached } from './problem.ts'

const statuses = [429, 500, 502, 503, 504]

/**
 * CLIENT-31: whether a retry may help. Every request can be sent again: creating requests carry a key, and the others
 * set the same values.
 */
export function mayRepeat(problem: Problem | Unreached): boolean {
  if (!(problem instanceof Problem)) return true
  return statuses.includes(problem.status) || (problem.status === 409 && problem.retryAfter !== undefined)
}

/** Seconds before the next attempt: as requested by the server, otherwise doubled each time, with jitter. */
export function waitBefore(count: number, problem: Problem | Unreached): number {
  const requested = problem instanceof Problem ? problem.retryAfter : undefined
  return requested ?? 2 ** (count - 2) * (1 + Math.random())
}

/** Waits, unless the caller aborts. */
export async function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', end, { once: true })
  })
}
