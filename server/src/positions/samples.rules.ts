import type { TrackingUpdateData } from '@cartage/contract/inbound/tracking-update'
import type { SampleKind } from '@cartage/contract/positions/app/fleet'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import { accuracyOf, isBetterFix, rankOfFix } from './accuracy.rules.ts'

/** One measurement. `recorded_at` is ISO 8601 in UTC with milliseconds. */
export interface Sample {
  resource_id: string
  kind: SampleKind
  recorded_at: string
  /** As it was sent, without its timestamp. */
  doc: Readonly<Record<string, unknown>>
}

/** Where a resource was. */
export interface PositionSample {
  resource_id: string
  recorded_at: string
  latitude: number
  longitude: number
  /** How far off it may be, in metres; null or absent when its device did not say. */
  accuracy_m?: number | null
}

/** Milliseconds since 1970 between which samples are taken. */
export interface AcceptedRange {
  from: number
  to: number
}

/** Minutes a device's clock may be ahead of ours. */
const mostAheadMinutes = 10
const minute = 60_000
const day = 24 * 60 * minute

/** Samples from before what is kept, and those that a clock that is wrong puts into the future, are not taken. */
export function acceptedRange(now: number, retentionDays: number): AcceptedRange {
  return { from: now - retentionDays * day, to: now + mostAheadMinutes * minute }
}

const kinds = {
  position: 'POSITION',
  temperature: 'TEMPERATURE',
  tachograph: 'TACHOGRAPH',
  fuel: 'FUEL',
  mileage: 'MILEAGE',
  weight: 'WEIGHT',
} as const satisfies Record<keyof TrackingUpdateData, SampleKind>

/** What one set of measurements comes to: samples to keep, and why others are not taken. */
export function samplesOf(
  resourceId: string,
  data: TrackingUpdateData,
  range: AcceptedRange,
): { samples: Sample[]; refusals: { member: string; reason: string }[] } {
  const samples: Sample[] = []
  const refusals: { member: string; reason: string }[] = []
  for (const [member, kind] of Object.entries(kinds) as [keyof TrackingUpdateData, SampleKind][]) {
    const given = data[member]
    if (!given) continue
    const { timestamp, ...measured } = given
    const reason = faultOf(timestamp, measured, range)
    if (reason !== undefined) {
      refusals.push({ member, reason })
      continue
    }
    const odd = oddTimesIn(measured)
    const doc = Object.fromEntries(Object.entries(measured).filter(([name]) => !odd.has(name)))
    samples.push({ resource_id: resourceId, kind, recorded_at: timestamp, doc })
    for (const [name, given] of odd) refusals.push({ member: `${member}.${name}`, reason: outOfSense(name, given) })
  }
  return { samples, refusals }
}

/** SENSE-2: instants of a sample, such as the next rest, at which nothing can be driven. The rest of it is taken. */
function oddTimesIn(measured: object): Map<string, string> {
  const instants = Object.entries(measured).filter(([, value]) => typeof value === 'string' && instant.test(value))
  return new Map(instants.filter(([, value]) => !isSensibleTime(value)))
}

const instant = /^[+-]?\d{4,6}-\d{2}-\d{2}T/

function outOfSense(name: string, given: string): string {
  return `${name} ${given} is not in the years ${sensibleYears}, so it is not taken. Leave it out when there is none.`
}

function faultOf(timestamp: string, doc: object, range: AcceptedRange): string | undefined {
  const at = Date.parse(timestamp)
  if (at < range.from) return `timestamp ${timestamp} is older than samples are kept. Send newer ones.`
  if (at > range.to) return `timestamp ${timestamp} is in the future. Check the clock of the device.`
  if (!('latitude' in doc && 'longitude' in doc)) return undefined
  const { latitude, longitude } = doc as { latitude: number; longitude: number }
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return undefined
  return `latitude ${latitude}, longitude ${longitude} is no place on Earth. Check the order of the two.`
}

/** Each sample once, in the order rows are locked and written in; of several positions of one instant the best (TELE-1). */
export function eachOnce(samples: readonly Sample[]): Sample[] {
  const byKey = new Map<string, Sample>()
  for (const sample of samples) {
    const key = `${sample.resource_id} ${sample.kind} ${sample.recorded_at}`
    const known = byKey.get(key)
    if (!known || (sample.kind === 'POSITION' && isBetterFix(measured(sample), measured(known)))) byKey.set(key, sample)
  }
  return [...byKey.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sample]) => sample)
}

/**
 * Of samples in that order the newest of each resource and kind; of positions a coarse one only when nothing better is about as
 * new (TELE-1).
 */
export function newestOf(ordered: readonly Sample[]): Sample[] {
  const newest = new Map<string, Sample>()
  for (const sample of ordered) {
    const key = `${sample.resource_id} ${sample.kind}`
    const known = newest.get(key)
    if (!known || rankOf(sample) >= rankOf(known)) newest.set(key, sample)
  }
  return [...newest.values()]
}

function rankOf(sample: Sample): number {
  const at = Date.parse(sample.recorded_at)
  return sample.kind === 'POSITION' ? rankOfFix(at, accuracyOf(sample.doc)) : at
}

function measured({ doc }: Sample) {
  return { latitude: Number(doc.latitude), longitude: Number(doc.longitude), accuracy_m: accuracyOf(doc) }
}

/** The positions among samples. */
export function positionsOf(samples: readonly Sample[]): PositionSample[] {
  return samples
    .filter(({ kind }) => kind === 'POSITION')
    .map((sample) => ({ resource_id: sample.resource_id, recorded_at: sample.recorded_at, ...measured(sample) }))
}
