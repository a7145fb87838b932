import type { z } from 'zod'
import { mostErrors, spokenIssues } from '../render-problem.ts'

/** Number of entries of a long list to check first. */
const firstEntries = 1_000

/**
 * Checks the first entries of a body's long list. If they already have as many errors as an answer can hold, the rest
 * need not be checked, which would block others too long (LIMIT-22). The list is a member of the body, or the body
 * itself.
 * @returns the first complaints about the whole body; undefined if the whole must be checked
 */
export function earlyIssues(schema: z.ZodType, body: unknown): z.core.$ZodIssue[] | undefined {
  const beginning = beginningOf(body)
  if (!beginning) return undefined
  const found = schema.safeParse(beginning.body, { error: spokenIssues }).error?.issues.slice(0, mostErrors)
  // A complaint about the list itself, or a later member, could differ for the whole body.
  return found?.length === mostErrors && found.every(({ path }) => beginning.isEntry(path)) ? found : undefined
}

/** A body whose long list is cut after its first entries. */
interface Beginning {
  body: unknown
  /** Whether a path is inside an entry of that list. */
  isEntry(path: readonly PropertyKey[]): boolean
}

function beginningOf(body: unknown): Beginning | undefined {
  if (isLong(body)) return { body: body.slice(0, firstEntries), isEntry: ([index]) => typeof index === 'number' }
  if (typeof body !== 'object' || body === null) return undefined
  const [name, list] = Object.entries(body).find(([, value]) => isLong(value)) ?? []
  if (name === undefined) return undefined
  const cut = { ...body, [name]: (list as unknown[]).slice(0, firstEntries) }
  return { body: cut, isEntry: ([member, index]) => member === name && typeof index === 'number' }
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > firstEntries
}
