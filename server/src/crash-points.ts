import { appendFileSync } from 'node:fs'

/** Named places where a test may end or delay the process (OPS-2). */
export interface CrashPoints {
  /** Marks a place; with a crash point set there, the process kills itself. */
  reach(point: string): void
}

/** The real world: nothing happens at any place. */
export const noCrashPoints: CrashPoints = { reach() {} }

const recording = 'record:'

/**
 * Kills this process when a place has been reached often enough, or writes down which places there are.
 * @param order `name` or `name#count`; `statement:*#120` means any 120th statement boundary; `record:FILE` appends the name of
 *   each place to a file, when it is reached for the first time
 */
export function crashAt(order: string): CrashPoints {
  if (order.startsWith(recording)) return recordTo(order.slice(recording.length))
  const [pattern = '', count = '1'] = order.split('#')
  let left = Number(count)
  const matches = pattern.endsWith('*')
    ? (point: string) => point.startsWith(pattern.slice(0, -1))
    : (point: string) => point === pattern
  return {
    reach(point) {
      if (!matches(point)) return
      left -= 1
      if (left <= 0) process.kill(process.pid, 'SIGKILL')
    },
  }
}

function recordTo(file: string): CrashPoints {
  const seen = new Set<string>()
  return {
    reach(point) {
      if (seen.has(point)) return
      seen.add(point)
      appendFileSync(file, `${point}\n`)
    },
  }
}
