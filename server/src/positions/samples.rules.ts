import type { TrackingUpdateData } from '@cartage/contract/inbound/tracking-update'
import type { SampleKind } from '@cartage/contract/positions/app/fleet'
import { isSensibleTime, sensibleYears } from '@cartage/contract/reading/sense'
import { accuracyOf, isBetterFix, rankOfFix } from './accuracy.rules.ts'

/** One measurement. `recorded_at` is ISO 8601 in UTC with milliseconds. */
export interface Sample {
  resource_id: string
  kind: SampleKind
  recorded_at: string
  /** The sent data, without its timestamp. */
  doc: Readonly<Record<string, unknown>>
}

/** A position of a resource. */
export interface PositionSample {
  resource_id: string
  recorded_at: string
  latitude: number
  longitude: number
  /** Accuracy in metres; null or absent if not reported by the device. */
  accuracy_m?: number | null
}

/** The accepted time range of samples, in milliseconds since 1970. */
export interface AcceptedRange {
  from: number
  to: number
}

/** Minutes that a device's clock may be ahead of ours. */
const mostAheadMinutes = 10
const minute = 60_000
const day = 24 * 60 * minute

/** Rejects samples older than the retention period, and samples that a wrong clock puts into the future. */
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

/** The result of a set of measurements: samples to store, and why others are rejected. */
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

/** SENSE-2: invalid times in a sample, such as an impossible next rest. The rest of the sample is accepted. */
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

/** Samples without duplicates, in the order in which rows are locked; of positions at one instant the best (TELE-1). */
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
 * The newest sample of each resource and kind, from samples in that order; a coarse position only if nothing better is
 * nearly as new (TELE-1).
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
