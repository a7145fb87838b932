/** Speeds that people choose from; the command takes any in between. */
export const speeds = [1, 10, 60, 600] as const
/** The fastest. */
export const mostSpeed = 600

/** A virtual clock: where it was when it was set, and how fast it goes. Instants are milliseconds since 1970. */
export interface VirtualClock {
  /** What it showed. */
  clock_at: number
  /** The server's time then. */
  set_at: number
  speed: number
  is_paused: boolean
}

/**
 * What the clock shows. It never runs ahead of the server: no rule takes a report of what is still to come, so a faster
 * clock catches up with the server and then keeps pace with it.
 */
export function readClock({ clock_at, set_at, speed, is_paused }: VirtualClock, now: number): number {
  const passed = is_paused ? 0 : Math.max(0, now - set_at) * speed
  return Math.max(clock_at, Math.min(now, clock_at + passed))
}

/** The clock with another speed, or paused: it goes on from what it shows. */
export function setClock(clock: VirtualClock, change: Partial<VirtualClock>, now: number): VirtualClock {
  return { ...clock, clock_at: readClock(clock, now), set_at: now, ...change }
}

/** Longest part of the day that is reported in one go, so that what happens is seen one thing after another. */
export const longestStep = 10 * 60_000

/** The end of the next part to report; undefined when there is none yet. */
export function nextStep(reportedUntil: number, clock: number, least = 1_000): number | undefined {
  return clock - reportedUntil < least ? undefined : Math.min(clock, reportedUntil + longestStep)
}
