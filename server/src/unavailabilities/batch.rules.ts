import type { UnavailabilityRow, UnavailabilityRowResult } from '@cartage/contract/app/unavailability-batch'
import { Problem } from '../http/problem.ts'
import { type FoundResources, follow } from './references.rules.ts'
import { type Content, decideContent, reasonWarnings } from './rules.ts'

/** What is to become of each row, in their order; `content` is that of a row that is made. */
export interface BatchRow {
  result: UnavailabilityRowResult
  content?: Content
}

/** What tells two unavailabilities to be the same: whose, when and why. */
export function sameKey({
  resource_id,
  start_at,
  end_at,
  reason,
}: Omit<Content, 'description' | 'external_id'>): string {
  return `${resource_id} ${start_at} ${end_at ?? ''} ${reason}`
}

/**
 * Decides row by row: what a single unavailability would be refused for refuses the row alone, and what is there
 * already, also higher up in the same rows, is not made again.
 * @param existing ids by `sameKey`
 */
export function planRows(
  rows: readonly UnavailabilityRow[],
  resources: FoundResources,
  existing: ReadonlyMap<string, string>,
): BatchRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const referred = follow(row.resource, resources)
    if ('code' in referred) return refused(row.line, null, referred.message)
    const { resource_id, resource_type } = referred.resource
    const decided = contentOf(resource_id, row)
    if (typeof decided === 'string') return refused(row.line, resource_id, decided)
    const key = sameKey(decided)
    const known = existing.get(key) ?? null
    const base = { line: row.line, resource_id, unavailability_id: known }
    if (known !== null || seen.has(key)) return { result: { ...base, outcome: 'UNCHANGED', message: null } }
    seen.add(key)
    const [odd] = reasonWarnings(row.reason, resource_type, 'reason')
    return { content: decided, result: { ...base, outcome: 'CREATED', message: odd?.message ?? null } }
  })
}

/** What a row stores, or in words why it is refused. */
function contentOf(resourceId: string, row: UnavailabilityRow): Content | string {
  try {
    return decideContent(resourceId, row)
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

function refused(line: number, resource_id: string | null, message: string): BatchRow {
  return { result: { line, outcome: 'REFUSED', resource_id, unavailability_id: null, message } }
}
