/** The clock of a page: what shows it listens, and all of it moves together. */
export interface Clock {
  /** Calls `listener` with each tick until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** The time of the last tick; never older than two ticks, also when nothing listened or the page was asleep. */
  now(): Date
}

/** Creates a clock with this interval, with one timer, and only while something listens. */
export function createClock(tickEvery: number): Clock {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    now = new Date()
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      timer ??= setInterval(tick, tickEvery)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    now() {
      // Nothing ticks while nothing on the page shows a time, nor while the browser lets the page sleep. What came since
      // would lie in the future of a time that stood still.
      if (Math.abs(Date.now() - now.getTime()) >= 2 * tickEvery) now = new Date()
      return now
    },
  }
}
