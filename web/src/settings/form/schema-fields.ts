import { readNumber } from '@cartage/contract/reading/number'
import { z } from 'zod'

/** How one member of a record is entered. */
export type SchemaField = {
  name: string
  isNullable: boolean
  /** May be left out. */
  isOptional: boolean
  /** Its first value. */
  initial: unknown
  /** A text of several lines. */
  isLong?: boolean
} & (
  | { kind: 'text' | 'texts' | 'number' | 'flag' }
  | { kind: 'choice' | 'choices'; values: readonly string[] }
  | { kind: 'group' | 'rows'; fields: readonly SchemaField[] }
)

/** The members of an object of the contract as fields of a form, in the order of the contract. */
export function fieldsOf(schema: z.ZodType): SchemaField[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]) => fieldOf(name, member))
}

function fieldOf(name: string, schema: z.ZodType): SchemaField {
  const facts = { name, isNullable: false, isOptional: false, initial: undefined as unknown }
  let inner = schema
  for (;;) {
    if (inner instanceof z.ZodDefault) {
      facts.initial ??= inner.def.defaultValue
      facts.isOptional = true
    } else if (inner instanceof z.ZodNullable) facts.isNullable = true
    else if (inner instanceof z.ZodOptional) facts.isOptional = true
    else break
    inner = inner.def.innerType as z.ZodType
  }
  return { ...facts, ...shapeOf(inner) }
}

type Shape =
  | { kind: 'text'; isLong?: boolean }
  | { kind: 'texts' | 'number' | 'flag' }
  | { kind: 'choice' | 'choices'; values: readonly string[] }
  | { kind: 'group' | 'rows'; fields: readonly SchemaField[] }

/** Texts that may have as many characters are written in lines. */
const leastOfLines = 2_000

function shapeOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' }
  if (schema instanceof z.ZodNumber) return { kind: 'number' }
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) }
  if (schema instanceof z.ZodObject) return { kind: 'group', fields: fieldsOf(schema) }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType
    if (element instanceof z.ZodEnum) return { kind: 'choices', values: element.options.map(String) }
    return element instanceof z.ZodObject ? { kind: 'rows', fields: fieldsOf(element) } : { kind: 'texts' }
  }
  const most = schema instanceof z.ZodString ? schema.maxLength : null
  return (most ?? 0) >= leastOfLines ? { kind: 'text', isLong: true } : { kind: 'text' }
}

/** The names of the fields, and of those in groups and rows. */
export function namesOf(fields: readonly SchemaField[]): string[] {
  return fields.flatMap((field) => [field.name, ...('fields' in field ? namesOf(field.fields) : [])])
}

/** Values of a form; numbers stay as they were typed until they are sent. */
export type FormValues = Record<string, unknown>

/** What an empty form shows. */
export function emptyValues(fields: readonly SchemaField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]))
}

function emptyValue(field: SchemaField): unknown {
  if (field.initial !== undefined) return field.initial
  if (field.isNullable) return null
  if (field.kind === 'flag') return false
  if (field.kind === 'choices' || field.kind === 'rows' || field.kind === 'texts') return []
  if (field.kind === 'choice') return field.values[0]
  if (field.kind === 'group') return emptyValues(field.fields)
  return ''
}

/**
 * The values as they are sent: numbers as numbers, nothing for what was left empty and may be. A number that cannot be
 * read, or in two ways, stays the text it is, which the schema then refuses.
 */
export function valuesToSend(fields: readonly SchemaField[], values: FormValues, language: string): FormValues {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = sent(field, values[field.name], language)
    return value === undefined ? [] : [[field.name, value]]
  })
  return Object.fromEntries(entries)
}

function sent(field: SchemaField, value: unknown, language: string): unknown {
  if (value === null || value === undefined) return field.isNullable ? null : undefined
  if (field.kind === 'group') return valuesToSend(field.fields, value as FormValues, language)
  if (field.kind === 'rows') return (value as FormValues[]).map((row) => valuesToSend(field.fields, row, language))
  if (field.kind === 'texts') return (value as string[]).map((text) => text.trim()).filter((text) => text !== '')
  if (field.kind !== 'text' && field.kind !== 'number') return value
  if (value === '') return emptyText(field)
  if (field.kind === 'text') return value
  if (typeof value === 'number') return value
  const read = readNumber(String(value), { language })
  if (read.kind === 'empty') return emptyText(field)
  return read.kind === 'number' ? read.value : value
}

/**
 * An emptied text is null where there may be none; where it has a default it is sent empty, or the old one would stay.
 */
function emptyText(field: SchemaField): unknown {
  if (field.isNullable) return null
  if (field.kind === 'number') return undefined
  return field.isOptional && field.initial === undefined ? undefined : ''
}
