import type { UsagePoint } from '@cartage/contract/usage/app'

/** Requests over time, ready to be drawn: seconds since 1970, and a number for each of them. */
export interface Series {
  at: number[]
  admitted: number[]
  refused: number[]
}

/** Every point of a period that ends now; the server leaves those without requests out. */
export function seriesOf(points: readonly UsagePoint[], stepS: number, hours: number, now: Date): Series {
  const counted = new Map(points.map((point) => [Date.parse(point.at) / 1_000, point]))
  const last = Math.floor(now.getTime() / 1_000 / stepS) * stepS
  const count = Math.ceil((hours * 3_600) / stepS)
  const at = Array.from({ length: count }, (_, index) => last - (count - 1 - index) * stepS)
  return {
    at,
    admitted: at.map((second) => counted.get(second)?.admitted ?? 0),
    refused: at.map((second) => counted.get(second)?.refused ?? 0),
  }
}

/** The most requests the limits allow in one step of a history; undefined when nothing limits them. */
export function mostInStep(windows: readonly { seconds: number; limit: number }[], stepS: number): number | undefined {
  if (windows.length === 0) return undefined
  // A longer window than the step allows all of its requests at once.
  return Math.min(...windows.map(({ seconds, limit }) => limit * Math.max(1, Math.ceil(stepS / seconds))))
}
