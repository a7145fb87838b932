import type { TrackingUpdateData } from '@cartage/contract/inbound/tracking-update'
import { foldText } from '@cartage/contract/reading/fold'

/** Identity and measurements of a device or vehicle of a connection. */
export interface Reading {
  /** Id on the other side. */
  source_id: string
  vin?: string | null
  plate?: string | null
  label?: string | null
  data: TrackingUpdateData[]
}

/** A vehicle with the data used for matching. */
export interface KnownVehicle {
  resource_id: string
  name: string
  external_id: string
  vin: string | null
  plate_key: string | null
  object_ids: readonly string[]
}

/** An unvalidated answer of another service. */
export type Given = Readonly<Record<string, unknown>>

/** A value as an object; undefined if it is not one. */
export function objectOf(value: unknown): Given | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : undefined
}

/** The objects of a list; empty if it is not a list. */
export function objectsOf(value: unknown): Given[] {
  if (!Array.isArray(value)) return []
  return value.map(objectOf).filter((one) => one !== undefined)
}

/** A text or number as trimmed text; null for anything else or if empty. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return String(value).trim().slice(0, 500) || null
}

/** A number, also from text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** An instant as ISO 8601 in UTC; without an offset it is taken as UTC. Undefined if invalid. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(text)
  const at = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** The position of a reading; undefined if incomplete. */
export function positionOf(given: {
  at: unknown
  latitude: unknown
  longitude: unknown
  accuracy?: unknown
}): TrackingUpdateData['position'] | undefined {
  const timestamp = instantOf(given.at)
  const [latitude, longitude] = [numberOf(given.latitude), numberOf(given.longitude)]
  if (timestamp === undefined || latitude === undefined || longitude === undefined) return undefined
  const accuracy = numberOf(given.accuracy)
  // Devices report 0 when the accuracy is unknown.
  const accuracy_m = accuracy !== undefined && accuracy > 0 ? Math.min(accuracy, 100_000) : null
  return { timestamp, latitude, longitude, ...(accuracy_m !== null && { accuracy_m }) }
}

/** The newest position among measurements; undefined without one. */
export function newestPosition(data: readonly TrackingUpdateData[]): TrackingUpdateData['position'] | undefined {
  const positions = data.flatMap(({ position }) => position ?? [])
  return positions.toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))[0]
}

/** Groups measurements by device. */
export function bySource(readings: readonly Reading[]): Reading[] {
  const known = new Map<string, Reading>()
  for (const one of readings) {
    const before = known.get(one.source_id)
    const later = Object.fromEntries(Object.entries(one).filter(([, value]) => value != null))
    known.set(one.source_id, before ? { ...before, ...later, data: [...before.data, ...one.data] } : one)
  }
  return [...known.values()]
}

/**
 * TELE-5: matches a device to one vehicle: by its VIN, by an id of the record, by its plate in any spelling, or by its
 * name. A criterion that matches several vehicles is skipped; undefined when no criterion matches exactly one.
 */
export function vehicleOf(
  source: Pick<Reading, 'source_id' | 'vin' | 'plate' | 'label'>,
  vehicles: readonly KnownVehicle[],
): string | undefined {
  const names = [source.vin, source.source_id, source.plate, source.label].flatMap((one) => one?.trim() || [])
  const keys = new Set(names.map(keyOf).filter((key) => key !== ''))
  const vins = new Set(names.map(keyOf).filter((key) => key.length >= 11))
  const ways: ((vehicle: KnownVehicle) => boolean)[] = [
    ({ vin }) => vin !== null && vins.has(keyOf(vin)),
    ({ external_id, object_ids }) => [external_id, ...object_ids].some((id) => id !== '' && names.includes(id)),
    ({ plate_key }) => plate_key !== null && keys.has(plate_key),
    ({ name }) => keys.has(keyOf(name)),
  ]
  for (const fits of ways) {
    const found = vehicles.filter(fits)
    if (found.length === 1) return found[0]!.resource_id
  }
  return undefined
}

/** Normalises a VIN or plate: no case, blanks or punctuation. */
function keyOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}
