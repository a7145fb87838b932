import type { z } from 'zod'
import { mostErrors, spokenIssues } from '../render-problem.ts'

/** Entries of a long list that are looked at first. */
const firstEntries = 1_000

/**
 * What is wrong with the first entries of a body's long list, when that is all that an answer can name: the other entries need
 * not be looked at then, which would take longer than others may wait (LIMIT-22). The list is a member of the body, or
 * the body itself.
 * @returns the complaints that the whole body would begin with; undefined when the whole has to be looked at
 */
export function earlyIssues(schema: z.ZodType, body: unknown): z.core.$ZodIssue[] | undefined {
  const beginning = beginningOf(body)
  if (!beginning) return undefined
  const found = schema.safeParse(beginning.body, { error: spokenIssues }).error?.issues.slice(0, mostErrors)
  // A complaint about the list itself, or about a member behind it, could be another one for the whole.
  return found?.length === mostErrors && found.every(({ path }) => beginning.isEntry(path)) ? found : undefined
}

/** A body whose long list is cut after its first entries. */
interface Beginning {
  body: unknown
  /** Whether a path leads into an entry of that list. */
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
