import type { CalendarEvent, NamedResource } from '@cartage/contract/unavailabilities/app/batch'
import { plateKey } from '../resources/names.rules.ts'

/** An active resource with the names that calendar events use for it. */
export interface Nameable extends NamedResource {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email_address: string | null
}

/** Active resources, indexed by their names. */
export interface Register {
  readonly byAddress: ReadonlyMap<string, readonly Nameable[]>
  /** By the words of a name in any order: `Peeters, Ann` is `Ann Peeters`. */
  readonly byWords: ReadonlyMap<string, readonly Nameable[]>
  readonly byPlate: ReadonlyMap<string, readonly Nameable[]>
  /** Words of every name without duplicates, longest names first. */
  readonly names: readonly (readonly string[])[]
}

/** Indexes resources for `resourcesNamedBy`. */
export function registerOf(resources: readonly Nameable[]): Register {
  const byAddress = new Map<string, Nameable[]>()
  const byWords = new Map<string, Nameable[]>()
  const byPlate = new Map<string, Nameable[]>()
  const names = new Map<string, string[]>()
  for (const one of resources) {
    add(byAddress, one.email_address?.trim().toLowerCase(), one)
    add(byPlate, plateKey(one.license_plate), one)
    for (const text of [one.name, `${one.first_name ?? ''} ${one.last_name ?? ''}`]) {
      const words = wordsOf(text)
      const key = keyOf(words)
      names.set(key, words)
      if (!byWords.get(key)?.includes(one)) add(byWords, key, one)
    }
  }
  names.delete('')
  return { byAddress, byWords, byPlate, names: [...names.values()].toSorted((a, b) => b.length - a.length) }
}

/**
 * Resources of an event: its attendees, else those named in its title. An ambiguous name matches none, so that a person
 * chooses.
 */
export function resourcesNamedBy(event: CalendarEvent, register: Register): Nameable[] {
  const byAddress = event.addresses.map((address) => only(register.byAddress.get(address.trim().toLowerCase())))
  const byName = event.names.map((name) => only(register.byWords.get(keyOf(wordsOf(name)))))
  const attending = [...byAddress, ...byName].filter((one) => one !== undefined)
  if (attending.length > 0) return [...new Set(attending)]
  const titled = inTitle(event.title, register)
  return titled ? [titled] : []
}

/** The resource whose name has all its words in the title, the longest name first, or whose licence plate is in it. */
function inTitle(title: string, { names, byWords, byPlate }: Register): Nameable | undefined {
  const words = wordsOf(title)
  const there = new Set(words)
  const found = names.filter((name) => name.every((word) => there.has(word)))
  const longest = found.filter((name) => name.length === found[0]?.length)
  const named = longest.flatMap((name) => byWords.get(keyOf(name)) ?? [])
  if (named.length > 0) return only([...new Set(named)])
  const plated = parts(title).flatMap((part) => byPlate.get(part) ?? [])
  return only([...new Set(plated)])
}

/** Words of a plate are consecutive: `1-ABC-234` and `1 ABC 234` are the same. */
const mostPlateWords = 4
const leastPlateLetters = 4

function parts(title: string): string[] {
  const words = wordsOf(title)
  return words.flatMap((_, at) =>
    Array.from({ length: mostPlateWords }, (__, count) => words.slice(at, at + count + 1).join('')).filter(
      (part) => part.length >= leastPlateLetters,
    ),
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

function add(map: Map<string, Nameable[]>, key: string | null | undefined, one: Nameable): void {
  if (!key) return
  const others = map.get(key)
  if (others) others.push(one)
  else map.set(key, [one])
}

function only(found: readonly Nameable[] | undefined): Nameable | undefined {
  return found?.length === 1 ? found[0] : undefined
}

/** A resource in responses. */
export function namedResource({ resource_id, resource_type, name, license_plate }: Nameable): NamedResource {
  return { resource_id, resource_type, name, license_plate }
}
