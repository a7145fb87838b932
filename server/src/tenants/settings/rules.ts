import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import type { Change, Members } from '../../audit/rules.ts'
import { errorItem, Problem, sentenceOf } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'
import type { SettingKind, SettingReference, SettingValues } from './kinds.rules.ts'
import { kindLabel } from './labels.rules.ts'
import type { Entry } from './store.ts'

/** The tenant's entries by kind, including archived ones. */
export type World = ReadonlyMap<string, readonly Entry[]>

/** An entry before and after a change. */
export interface ChangedEntry {
  readonly before: Entry
  readonly values: SettingValues
}

/** Planned changes of the entries of one kind. */
export interface KindPlan {
  readonly kind: SettingKind
  readonly insert: readonly { setting_id: string; values: SettingValues }[]
  /** Active afterwards: archived ones are restored. */
  readonly update: readonly ChangedEntry[]
  readonly archive: readonly Entry[]
  readonly remove: readonly Entry[]
}

/** Most entries of one kind, including archived ones: lists show all of them at once. */
export const mostEntries = 5_000

/** @throws Problem validation_failed naming the members that are invalid */
export function readValues(kind: SettingKind, given: SettingValues): SettingValues {
  const result = kind.schema.safeParse(given, { error: settingIssues })
  if (result.success) return result.data
  throw validationProblem(result.error.issues)
}

/** Error texts for settings, also for unknown members. */
export const settingIssues: typeof spokenIssues = (issue) => {
  if (issue.code !== 'unrecognized_keys') return spokenIssues(issue)
  return `has the unknown ${issue.keys.length === 1 ? 'member' : 'members'} ${issue.keys.join(', ')}: check the spelling`
}

/** Active entries of a kind. */
export function liveEntries(world: World, kind: { kind: string }): Entry[] {
  return (world.get(kind.kind) ?? []).filter((entry) => !entry.is_archived)
}

/**
 * Adds an entry.
 * @throws Problem validation_failed for a code that is taken, an unknown reference, or too many entries
 */
export function decideAdd(kind: SettingKind, world: World, settingId: string, given: SettingValues): KindPlan {
  const values = readValues(kind, given)
  if ((world.get(kind.kind)?.length ?? 0) >= mostEntries) {
    const message = msg`A tenant can have at most ${mostEntries} entries of a kind. Delete some that were never used.`
    throw new Problem('validation_failed', { message, errors: [errorItem('', message, 'too_many')] })
  }
  rejectErrors(entryFaults(kind, values, liveEntries(world, kind), world))
  return { ...nothing(kind), insert: [{ setting_id: settingId, values }], update: unmarked(kind, world, values) }
}

/**
 * Changes members of an entry; absent ones stay unchanged.
 * @throws Problem validation_failed; state_conflict for an archived entry
 */
export function decideChange(kind: SettingKind, world: World, entry: Entry, given: SettingValues): KindPlan {
  if (entry.is_archived) throw conflict('The entry is archived. Restore it first.')
  const values = readValues(kind, { ...entry.values, ...given })
  if (kind.single !== undefined && entry.values[kind.single] === true && values[kind.single] !== true) {
    const message = 'There must be a default. Make another entry the default instead.'
    rejectErrors([errorItem(kind.single, message, 'default_needed')])
  }
  rejectErrors(entryFaults(kind, values, siblings(world, kind, entry), world))
  if (isSame(values, entry.values)) return nothing(kind)
  return { ...nothing(kind), update: [{ before: entry, values }, ...unmarked(kind, world, values, entry)] }
}

/** @throws Problem state_conflict for the default, and for an entry that active settings refer to */
export function decideArchive(kind: SettingKind, world: World, kinds: readonly SettingKind[], entry: Entry): KindPlan {
  if (entry.is_archived) return nothing(kind)
  checkFree(kind, world, kinds, entry)
  return { ...nothing(kind), archive: [entry] }
}

/** @throws Problem validation_failed when another entry now has its code */
export function decideRestore(kind: SettingKind, world: World, entry: Entry): KindPlan {
  if (!entry.is_archived) return nothing(kind)
  rejectErrors(entryFaults(kind, entry.values, liveEntries(world, kind), world))
  return { ...nothing(kind), update: [{ before: entry, values: entry.values }] }
}

/** Removes an entry. @throws Problem state_conflict when something names it */
export function decideDelete(
  kind: SettingKind,
  world: World,
  kinds: readonly SettingKind[],
  entry: Entry,
  isUsed: boolean,
): KindPlan {
  if (!entry.is_archived) checkFree(kind, world, kinds, entry)
  if (isUsed) throw usedProblem()
  return { ...nothing(kind), remove: [entry] }
}

/** The Problem of deleting an entry in use. */
export function usedProblem(): Problem {
  return conflict('This entry is in use and cannot be deleted. Archive it instead.')
}

/** Errors in the values of an entry among the other active ones of its kind. */
function entryFaults(kind: SettingKind, values: SettingValues, others: readonly Entry[], world: World): ErrorItem[] {
  const seen = createSeen(kind)
  for (const other of others) seen(other.values)
  const liveOf = (other: string) => liveEntries(world, { kind: other }).length
  const own = kind.faults?.(
    values,
    liveOf,
    others.map((other) => other.values),
  )
  return [...seen(values), ...referenceFaults(kind, values, world), ...(own ?? [])]
}

