/** Named places where a test may end or delay the process (OPS-2). */
export interface CrashPoints {
  /** Marks a place; with a crash point set there, the process kills itself. */
  reach(point: string): void
}

/** The real world: nothing happens at any place. */
export const noCrashPoints: CrashPoints = { reach() {} }

/**
 * Kills this process when a place has been reached often enough.
 * @param order `name` or `name#count`; `statement:*#120` means any 120th statement boundary
 */
export function crashAt(order: string): CrashPoints {
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
