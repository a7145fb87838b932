/** How long a stop takes when no one says, in minutes. */
export const usualMinutes = 30

/** How long stops take at a place, in minutes; null where no one has entered it. */
export interface StopMinutes {
  loading_minutes: number | null
  unloading_minutes: number | null
}

/**
 * TIME-6: how long a stop takes: as its order says, else as its place does for what is done there, else as stops usually take. This is
 * the one place where it is decided, for plans, suggestions and expected times.
 * @param said minutes that the order gives; null when it gives none
 */
export function stopMinutes(sent: number | null, role: string | null, place: StopMinutes | undefined): number {
  const there = role === 'PICKUP' ? place?.loading_minutes : role === 'DELIVERY' ? place?.unloading_minutes : null
  return sent ?? there ?? usualMinutes
}

/** The role by which a stop of a trip takes its time: goods are unloaded at a transfer and loaded again. */
export function handlingOf(kind: string, role: string | null): string | null {
  if (kind === 'TRANSFER_DROP') return 'DELIVERY'
  return kind === 'TRANSFER_PICKUP' ? 'PICKUP' : role
}

/** The minutes of a stop whose order gives its length in seconds; null when it gives none. */
export function minutesOfSeconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : Math.ceil(seconds / 60)
}
