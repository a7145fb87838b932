import type { OpeningFinder } from '../locations/opening-hours.rules.ts'
import type { Law } from '../trips/hours/law.rules.ts'
import type { PlanPlace } from './rules.ts'

/** When work can begin at a place, from a minute since 1970 on. Calls that share an opening wait alike. */
export interface Opening {
  id: number
  opens: (from: number) => number
}

interface FinderCache {
  openings: WeakMap<PlanPlace, Map<string, Opening>>
  times: WeakMap<Law, Map<string, readonly number[]>>
}

const caches = new WeakMap<OpeningFinder, FinderCache>()
let openings = 0

/** A command needs dozens of trips at most; beyond this limit the cache starts over. */
const mostKept = 1_000

/**
 * A command is decided twice, because the earlier work of its drivers is known only after the first pass, and the
 * second pass looks up the same stops. The cache lives as long as its finder, which belongs to one command.
 */
function cacheOf(finder: OpeningFinder): FinderCache {
  const known = caches.get(finder) ?? { openings: new WeakMap(), times: new WeakMap() }
  caches.set(finder, known)
  return known
}

/** The cached opening of a place for one kind of work. */
export function keptOpening(
  finder: OpeningFinder,
  place: PlanPlace,
  kind: string,
  make: () => Opening['opens'],
): Opening {
  const { openings: all } = cacheOf(finder)
  const known = kept(all, place)
  return keptIn(known, kind, () => newOpening(make()))
}

/** An opening that is not shared. */
export function newOpening(opens: Opening['opens']): Opening {
  openings += 1
  return { id: openings, opens }
}

/** Times along calls, cached for equal calls under the same law. */
export function keptTimes(
  finder: OpeningFinder,
  law: Law,
  key: string,
  make: () => readonly number[],
): readonly number[] {
  return keptIn(kept(cacheOf(finder).times, law), key, make)
}

function kept<Key extends object, Kept>(all: WeakMap<Key, Map<string, Kept>>, key: Key): Map<string, Kept> {
  const known = all.get(key) ?? new Map<string, Kept>()
  all.set(key, known)
  return known
}

function keptIn<Kept>(known: Map<string, Kept>, key: string, make: () => Kept): Kept {
  const found = known.get(key) ?? make()
  if (known.size >= mostKept) known.clear()
  known.set(key, found)
  return found
}
