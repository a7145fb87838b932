/** When a stop is planned and was driven, as far as it says when the position of its driver is shared. */
export interface SharedStop {
  planned_start_at: string | null
  planned_end_at: string | null
  arrived_at: string | null
  left_at: string | null
  is_cancelled: boolean
}

/** From when until when, in milliseconds since 1970. */
export interface SharingWindow {
  from: number
  until: number
}

/** Minutes before the first stop from which positions count: the drive to it is part of the trip. */
export const sharingMinutesBefore = 60
/** Hours after the last known time of a trip at which sharing ends, when no one says that its last stop was left. */
export const sharingHoursAfter = 12

/**
 * LINK-11: from when until when the phone of a driver says where it is for a trip: from an hour before the first stop until the
 * last one is left. Decided here for the phone, which stops by itself, and for the server, which refuses the rest.
 * @returns undefined for a trip without times that no one has begun
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

/** Whether an instant, in milliseconds since 1970, is in one of the windows. */
export function isShared(windows: readonly SharingWindow[], at: number): boolean {
  return windows.some(({ from, until }) => from <= at && at <= until)
}

function instants(texts: readonly (string | null)[]): number[] {
  return texts.flatMap((text) => (text === null ? [] : [Date.parse(text)]))
}
