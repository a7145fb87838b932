/** Speeds offered in the user interface; the command accepts any in between. */
export const speeds = [1, 10, 60, 600] as const
/** Maximum speed. */
export const mostSpeed = 600

/** A virtual clock: its time when it was set, and its speed. Instants are milliseconds since 1970. */
export interface VirtualClock {
  /** Virtual time when it was set. */
  clock_at: number
  /** Server time when it was set. */
  set_at: number
  speed: number
  is_paused: boolean
}

/**
 * Virtual time. It never runs ahead of the server, because no rule accepts reports from the future: a faster clock
 * catches up with the server and then keeps pace with it.
 */
export function readClock({ clock_at, set_at, speed, is_paused }: VirtualClock, now: number): number {
  const passed = is_paused ? 0 : Math.max(0, now - set_at) * speed
  return Math.max(clock_at, Math.min(now, clock_at + passed))
}

/** Changes speed or pause; the clock continues from its current time. */
export function setClock(clock: VirtualClock, change: Partial<VirtualClock>, now: number): VirtualClock {
  return { ...clock, clock_at: readClock(clock, now), set_at: now, ...change }
}

/** Longest part of the day reported at once, so that events appear one after another. */
export const longestStep = 10 * 60_000

/** The end of the next part to report; undefined when there is none yet. */
export function nextStep(reportedUntil: number, clock: number, least = 1_000): number | undefined {
  return clock - reportedUntil < least ? undefined : Math.min(clock, reportedUntil + longestStep)
}
