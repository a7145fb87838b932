import type { z } from 'zod'
import type { SettingKind, SettingValues } from './kinds.rules.ts'

/**
 * Reads members as people type them: `code=LIFT`, `sizes=[{"code":"EUR","name":"Euro"}]`. Text is taken as it stands,
 * other members are JSON; nothing after the sign is null where a member may be null.
 * @returns the members, or a sentence about what cannot be read
 */
export function readWords(kind: SettingKind, words: readonly string[]): SettingValues | string {
  const values: SettingValues = {}
  for (const word of words) {
    const sign = word.indexOf('=')
    if (sign < 1) return `"${word}" is no member: write member=value, such as code=LIFT.`
    const [member, text] = [word.slice(0, sign), word.slice(sign + 1)]
    if (!Object.hasOwn(shapeOf(kind), member)) {
      return `${kind.kind} have no member "${member}". There are: ${membersOf(kind).join(', ')}.`
    }
    const value = readText(kind, member, text)
    if (value === undefined) return `The value of ${member} must be JSON, such as 7, true or ["ORDER"].`
    values[member] = value
  }
  return values
}

/** The members of an entry as short texts, in the order of the schema: for tables people read. */
export function wordsOf(kind: SettingKind, values: SettingValues): Record<string, string> {
  return Object.fromEntries(membersOf(kind).map((member) => [member, shortText(values[member])]))
}

function readText(kind: SettingKind, member: string, text: string): unknown {
  const schema = shapeOf(kind)[member]
  if (text === '' && schema?.safeParse(null).success) return null
  const type = kind.columns[member]
  // A member that names another entry has no column of its own.
  if (type === undefined || type === 'text') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function shortText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return value.map((one) => one?.code ?? one).join(',') || '-'
  return String(value)
}

function membersOf(kind: SettingKind): string[] {
  return Object.keys(shapeOf(kind))
}

function shapeOf(kind: SettingKind): Readonly<Record<string, z.ZodType | undefined>> {
  return (kind.schema as unknown as z.ZodObject).shape as Record<string, z.ZodType>
}
