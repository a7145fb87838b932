import type { InboxSuggestion } from '@cartage/contract/messages/app/suggestions'
import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'

/** Properties of an item by which a record can be recognised. */
export interface Clues {
  /** Texts of the item, unchanged, for look-ups. */
  texts: readonly string[]
  /** Time of the item, in milliseconds. */
  at: number
  point: Coordinates | null
  stopType: string | null
}

/** Members whose values do not identify records. */
const meaningless = new Set(['status', 'operation', 'document_type', 'type', 'filename', 'question_path_key', 'kind'])
const mostTexts = 24
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/**
 * Collects the clues of an item: references, plates and names, the first time, and a position.
 * @param receivedAt in milliseconds; used when the item has no time
 */
export function cluesOf(item: unknown, query: Readonly<Record<string, string>>, receivedAt: number): Clues {
  const texts = new Set<string>()
  const found: { at?: number; stopType?: string; latitude?: number; longitude?: number } = {}
  const look = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(name, one)
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) look(key, one)
    else if (typeof value === 'number') {
      if (name === 'latitude' || name === 'longitude') found[name] ??= value
    } else if (typeof value === 'string') {
      if (name === 'stop_type') found.stopType ??= value
      else if (moment.test(value)) found.at ??= Date.parse(value)
      else if (isText(name, value)) texts.add(value.trim())
    }
  }
  look('', query)
  look('', item)
  const { at = receivedAt, stopType = null, latitude, longitude } = found
  const point = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  return { texts: [...texts].slice(0, mostTexts), at: Number.isNaN(at) ? receivedAt : at, point, stopType }
}

function isText(name: string, value: string): boolean {
  return !meaningless.has(name) && !uuid.test(value) && value.length <= 80 && loose(value).length >= 3
}

/** Letters and digits in capitals: people write the rest of plates and references differently. */
export function loose(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** Similarity of two texts: 1 equal, 0.8 one contains the other, 0.6 a typing error apart, else 0. */
export function likeness(one: string, other: string): number {
  const [a, b] = [loose(one), loose(other)]
  if (a === '' || b === '') return 0
  if (a === b) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 4 && long.includes(short)) return 0.8
  if (short.length < 5 || long.length - short.length > 1) return 0
  return editsBetween(short, long) <= (short.length >= 8 ? 2 : 1) ? 0.6 : 0
}

/** Levenshtein distance of two texts. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let place = 1; place <= other.length; place += 1) {
      const changed = row[place - 1]! + (letter === other[place - 1] ? 0 : 1)
      next.push(Math.min(changed, row[place]! + 1, next[place - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

/** A record to compare with an item. */
export interface Candidate extends Omit<InboxSuggestion, 'reasons'> {
  references: readonly string[]
  plates: readonly string[]
  /** Names and towns of the record. */
  names: readonly string[]
  /** Planned or requested time, in milliseconds; null when unknown. */
  at: number | null
  point: Coordinates | null
  stopType: string | null
}

/** Most suggestions. */
export const mostSuggested = 12
/** Least score of a suggestion: a time or a name alone must match well. */
const fewestPoints = 15
const dayMs = 24 * 3_600_000
const nearKm = 5

/**
 * The most likely records first (INB-4): references count most, then plates, location and time.
 * @param isSearch a person typed the texts: only records with one of them are shown, whatever their time
 */
export function suggested(candidates: readonly Candidate[], clues: Clues, isSearch: boolean): InboxSuggestion[] {
  const known = new Map(candidates.map((one) => [one.entity_id, one]))
  return [...known.values()]
    .map((one) => ({ one, ...pointsOf(one, clues, isSearch) }))
    .filter(({ points, isNamed }) => (isSearch ? isNamed : points >= fewestPoints))
    .toSorted((one, other) => other.points - one.points || one.one.title.localeCompare(other.one.title, 'en'))
    .slice(0, mostSuggested)
    .map(({ one: { entity_type, entity_id, title, text }, reasons }) => ({
      ...{ entity_type, entity_id, title, text, reasons: isSearch ? [] : reasons },
    }))
}

function pointsOf(one: Candidate, { texts, at, point, stopType }: Clues, isSearch: boolean) {
  const best = (of: readonly string[]) =>
    Math.max(0, ...of.flatMap((known) => texts.map((text) => likeness(known, text))))
  const hours = one.at === null ? null : Math.abs(one.at - at) / 3_600_000
  const isNear = point !== null && one.point !== null && greatCircleKm(point, one.point) <= nearKm
  const parts = {
    REFERENCE: 60 * best(one.references),
    PLATE: 40 * best(one.plates),
    NAME: 15 * best(one.names),
    PLACE: isNear ? 25 : 0,
    TIME: hours === null || isSearch ? 0 : 24 * Math.max(0, 1 - hours / 12),
  }
  const isNamed = parts.REFERENCE + parts.PLATE + parts.NAME > 0
  const ofType = stopType !== null && one.stopType === stopType ? 4 : 0
  const points = Object.values(parts).reduce((sum, part) => sum + part, ofType)
  const reasons = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => parts[name] >= 8)
  return { points, reasons, isNamed }
}

/** Period around an item from which records are compared, as instants in milliseconds. */
export function daysAround({ at }: Clues, isSearch: boolean): { from: number; to: number } {
  const days = isSearch ? 30 : 3
  return { from: at - days * dayMs, to: at + days * dayMs }
}
