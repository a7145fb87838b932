import type { EntryForm } from './form-model.ts'

/** Typed input of one field. */
export interface Typed {
  field: string
  text: string
}

/** Result of merging typed input into an order that another user changed. */
export interface MergedForm {
  form: EntryForm
  /** Input not in the form: the other user changed the same field or removed its line. */
  unkept: Typed[]
}

/** Members that are merged as a whole, or are not typed. */
const whole = new Set(['customer', 'service', 'level', 'place', 'activity', 'packaging', 'type'])
const untyped = new Set(['base', 'frozen'])

type Part = unknown

/**
 * Merges typed input into the order as another user left it. One-sided changes are kept. On a conflict the current
 * value wins, and the typed one is listed.
 */
export function mergeForms(before: EntryForm, typed: EntryForm, now: EntryForm): MergedForm {
  const unkept: Typed[] = []
  const form = merge(before, typed, now, [], unkept) as EntryForm
  return { form, unkept }
}

/** Typed input, field by field. */
export function typedTexts(before: EntryForm, typed: EntryForm): Typed[] {
  return changes(before, typed, [])
}

function merge(before: Part, typed: Part, now: Part, path: readonly string[], unkept: Typed[]): Part {
  const member = path.at(-1) ?? ''
  if (untyped.has(member) || same(before, typed)) return now
  if (same(typed, now)) return now
  if (isOpen(typed) && isOpen(now) && isOpen(before) && sameShape(before, typed) && sameShape(before, now)) {
    // A stop that was reached meanwhile can no longer change.
    if ('frozen' in now && now.frozen !== null) return lost(before, typed, now, path, unkept)
    const merged = Object.entries(now).map(
      ([name, value]) => [name, merge(before[name], typed[name], value, [...path, name], unkept)] as const,
    )
    return Array.isArray(now) ? merged.map(([, value]) => value) : Object.fromEntries(merged)
  }
  if (same(before, now)) return typed
  return lost(before, typed, now, path, unkept)
}

function lost(before: Part, typed: Part, now: Part, path: readonly string[], unkept: Typed[]): Part {
  unkept.push(...changes(before, typed, path))
  return now
}

function changes(before: Part, typed: Part, path: readonly string[]): Typed[] {
  if (untyped.has(path.at(-1) ?? '') || same(before, typed)) return []
  if (whole.has(path.at(-1) ?? '') || !isRecord(typed)) return [{ field: path.join('.'), text: textOf(typed) }]
  const from = isRecord(before) ? before : {}
  return Object.entries(typed).flatMap(([name, value]) => changes(from[name] ?? emptyOf(value), value, [...path, name]))
}

/** Initial value of a member in a new line. */
function emptyOf(value: Part): Part {
  return typeof value === 'string' ? '' : null
}

function textOf(value: Part): string {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (!isRecord(value)) return value === null || value === '' ? '–' : String(value)
  const { name, address, city } = value as { name?: string; address?: string; city?: string }
  return [name, address, city].filter(Boolean).join(', ')
}

function isRecord(value: Part): value is Record<string, Part> {
  return typeof value === 'object' && value !== null
}

/** Whether its members can be merged one by one. */
function isOpen(value: Part): value is Record<string, Part> {
  return isRecord(value) && !('name' in value && 'code' in value) && !('city' in value)
}

function sameShape(one: Record<string, Part>, other: Record<string, Part>): boolean {
  return !Array.isArray(one) || Object.keys(one).length === Object.keys(other).length
}

function same(one: Part, other: Part): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
