import type { z } from 'zod'
import type { SettingKind, SettingValues } from './kinds.rules.ts'

/**
 * Parses members as people enter them: `code=LIFT`, `sizes=[{"code":"EUR","name":"Euro"}]`. Text is taken unchanged,
 * other members are JSON; an empty value is null where a member may be null. A single entry of a list can be added
 * (`sizes+={"code":"EUR"}`, `subject_types+=ORDER`), removed (`sizes-=EUR`) or changed (`sizes.EUR.name=Euro`).
 * @param before the current entry, whose lists are edited
 * @returns the members, or an error message
 */
export function readEntered(
  kind: SettingKind,
  words: readonly string[],
  before: SettingValues = {},
): SettingValues | string {
  const values: SettingValues = {}
  for (const word of words) {
    const edit = readEdit(kind, word, { ...before, ...values })
    if (typeof edit === 'string') return edit
    if (edit) {
      Object.assign(values, edit)
      continue
    }
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

/** Members of an entry as short texts, in the order of the schema, for tables. */
export function shortTextsOf(kind: SettingKind, values: SettingValues): Record<string, string> {
  return Object.fromEntries(membersOf(kind).map((member) => [member, shortText(values[member])]))
}

const editPattern = /^(\w+)(?:\.([^.=]+)\.(\w+)=|(\+|-)=)(.*)$/s

/** Result of editing one entry of a list; undefined when the word is not an edit, a message for an invalid one. */
function readEdit(kind: SettingKind, word: string, before: SettingValues): SettingValues | string | undefined {
  const [, member, code, part, sign, text = ''] = editPattern.exec(word) ?? []
  if (member === undefined || !Object.hasOwn(shapeOf(kind), member)) return undefined
  if (!isList(kind, member)) return `${member} of ${kind.kind} is not a list: write ${member}=value.`
  const list = (before[member] ?? []) as readonly unknown[]
  if (sign === '+') return { [member]: [...list, readJson(text)] }
  const at = list.findIndex((one) => codeOf(one) === (code ?? text))
  if (at < 0) {
    const known = list.map(codeOf).join(', ') || 'none'
    return `${member} has no entry "${code ?? text}". There are: ${known}.`
  }
  if (sign === '-') return { [member]: list.toSpliced(at, 1) }
  if (typeof list[at] !== 'object')
    return `Entries of ${member} have no members: write ${member}-=${code} and ${member}+=….`
  return { [member]: list.with(at, { ...list[at], [part!]: readJson(text) }) }
}

function isList({ columns }: SettingKind, member: string): boolean {
  return columns[member] === 'jsonb' || columns[member] === 'text[]'
}

function codeOf(entry: unknown): string {
  return String((entry as { code?: unknown } | null)?.code ?? entry)
}

/** Valid JSON, else the text itself: `name=Euro`, `rank=3`. */
function readJson(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function readText(kind: SettingKind, member: string, text: string): unknown {
  const schema = shapeOf(kind)[member]
  if (text === '' && schema?.safeParse(null).success) return null
  const type = kind.columns[member]
  // A member that refers to another entry has no column of its own.
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
  return kind.schema.shape as Record<string, z.ZodType>
}
