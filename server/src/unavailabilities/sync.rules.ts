import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import type { SyncResult } from '@cartage/contract/sync'
import type { SyncWindow, UnavailabilityRow } from '@cartage/contract/unavailabilities/endpoints'
import { errorItem, Problem } from '../http/problem.ts'
import type { Warning } from '../http/warnings.ts'
import { follow, type ResourcesByText } from './references.rules.ts'
import {
  type Content,
  contentWarnings,
  endsEarlyMessage,
  endsTooEarly,
  isWithin,
  type Range,
  type Unavailability,
} from './rules.ts'

/** Data that decides a synchronisation. */
export interface SyncFacts {
  readonly rows: readonly UnavailabilityRow[]
  readonly window: Range
  /** The resources that rows refer to. */
  readonly resources: ResourcesByText
  /** Records of the source in the window, and those outside with a key of the rows; oldest first. */
  readonly existing: readonly Unavailability[]
}

/** Changes to write, and the result of each row. */
export interface SyncPlan {
  readonly creates: readonly { index: number; content: Content }[]
  readonly updates: readonly { index: number; before: Unavailability; content: Content }[]
  readonly deletes: readonly Unavailability[]
  readonly unchanged: readonly { index: number; id: string }[]
  readonly refusals: readonly { index: number; id: string | null; errors: ErrorItem[] }[]
  /** Warnings about reasons for another kind of resource. */
  readonly warnings: readonly Warning[]
}

/** @throws Problem validation_failed (422) for a window that ends before or at its begin */
export function decideWindow({ start, end }: SyncWindow): Range {
  const window = { start: start ?? null, end: end ?? null }
  if (window.start === null || window.end === null || window.start < window.end) return window
  const message = 'must be later than window.start'
  const item = errorItem('window.end', message, 'end_before_start')
  throw new Problem('validation_failed', { message: msg`window.end: ${message}`, errors: [item] })
}

/**
 * Changes that make the records of the source in the window match the list. A refused row leaves the record with its
 * key unchanged; all other records of the source in the window without a row are removed.
 */
export function planSync(facts: SyncFacts): SyncPlan {
  const records = firstByKey(facts.existing)
  const firstRows = new Map<string, number>()
  const plan = { creates: [], updates: [], unchanged: [], refusals: [], warnings: [] } as Drafted
  const kept = new Set<string>()
  const sparedKeys = new Set<string | null>()
  facts.rows.forEach((row, index) => {
    const before = records.get(row.external_id)
    if (before) kept.add(before.unavailability_id)
    const first = firstRows.get(row.external_id)
    firstRows.set(row.external_id, first ?? index)
    const judged = judge(facts, row, index, first)
    if ('errors' in judged) {
      if (first === undefined) sparedKeys.add(row.external_id)
      plan.refusals.push({ index, id: before?.unavailability_id ?? null, errors: judged.errors })
      return
    }
    const { content } = judged
    plan.warnings.push(...contentWarnings(content, judged.resourceType, `items.${index}.`))
    if (!before) plan.creates.push({ index, content })
    else if (isSame(before, content)) plan.unchanged.push({ index, id: before.unavailability_id })
    else plan.updates.push({ index, before, content })
  })
  const isLeftOut = (record: Unavailability) =>
    isWithin(record, facts.window) && !kept.has(record.unavailability_id) && !sparedKeys.has(record.external_id)
  return { ...plan, deletes: facts.existing.filter(isLeftOut) }
}

type Drafted = { -readonly [List in Exclude<keyof SyncPlan, 'deletes'>]: SyncPlan[List][number][] }

/**
 * Keys of records created one by one may repeat (UNAV-7), also after a PUT to a record of a list: the oldest counts.
 */
function firstByKey(existing: readonly Unavailability[]): Map<string, Unavailability> {
  const records = new Map<string, Unavailability>()
  for (const record of existing) {
    if (record.external_id !== null && !records.has(record.external_id)) records.set(record.external_id, record)
  }
  return records
}

type Judged = { errors: ErrorItem[] } | { content: Content; resourceType: string }

/** Content that a row stores, or the reason of its refusal. */
function judge(facts: SyncFacts, row: UnavailabilityRow, index: number, first: number | undefined): Judged {
  const at = (member: string) => `items.${index}.${member}`
  const errors: ErrorItem[] = []
  const range = { start_at: row.start_time, end_at: row.end_time ?? null }
  const referred = follow(row.resource, facts.resources)
  if ('code' in referred) {
    const member = referred.way === null ? 'resource' : `resource.${referred.way}`
    errors.push(errorItem(at(member), referred.message, referred.code))
  }
  if (endsTooEarly(range.start_at, range.end_at)) {
    errors.push(errorItem(at('end_time'), endsEarlyMessage, 'end_before_start'))
  } else if (!isWithin(range, facts.window)) {
    const message = 'lies outside the window: send it with the window it belongs to'
    errors.push(errorItem(at('start_time'), message, 'outside_window'))
  }
  if (first !== undefined) {
    const message = msg`is also the key of items.${first}: use each key once in a list`
    errors.push(errorItem(at('external_id'), message, 'external_id_repeated'))
  }
  if ('code' in referred || errors.length > 0) return { errors }
  const content = {
    ...range,
    resource_id: referred.resource.resource_id,
    reason: row.reason,
    description: row.description ?? '',
    external_id: row.external_id,
  }
  return { content, resourceType: referred.resource.resource_type }
}

function isSame(record: Content, content: Content): boolean {
  return (
    record.resource_id === content.resource_id &&
    record.start_at === content.start_at &&
    record.end_at === content.end_at &&
    record.reason === content.reason &&
    record.description === content.description
  )
}

/** Ids of records that are changed or removed, to detect concurrent changes. */
export function touchedBy(plan: SyncPlan): string[] {
  return [...plan.updates.map(({ before }) => before), ...plan.deletes].map((record) => record.unavailability_id)
}

/**
 * Result of every row in its order, then of every removed record.
 * @param ids of the created records, in the order of `plan.creates`; empty in a dry run
 */
export function resultsOf(plan: SyncPlan, ids: readonly string[]): SyncResult[] {
  const results: SyncResult[] = []
  plan.creates.forEach(({ index }, place) => {
    results[index] = { index, outcome: 'CREATED', id: ids[place] ?? null }
  })
  for (const { index, before } of plan.updates) {
    results[index] = { index, outcome: 'UPDATED', id: before.unavailability_id }
  }
  for (const { index, id } of plan.unchanged) results[index] = { index, outcome: 'UNCHANGED', id }
  for (const { index, id, errors } of plan.refusals) results[index] = { index, outcome: 'REFUSED', id, errors }
  for (const { unavailability_id } of plan.deletes) {
    results.push({ index: null, outcome: 'DELETED', id: unavailability_id })
  }
  return results
}
