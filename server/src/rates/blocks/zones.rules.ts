import type { FactValue } from '@cartage/contract/rates/app/facts'
import type { ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { type Version, versionOn } from '../engine/tariff.rules.ts'

type Entry = ZoneSetDoc['entries'][number]

/** Entries of a country: ranges by prefix length, longest first, and the rest of the country. */
interface Country {
  readonly ranges: readonly { readonly length: number; readonly entries: readonly Entry[] }[]
  readonly rest: string | undefined
}

const indexed = new WeakMap<ZoneSetDoc, ReadonlyMap<string, Country>>()

/**
 * Zone of a place (PRICE-9): by the longest postal code prefix, else the whole country, else any other country. Null:
 * none in the set. Undefined: the postal code needed is unknown.
 */
export function zoneOf(
  versions: readonly Version<ZoneSetDoc>[] | undefined,
  day: string,
  country: string,
  postalCode: FactValue | undefined,
): string | null | undefined {
  const doc = versionOn(versions, day)?.doc
  if (!doc) return undefined
  const countries = indexed.get(doc) ?? index(doc)
  const found = countries.get(country)
  const elsewhere = countries.get('*')?.rest ?? null
  if (!found) return elsewhere
  if (typeof postalCode !== 'string') return found.ranges.length > 0 ? undefined : (found.rest ?? elsewhere)
  const code = postalCode.replace(/[\s-]/g, '').toUpperCase()
  for (const { length, entries } of found.ranges) {
    const entry = rangeAt(entries, code.slice(0, length), length)
    if (entry) return entry.zone
  }
  return found.rest ?? elsewhere
}

/** Range that contains a prefix. Ranges of one length are sorted and do not overlap. */
function rangeAt(entries: readonly Entry[], beginning: string, length: number): Entry | undefined {
  if (beginning.length < length) return undefined
  let [low, high] = [0, entries.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]!
    if (beginning < entry.from!) high = middle - 1
    else if (beginning > (entry.to ?? entry.from!)) low = middle + 1
    else return entry
  }
  return undefined
}

function index(doc: ZoneSetDoc): ReadonlyMap<string, Country> {
  const byCountry = Map.groupBy(doc.entries, ({ country }) => country)
  const countries = new Map<string, Country>()
  for (const [country, entries] of byCountry) {
    const ranged = entries.filter(({ from }) => from !== undefined)
    const ranges = [...Map.groupBy(ranged, ({ from }) => from!.length)]
      .map(([length, same]) => ({ length, entries: same.toSorted((one, other) => (one.from! < other.from! ? -1 : 1)) }))
      .sort((one, other) => other.length - one.length)
    countries.set(country, { ranges, rest: entries.find(({ from }) => from === undefined)?.zone })
  }
  indexed.set(doc, countries)
  return countries
}