/** Checks active entries one after another: each call returns the values that an earlier entry already has. */
export function createSeen(kind: SettingKind): (values: SettingValues) => ErrorItem[] {
  const texts = new Set<string>()
  return (values) =>
    kind.distinct.flatMap((members) => {
      const text = JSON.stringify([members, ...members.map((name) => values[name])]).toLowerCase()
      if (!texts.has(text)) {
        texts.add(text)
        return []
      }
      const given = members.length === 1 ? `"${values[members[0]!]}"` : 'these values'
      const message = msg`has ${given}, which another active entry already has: choose another ${members.join(', ')}`
      return [errorItem(members[0]!, message, `${members[0]}_taken`)]
    })
}

/** Errors for references to entries that do not exist or are archived. */
export function referenceFaults(kind: SettingKind, values: SettingValues, world: World): ErrorItem[] {
  return (kind.references ?? []).flatMap((reference) => {
    const { member, kind: other } = reference
    const code = values[member]
    const entries = liveEntries(world, { kind: other })
    if (code === null || entries.some((entry) => isNamedBy(reference, values, entry.values))) return []
    const message = msg`is "${String(code)}", which is not an active entry of ${kindLabel(other)}: add it first`
    return [errorItem(member, message, `${member}_unknown`)]
  })
}

/** Whether a reference points to an entry, within the same scope where codes need one. */
function isNamedBy({ member, within }: SettingReference, naming: SettingValues, named: SettingValues): boolean {
  return naming[member] === named.code && (!within || naming[within.member] === named[within.member])
}

/** The changes of a plan, for the audit trail. */
export function changesOf(plan: KindPlan): Change[] {
  const entity_type = plan.kind.noun
  return [
    ...plan.insert.map(({ setting_id: entity_id, values }) => {
      return { entity_type, entity_id, action: 'created' as const, before: null, after: shown(values, false) }
    }),
    ...plan.update.map(({ before, values }) => ({
      entity_type,
      entity_id: before.setting_id,
      action: before.is_archived ? ('restored' as const) : ('updated' as const),
      before: shown(before.values, before.is_archived),
      after: shown(values, false),
    })),
    ...plan.archive.map((entry) => ({
      entity_type,
      entity_id: entry.setting_id,
      action: 'archived' as const,
      before: shown(entry.values, false),
      after: shown({ ...entry.values, ...unmark(plan.kind) }, true),
    })),
    ...plan.remove.map((entry) => {
      const before = shown(entry.values, entry.is_archived)
      return { entity_type, entity_id: entry.setting_id, action: 'deleted' as const, before, after: null }
    }),
  ]
}

/** Whether a plan changes nothing. */
export function isEmpty({ insert, update, archive, remove }: KindPlan): boolean {
  return insert.length + update.length + archive.length + remove.length === 0
}

/** By rank, then by code or another key: the order of every list and file. */
export function inOrder<Item>(kind: SettingKind, items: readonly Item[], read: (item: Item) => SettingValues): Item[] {
  const placed = items.map((item) => {
    const values = read(item)
    return {
      item,
      rank: Number(values.rank ?? 0),
      text: JSON.stringify([kind.key.map((name) => values[name]), values]),
    }
  })
  return placed
    .sort((one, other) => one.rank - other.rank || (one.text < other.text ? -1 : Number(one.text > other.text)))
    .map(({ item }) => item)
}

/** Whether two entries have the same members with the same values, in any order. */
export function isSame(one: SettingValues, other: SettingValues): boolean {
  return sortedText(one) === sortedText(other)
}

/** A value as text, independent of the order of members. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

function nothing(kind: SettingKind): KindPlan {
  return { kind, insert: [], update: [], archive: [], remove: [] }
}

function siblings(world: World, kind: SettingKind, entry: Entry): Entry[] {
  return liveEntries(world, kind).filter((other) => other.setting_id !== entry.setting_id)
}

/** The entry that loses the mark because `values` now has it. */
function unmarked(kind: SettingKind, world: World, values: SettingValues, self?: Entry): ChangedEntry[] {
  const { single } = kind
  if (single === undefined || values[single] !== true) return []
  return liveEntries(world, kind)
    .filter((entry) => entry.setting_id !== self?.setting_id && entry.values[single] === true)
    .map((before) => ({ before, values: { ...before.values, [single]: false } }))
}

function unmark({ single }: SettingKind): SettingValues {
  return single === undefined ? {} : { [single]: false }
}

/** @throws Problem state_conflict for the default and for an entry that active settings refer to */
function checkFree(kind: SettingKind, world: World, kinds: readonly SettingKind[], entry: Entry): void {
  if (kind.single !== undefined && entry.values[kind.single] === true) {
    throw conflict('This is the default. Make another entry the default first.')
  }
  for (const other of kinds) {
    for (const reference of other.references ?? []) {
      if (reference.kind !== kind.kind) continue
      const naming = liveEntries(world, other).find(({ values }) => isNamedBy(reference, values, entry.values))
      if (naming)
        throw conflict(
          msg`${String(naming.values.code)} of ${kindLabel(other.kind)} uses this entry. Change or archive it first.`,
        )
    }
  }
}

function rejectErrors(errors: ErrorItem[]): void {
  const [first] = errors
  if (!first) return
  throw new Problem('validation_failed', { message: msg`${first.path}: ${sentenceOf(first)}`, errors })
}

function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}

function shown(values: SettingValues, isArchived: boolean): Members {
  return { ...values, is_archived: isArchived }
}
