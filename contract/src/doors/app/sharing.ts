/** Planned and actual times of a stop, which determine when the driver's position is shared. */
export interface SharedStop {
  planned_start_at: string | null
  planned_end_at: string | null
  arrived_at: string | null
  left_at: string | null
  is_cancelled: boolean
}

/** Start and end in milliseconds since 1970. */
export interface SharingWindow {
  from: number
  until: number
}

/** Minutes before the first stop when sharing starts: the drive to it is part of the trip. */
export const sharingMinutesBefore = 60
/** Hours after the last known time of a trip when sharing ends, if no departure from the last stop is reported. */
export const sharingHoursAfter = 12

/**
 * LINK-11: period in which a driver's phone shares its position for a trip: from an hour before the first stop until
 * departure from the last one. Shared by the phone, which stops by itself, and the server, which refuses other
 * positions.
 * @returns undefined for a trip without times that has not begun
 */
export function sharingWindow(stops: readonly SharedStop[]): SharingWindow | undefined {
  const live = stops.filter(({ is_cancelled }) => !is_cancelled)
  const planned = instants(live.map((stop) => stop.planned_start_at))
  const arrived = instants(live.map((stop) => stop.arrived_at))
  const begin = [...planned.map((at) => at - sharingMinutesBefore * 60_000), ...arrived]
  if (begin.length === 0) return undefined
  const left = instants(live.map((stop) => stop.left_at))
  const ends = instants(live.map((stop) => stop.planned_end_at))
  const until =
    left.length === live.length
      ? Math.max(...left)
      : Math.max(...planned, ...ends, ...arrived, ...left) + sharingHoursAfter * 3_600_000
  return { from: Math.min(...begin), until }
}

/** Whether an instant, in milliseconds since 1970, is within one of the windows. */
export function isShared(windows: readonly SharingWindow[], at: number): boolean {
  return windows.some(({ from, until }) => from <= at && at <= until)
}

function instants(texts: readonly (string | null)[]): number[] {
  return texts.flatMap((text) => (text === null ? [] : [Date.parse(text)]))
}
