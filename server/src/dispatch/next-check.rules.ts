import { isUuid } from '@cartage/contract/uuid'
import type { Json } from './payloads/difference.rules.ts'

/** How a trip or booking is with a partner after it was compared. */
export interface Standing {
  /** The partner has an older version. */
  differs: boolean
  /** Seconds until it is compared again although nothing is known to have changed; null: never. */
  lookIn: number | null
}

/** Seconds until the next look: a change that was on its way while a message was written is found by the first. */
export const lookAfter = { sent: 60, same: 86_400, trouble: 3_600, draft: 300 } as const

/**
 * Whether a partner may keep its version while the trip is a draft again.
 * @param waited seconds since the draft began to differ; null when it did not before
 * @param minutes how long the tenant lets it differ; null: until it is confirmed
 * @returns seconds until the next look, undefined when the partner has to be notified now
 */
export function draftWait(waited: number | null, minutes: number | null): number | undefined {
  if (minutes === null) return lookAfter.same
  const left = minutes * 60 - (waited ?? 0)
  return left <= 0 ? undefined : Math.min(Math.ceil(left), lookAfter.draft)
}

/** Parts of an order come and go with it: they are not records of their own. */
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

/** Ids of the records a message names: orders, resources, companies, places. A change of one may change the message. */
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
 * What a message says of the trip or booking itself: of the records that it names no more than their ids, and nothing of
 * places, which may be merged into others. Of a trip that is completed nothing else is followed (DISP-8).
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

/** Ids of the stops a message about a trip names in its plan. */
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
