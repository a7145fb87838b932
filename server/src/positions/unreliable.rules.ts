import { type Coordinates, greatCircleKm } from '../locations/great-circle.rules.ts'
import { accuracyOf } from './accuracy.rules.ts'
import { newestOf, type Sample } from './samples.rules.ts'

/** Why a position is unreliable: a device without a fix says 0, 0; no vehicle makes such a jump. */
export type UnreliableReason = 'NO_FIX' | 'JUMP'

/** A position that is stored. */
export interface Fix extends Coordinates {
  /** Milliseconds since 1970. */
  at: number
  /** How far off it may be, in metres; null or absent when its device did not say. */
  accuracy_m?: number | null
}

/** What is stored of a resource before the first of its samples. */
export interface FixesBefore {
  /** The last reliable one; undefined when there is none of the day before. */
  reliable: Fix | undefined
  /** Up to two that were taken for jumps since then, oldest first. */
  jumped: readonly Fix[]
}

/** Degrees around 0, 0 in which there is sea only: about a hundred metres. */
const noFixDegrees = 0.001
/** Fixes scatter: what is this near is not a jump, however soon it comes. */
const leastJumpKm = 1
/** So many fixes that agree with one another are trusted: the vehicle is there, and what was known before was wrong. */
const mostJumps = 2

/**
 * The unreliable positions among samples, with the reason.
 * @param ordered by resource and instant, as `eachOnce` gives them
 * @param before what is stored, by resource
 * @param mostKmh the fastest a vehicle is; null: jumps are trusted
 */
export function unreliableAmong(
  ordered: readonly Sample[],
  before: ReadonlyMap<string, FixesBefore>,
  mostKmh: number | null,
): Map<Sample, UnreliableReason> {
  const doubts = new Map<Sample, UnreliableReason>()
  const byResource = Map.groupBy(
    ordered.filter(({ kind }) => kind === 'POSITION'),
    ({ resource_id }) => resource_id,
  )
  for (const [resourceId, samples] of byResource) {
    const isJump = jumpJudge(before.get(resourceId) ?? { reliable: undefined, jumped: [] }, mostKmh)
    for (const sample of samples.toSorted((one, other) => instantOf(one) - instantOf(other))) {
      const fix = fixOf(sample)
      if (isNoFix(fix)) doubts.set(sample, 'NO_FIX')
      else if (isJump(fix)) doubts.set(sample, 'JUMP')
    }
  }
  return doubts
}

/**
 * Fixes of one resource without those that no vehicle makes. What was stored as a jump is judged again among all there are:
 * what was missing when it came may have come since.
 * @param ordered by instant
 */
export function withoutJumps<F extends Fix>(ordered: readonly F[], mostKmh: number | null): F[] {
  const isJump = jumpJudge({ reliable: undefined, jumped: [] }, mostKmh)
  return ordered.filter((fix) => !isJump(fix))
}

/** Says of one fix after another, by their instants, whether it is a jump. */
function jumpJudge(before: FixesBefore, mostKmh: number | null): (fix: Fix) => boolean {
  let { reliable, jumped } = before
  return (fix) => {
    if (isReliable(fix, reliable, jumped, mostKmh)) {
      ;[reliable, jumped] = [fix, []]
      return false
    }
    jumped = [...jumped, fix].slice(-mostJumps)
    return true
  }
}

/** Of samples in order the newest of each resource and kind that is reliable. */
export function newestReliable(ordered: readonly Sample[], doubts: ReadonlyMap<Sample, UnreliableReason>): Sample[] {
  return newestOf(ordered.filter((sample) => !doubts.has(sample)))
}

/** Whether a device has said that it does not know where it is. */
export function isNoFix({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) < noFixDegrees && Math.abs(longitude) < noFixDegrees
}

function isReliable(fix: Fix, reliable: Fix | undefined, jumped: readonly Fix[], mostKmh: number | null): boolean {
  if (mostKmh === null || !reliable || isReachable(reliable, fix, mostKmh)) return true
  const chain = [...jumped, fix]
  return jumped.length >= mostJumps && chain.slice(1).every((next, at) => isReachable(chain[at]!, next, mostKmh))
}

function isReachable(from: Fix, to: Fix, mostKmh: number): boolean {
  // Two fixes may be apart by as much as both are off.
  const off = ((from.accuracy_m ?? 0) + (to.accuracy_m ?? 0)) / 1_000
  const km = Math.max(0, greatCircleKm(from, to) - off)
  return km < leastJumpKm || km <= (mostKmh * Math.abs(to.at - from.at)) / 3_600_000
}

function instantOf({ recorded_at }: Sample): number {
  return Date.parse(recorded_at)
}

function fixOf(sample: Sample): Fix {
  const { latitude, longitude } = sample.doc
  const accuracy_m = accuracyOf(sample.doc)
  return { at: instantOf(sample), latitude: Number(latitude), longitude: Number(longitude), accuracy_m }
}
