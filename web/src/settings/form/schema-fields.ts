import { readNumber } from '@cartage/contract/reading/number'
import { z } from 'zod'

/** Form field of one member of a record. */
export type SchemaField = {
  name: string
  isNullable: boolean
  /** May be left out. */
  isOptional: boolean
  /** Initial value. */
  initial: unknown
  /** A multi-line text. */
  isLong?: boolean
} & (
  | { kind: 'text' | 'texts' | 'number' | 'flag' }
  | { kind: 'choice' | 'choices'; values: readonly string[] }
  | { kind: 'group' | 'rows'; fields: readonly SchemaField[] }
)

/** Form fields for the members of a contract object, in contract order. */
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

/** Minimum allowed length from which a text is multi-line. */
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

/** Names of the fields, including those in groups and rows. */
export function namesOf(fields: readonly SchemaField[]): string[] {
  return fields.flatMap((field) => [field.name, ...('fields' in field ? namesOf(field.fields) : [])])
}

/** Form values. Numbers stay as typed until they are sent. */
export type FormValues = Record<string, unknown>

/** Initial values of an empty form. */
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
 * Values in request format: numbers as numbers, without empty optional values. An unreadable or ambiguous number stays
 * text, which the schema refuses.
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

/** A cleared text is null if nullable. One with a default is sent empty, otherwise the old value would stay. */
function emptyText(field: SchemaField): unknown {
  if (field.isNullable) return null
  if (field.kind === 'number') return undefined
  return field.isOptional && field.initial === undefined ? undefined : ''
}
