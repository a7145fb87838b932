import type { SettingKind, SettingValues } from '../settings/kinds.rules.ts'
import { type KindPlan, liveEntries, sortedText, type World } from '../settings/rules.ts'
import type { Entry } from '../settings/store.ts'

/**
 * Pairs every wanted entry with an existing one: an equal one first, then an active one with the same key, then an
 * archived one with it; else it is new. Unpaired active entries are archived. Several entries may share a key (RES-10).
 * @param newId generates the ids of new entries
 */
export function pairEntries(
  kind: SettingKind,
  world: World,
  given: readonly SettingValues[],
  newId: () => string,
): KindPlan {
  const keyOf = (values: SettingValues) => sortedText(kind.key.map((name) => values[name]))
  const archived = (world.get(kind.kind) ?? []).filter((entry) => entry.is_archived).toSorted(latestFirst)
  const equal = match(liveEntries(world, kind), given, sortedText)
  const changed = match(equal.entriesLeft, equal.wantedLeft, keyOf)
  const restored = match(archived, changed.wantedLeft, keyOf)
  return {
    kind,
    insert: restored.wantedLeft.map((values) => ({ setting_id: newId(), values })),
    update: [...changed.pairs, ...restored.pairs],
    archive: changed.entriesLeft,
    remove: [],
  }
}

interface Matched {
  pairs: { before: Entry; values: SettingValues }[]
  entriesLeft: Entry[]
  wantedLeft: SettingValues[]
}

/** Pairs equal entries, each once, in their order. */
function match(
  entries: readonly Entry[],
  given: readonly SettingValues[],
  read: (values: SettingValues) => string,
): Matched {
  const byText = Map.groupBy(entries, (entry) => read(entry.values))
  const pairs: Matched['pairs'] = []
  const wantedLeft: SettingValues[] = []
  for (const values of given) {
    const before = byText.get(read(values))?.shift()
    if (before) pairs.push({ before, values })
    else wantedLeft.push(values)
  }
  const taken = new Set(pairs.map(({ before }) => before))
  return { pairs, entriesLeft: entries.filter((entry) => !taken.has(entry)), wantedLeft }
}

function latestFirst(one: Entry, other: Entry): number {
  return one.updated_at < other.updated_at ? 1 : -1
}
