/** Default duration of a stop, in minutes. */
export const usualMinutes = 30

/** Durations of stops at a place, in minutes; null if not entered. */
export interface StopMinutes {
  loading_minutes: number | null
  unloading_minutes: number | null
}

/**
 * TIME-6: the duration of a stop: from its order, else from its place for this kind of work, else the default. The only
 * implementation, for plans, suggestions and ETAs.
 * @param sent minutes that the order gives; null when it gives none
 */
export function stopMinutes(sent: number | null, role: string | null, place: StopMinutes | undefined): number {
  const there = role === 'PICKUP' ? place?.loading_minutes : role === 'DELIVERY' ? place?.unloading_minutes : null
  return sent ?? there ?? usualMinutes
}

/** The stop role that determines the duration of a trip stop: a transfer unloads goods and loads them again. */
export function handlingOf(kind: string, role: string | null): string | null {
  if (kind === 'TRANSFER_DROP') return 'DELIVERY'
  return kind === 'TRANSFER_PICKUP' ? 'PICKUP' : role
}

/** The minutes of a stop whose order gives its duration in seconds; null if it gives none. */
export function minutesOfSeconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : Math.ceil(seconds / 60)
}
