/** Clock of a page, shared by all displayed times so that they update together. */
export interface Clock {
  /** Calls `listener` with each tick until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Time of the last tick. Never older than two ticks, even if nothing listened or the page was asleep. */
  now(): Date
}

/** Creates a clock with this interval. Its single timer runs only while something listens. */
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
      // Nothing ticks while no time is displayed, or while the browser suspends the page. Later instants would then
      // appear to be in the future.
      if (Math.abs(Date.now() - now.getTime()) >= 2 * tickEvery) now = new Date()
      return now
    },
  }
}
