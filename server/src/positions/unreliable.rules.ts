import { type Coordinates, greatCircleKm } from '../locations/great-circle.rules.ts'
import { accuracyOf } from './accuracy.rules.ts'
import { newestOf, type Sample } from './samples.rules.ts'

/** Why a position is unreliable: 0, 0 from a device without a fix, or a jump that no vehicle makes. */
export type UnreliableReason = 'NO_FIX' | 'JUMP'

/** A position that is stored. */
export interface Fix extends Coordinates {
  /** Milliseconds since 1970. */
  at: number
  /** Accuracy in metres; null or absent if not reported by the device. */
  accuracy_m?: number | null
}

/** Stored fixes of a resource before its first sample. */
export interface FixesBefore {
  /** The last reliable one; undefined if there is none within a day before. */
  reliable: Fix | undefined
  /** Up to two that were judged as jumps since then, oldest first. */
  jumped: readonly Fix[]
}

/** Degrees around 0, 0 where there is only sea: about a hundred metres. */
const noFixDegrees = 0.001
/** Fixes scatter: anything this near is not a jump, however soon it follows. */
const leastJumpKm = 1
/** This many fixes in mutual agreement are trusted: the vehicle is there, and the earlier position was wrong. */
const mostJumps = 2

/**
 * The unreliable positions among samples, with the reason.
 * @param ordered by resource and instant, as `eachOnce` gives them
 * @param before what is stored, by resource
 * @param mostKmh maximum speed of a vehicle; null: jumps are trusted
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
 * Fixes of one resource without jumps. Stored jumps are judged again, because missing positions may have arrived since.
 * @param ordered by instant
 */
export function withoutJumps<F extends Fix>(ordered: readonly F[], mostKmh: number | null): F[] {
  const isJump = jumpJudge({ reliable: undefined, jumped: [] }, mostKmh)
  return ordered.filter((fix) => !isJump(fix))
}

/** Judges fixes in chronological order: whether each is a jump. */
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

/** The newest reliable sample of each resource and kind, from ordered samples. */
export function newestReliable(ordered: readonly Sample[], doubts: ReadonlyMap<Sample, UnreliableReason>): Sample[] {
  return newestOf(ordered.filter((sample) => !doubts.has(sample)))
}

/** Whether a device reported that it has no fix. */
export function isNoFix({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) < noFixDegrees && Math.abs(longitude) < noFixDegrees
}

function isReliable(fix: Fix, reliable: Fix | undefined, jumped: readonly Fix[], mostKmh: number | null): boolean {
  if (mostKmh === null || !reliable || isReachable(reliable, fix, mostKmh)) return true
  const chain = [...jumped, fix]
  return jumped.length >= mostJumps && chain.slice(1).every((next, at) => isReachable(chain[at]!, next, mostKmh))
}

function isReachable(from: Fix, to: Fix, mostKmh: number): boolean {
  // Two fixes may be apart by the sum of their inaccuracies.
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
