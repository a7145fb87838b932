import { isUuid } from '@cartage/contract/uuid'
import type { Json } from './payloads/difference.rules.ts'

/** State of a trip or booking at a partner after a comparison. */
export interface Standing {
  /** The partner has an outdated version. */
  differs: boolean
  /** Seconds until the next comparison without a known change; null: never. */
  lookIn: number | null
}

/** Seconds until the next comparison: the first one finds a change that was made while a message was written. */
export const lookAfter = { sent: 60, same: 86_400, trouble: 3_600, draft: 300 } as const

/**
 * Whether a partner may keep an outdated version while the trip is a draft again.
 * @param waited seconds since the draft differs; null when it did not before
 * @param minutes how long the tenant lets it differ; null: until it is confirmed
 * @returns seconds until the next comparison, undefined when the partner has to be notified now
 */
export function draftWait(waited: number | null, minutes: number | null): number | undefined {
  if (minutes === null) return lookAfter.same
  const left = minutes * 60 - (waited ?? 0)
  return left <= 0 ? undefined : Math.min(Math.ceil(left), lookAfter.draft)
}

/** Parts of an order, which are not followed as separate records. */
const parts: readonly string[] = [
  'consignments',
  'goods',
  'packaged_items',
  'handling_units',
  'stops',
  'stop_groups',
  'start_stop',
  'end_stop',
  'pickup_stop',
  'delivery_stop',
  'container_load_unload_stop',
  'booking',
]

/** Ids of the records in a message: orders, resources, companies, locations. A change of one may change the message. */
export function recordsIn(payload: Json): string[] {
  const found = new Set<string>()
  collect(payload, '', found)
  return [...found]
}

function isRecord(id: string, name: string): boolean {
  return isUuid(id) && !parts.includes(name)
}

function collect(value: Json | undefined, name: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, name, found)
    return
  }
  const { id } = value
  if (typeof id === 'string' && isRecord(id, name)) found.add(id)
  for (const [member, inner] of Object.entries(value)) collect(inner, member, found)
}

/**
 * The part of a message about the trip or booking itself: of other records only their ids, and of locations nothing,
 * because they may be merged. For a completed trip only this part is followed (DISP-8).
 */
export function withoutRecords(payload: Json): Json {
  return membersWithout(payload)
}

function reduced(value: Json | undefined, name: string): Json {
  if (typeof value !== 'object' || value === null) return value ?? null
  if (Array.isArray(value)) return value.map((entry) => reduced(entry, name))
  if (name === 'location') return null
  const { id } = value
  return typeof id === 'string' && isRecord(id, name) ? id : membersWithout(value)
}

function membersWithout(value: Json): Json {
  return Object.fromEntries(Object.entries(membersOf(value)).map(([name, inner]) => [name, reduced(inner, name)]))
}

/** Ids of the stops in the plan of a message about a trip. */
export function stopsIn(payload: Json): string[] {
  const { stops, stop_groups: groups } = membersOf(payload)
  const listed = [...listOf(stops), ...listOf(groups).flatMap((group) => listOf(membersOf(group).stops))]
  return [...new Set(listed.flatMap((stop) => textOf(membersOf(stop).id)))]
}

function membersOf(value: Json | undefined): { [name: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: Json | undefined): string[] {
  return typeof value === 'string' ? [value] : []
}
