import type { SearchResult } from '@cartage/contract/app/shell'
import { type Typed, typedOf, wordsOf } from '../search/key.rules.ts'

/** Search data of a found record. */
interface Found {
  kind: string
  id: string
  title: string
  texts: readonly (string | null)[]
  shown: readonly (string | null)[]
  status: string | null
  places: readonly (string | null)[]
  day: string | null
  drivers: readonly string[]
}

/** A row of the answer. It shows every typed word: matches in other fields are appended (SEARCH-2). */
export function shownOf(found: Found, typed: string): SearchResult {
  const { kind, id, title, status, day } = found
  const route = routeOf(found.places)
  const driver = found.drivers.length === 0 ? null : found.drivers.join(', ')
  const texts = [...new Set(filled(found.shown))].filter((text) => text !== title)
  const missing = missingOf(typedOf(typed), [title, ...texts, ...filled([route, driver])])
  for (const word of missing) {
    if (texts.some((text) => has(text, word))) continue
    const more = filled(found.texts).find((text) => has(text, word))
    if (more !== undefined) texts.push(more)
  }
  return { kind, id, title, text: texts.join(' · '), route, status, day, driver }
}

function filled(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => text || [])
}

function routeOf(places: readonly (string | null)[]): string | null {
  const towns = filled(places)
  if (towns.length === 0) return null
  return towns.length === 1 ? towns[0]! : `${towns[0]} → ${towns.at(-1)}`
}

function missingOf(wanted: Typed | undefined, shown: readonly string[]): string[] {
  return (wanted?.words ?? []).filter((word) => !shown.some((text) => has(text, word)))
}

function has(text: string, word: string): boolean {
  return wordsOf(text).some((one) => one.includes(word))
}
