import type { Sentence } from '@cartage/contract/message'
import type { UnavailabilityRow, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import { Problem } from '../http/problem.ts'
import { follow, type ResourceKind, type ResourcesByText } from './references.rules.ts'
import { type Content, contentWarnings, decideContent, type Unavailability } from './rules.ts'

/** Result of a row, not yet translated for the caller. */
export type RowResult = Omit<UnavailabilityRowResult, 'message'> & { message: Sentence | null }

/** Planned action for each row, in their order. */
export interface BatchRow {
  result: RowResult
  /** Content of a row to create. */
  content?: Content
  /** The stored record that moves to the times of the row, or is removed. */
  before?: Unavailability
  /** The record with the times of the row; absent when it is removed. */
  after?: Unavailability
}

/** Stored records: ids by `sameKey`, and those created by hand with an external id of the rows. */
export interface Stored {
  readonly same: ReadonlyMap<string, string>
  readonly keyed: readonly Unavailability[]
}

/** Key of equal unavailabilities: resource, times and reason. */
export function sameKey({
  resource_id,
  start_at,
  end_at,
  reason,
}: Omit<Content, 'description' | 'external_id'>): string {
  return `${resource_id} ${start_at} ${end_at ?? ''} ${reason}`
}

/**
 * Decides row by row: an error of a single unavailability refuses only that row, an existing or repeated one is not
 * created again, and one with the external id of a row gets its times.
 */
export function planRows(
  rows: readonly UnavailabilityRow[],
  resources: ResourcesByText,
  { same, keyed }: Stored,
): BatchRow[] {
  const records = oldestByKey(keyed)
  const seen = new Set<string>()
  return rows.map((row) => {
    const referred = follow(row.resource, resources)
    if ('code' in referred) return refused(row.line, null, referred.message)
    const { resource_id } = referred.resource
    const decided = contentOf(resource_id, row)
    if ('sentence' in decided) return refused(row.line, resource_id, decided.sentence)
    if (decided.external_id) {
      const key = recordKey(resource_id, decided.external_id)
      if (seen.has(key)) return refused(row.line, resource_id, 'An earlier row already has this external_id.')
      seen.add(key)
      const record = records.get(key)
      if (record) return followed(row, record, decided)
    }
    if (row.is_cancelled) return unchanged(row.line, resource_id, null)
    const key = sameKey(decided)
    const known = same.get(key) ?? null
    if (known !== null || seen.has(key)) return unchanged(row.line, resource_id, known)
    seen.add(key)
    return createdRow(row, referred.resource, decided)
  })
}

function createdRow(row: UnavailabilityRow, { resource_id, resource_type }: ResourceKind, content: Content): BatchRow {
  const [odd] = contentWarnings(content, resource_type)
  const message = odd?.message ?? null
  const result = { line: row.line, outcome: 'CREATED', resource_id, unavailability_id: null, message } as const
  return { content, result: { ...result, before: null } }
}

/**
 * The stored record moves to the times of the row, or is removed if the row was cancelled. Its reason and remark stay:
 * people may have changed them here, and a calendar file has nothing better.
 */
function followed(row: UnavailabilityRow, record: Unavailability, { start_at, end_at }: Content): BatchRow {
  const { resource_id, unavailability_id } = record
  const isSame = record.start_at === start_at && record.end_at === end_at
  if (isSame && !row.is_cancelled) return unchanged(row.line, resource_id, unavailability_id)
  const before = {
    start_time: record.start_at,
    end_time: record.end_at,
    reason: record.reason as UnavailabilityRow['reason'],
    description: record.description,
    external_id: record.external_id,
  }
  const result = { line: row.line, resource_id, unavailability_id, message: null, before }
  if (row.is_cancelled) return { before: record, result: { ...result, outcome: 'REMOVED' } }
  return { before: record, after: { ...record, start_at, end_at }, result: { ...result, outcome: 'MOVED' } }
}

/** An external id need not be unique (UNAV-7): the oldest counts. */
function oldestByKey(keyed: readonly Unavailability[]): Map<string, Unavailability> {
  const records = new Map<string, Unavailability>()
  for (const record of keyed.toSorted((one, other) => (one.unavailability_id < other.unavailability_id ? -1 : 1))) {
    const key = recordKey(record.resource_id, record.external_id ?? '')
    if (!records.has(key)) records.set(key, record)
  }
  return records
}

function recordKey(resourceId: string, externalId: string): string {
  return `${resourceId}/${externalId}`
}

/** Content of a row to store, or the reason of its refusal. */
function contentOf(resourceId: string, row: UnavailabilityRow): Content | { sentence: Sentence } {
  try {
    return decideContent(resourceId, row)
  } catch (error) {
    if (error instanceof Problem) return { sentence: error.sentence }
    throw error
  }
}

function unchanged(line: number, resource_id: string, unavailability_id: string | null): BatchRow {
  return { result: { line, outcome: 'UNCHANGED', resource_id, unavailability_id, message: null, before: null } }
}

function refused(line: number, resource_id: string | null, message: Sentence): BatchRow {
  return { result: { line, outcome: 'REFUSED', resource_id, unavailability_id: null, message, before: null } }
}
