import type { UsagePoint } from '@cartage/contract/usage/app'

/** Requests over time for the chart: seconds since 1970, with a number for each. */
export interface Series {
  at: number[]
  admitted: number[]
  refused: number[]
}

/** All points of a period ending now. The server omits those without requests. */
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

/** Maximum number of requests that the limits allow per step of a history. Undefined without limits. */
export function mostInStep(windows: readonly { seconds: number; limit: number }[], stepS: number): number | undefined {
  if (windows.length === 0) return undefined
  // A window longer than the step allows all of its requests within one step.
  return Math.min(...windows.map(({ seconds, limit }) => limit * Math.max(1, Math.ceil(stepS / seconds))))
}
