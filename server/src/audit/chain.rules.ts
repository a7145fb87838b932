import { createHash } from 'node:crypto'
import type { Actor } from './rules.ts'

/** Content of a trail record, without its place in it. Texts are in stored form. */
export interface Entry {
  readonly actor_kind: Actor['kind']
  readonly actor_id: string | null
  readonly action: string
  readonly entity_type: string
  readonly entity_id: string
  /** JSON text of `{member: {before, after}}`; hashed literally. */
  readonly changes: string
  readonly request_id: string | null
}

/** One record of a tenant's trail. Hashes are 64 hexadecimal digits. */
export interface Link extends Entry {
  readonly tenant_id: string
  readonly sequence: number
  /** `YYYY-MM-DDTHH:MM:SS.ffffffZ`, with microseconds. */
  readonly at: string
  readonly previous_hash: string
  readonly hash: string
  /** The later entry that accounts for values erased from this one. Its hash still covers the original values. */
  readonly erased_by?: string | null
}

/** End of a trail: number and hash of the last record. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

/** Start of every trail. */
export const beginning: Head = { sequence: 0, hash: '0'.repeat(64) }

/** The first fault in a trail. */
export interface Fault {
  readonly sequence: number
  readonly reason: 'changed' | 'missing' | 'unexpected' | 'unlinked'
  /** Its meaning, in one sentence. */
  readonly message: string
}

/**
 * The hashed text: a JSON array without spaces, so that no two records have the same text. The decision page on the
 * audit trail documents it for external verification programs.
 */
export function canonicalText(link: Omit<Link, 'hash' | 'erased_by'>): string {
  return JSON.stringify([
    link.tenant_id,
    link.sequence,
    link.at,
    link.actor_kind,
    link.actor_id,
    link.action,
    link.entity_type,
    link.entity_id,
    link.changes,
    link.request_id,
    link.previous_hash,
  ])
}

/** SHA-256 of the canonical text as UTF-8, in hexadecimal. */
export function hashOf(link: Omit<Link, 'hash' | 'erased_by'>): string {
  return createHash('sha256').update(canonicalText(link)).digest('hex')
}

/** Links entries to the end of a trail, in order. */
export function linkEntries(place: { tenantId: string; head: Head; at: string }, entries: readonly Entry[]): Link[] {
  let { sequence, hash } = place.head
  return entries.map((entry) => {
    sequence += 1
    const link = { ...entry, tenant_id: place.tenantId, sequence, at: place.at, previous_hash: hash }
    hash = hashOf(link)
    return { ...link, hash }
  })
}

/**
 * Checks one record against the records before it.
 * @param before the last checked record, or `beginning`
 * @returns the fault, or undefined if the record is the expected next one
 */
export function faultOf(before: Head, link: Link, tenantId: string): Fault | undefined {
  const next = before.sequence + 1
  if (link.sequence > next) return { sequence: next, reason: 'missing', message: 'The record is missing.' }
  if (link.sequence < next) return unexpected(link.sequence)
  if (link.previous_hash !== before.hash) {
    const message = 'The record does not follow the record before it: one of the two was replaced.'
    return { sequence: next, reason: 'unlinked', message }
  }
  // The hashed content was erased on purpose. `Answers` checks for the entry that accounts for it.
  const isErased = link.erased_by !== undefined && link.erased_by !== null
  if (link.tenant_id === tenantId && (isErased || hashOf(link) === link.hash)) return undefined
  return { sequence: next, reason: 'changed', message: 'The record was changed after it was written.' }
}

/**
 * Checks the end of a trail, once every record was checked.
 * @param last the last checked record, or `beginning`
 * @param head head of the tenant; undefined if it has none
 */
export function faultAtEnd(last: Head, head: Head | undefined): Fault | undefined {
  const end = head ?? beginning
  if (end.sequence > last.sequence) {
    const message = 'The record is missing: the trail was cut off before it.'
    return { sequence: last.sequence + 1, reason: 'missing', message }
  }
  if (end.sequence < last.sequence) return unexpected(end.sequence + 1)
  if (end.hash === last.hash) return undefined
  const message = 'The last record is not the one that was written last: it was replaced.'
  return { sequence: last.sequence, reason: 'unlinked', message }
}

/** Checks a whole trail, in reading order. */
export function faultInTrail(links: readonly Link[], head: Head | undefined, tenantId: string): Fault | undefined {
  let before = beginning
  for (const link of links) {
    const fault = faultOf(before, link, tenantId)
    if (fault) return fault
    before = link
  }
  return faultAtEnd(before, head)
}

function unexpected(sequence: number): Fault {
  return { sequence, reason: 'unexpected', message: 'The record does not belong to the trail: it was inserted later.' }
}
