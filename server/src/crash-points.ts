import { appendFileSync } from 'node:fs'

/** Named places where a test can kill or delay the process (OPS-2). */
export interface CrashPoints {
  /** Marks a place. If a crash point is set there, the process kills itself. */
  reach(point: string): void
}

/** For production: no place has an effect. */
export const noCrashPoints: CrashPoints = { reach() {} }

const recording = 'record:'

/**
 * Kills this process once a place has been reached often enough, or lists the places.
 * @param order `name` or `name#count`; `statement:*#120` means any 120th statement boundary; `record:FILE` appends the
 * name of each place to a file, when it is first reached
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
