import { type Fact, factTable } from '@cartage/contract/rates/app/facts'
import { readNumber } from '@cartage/contract/reading/number'
import { z } from 'zod'

/** One member of a contract object as a form field. */
export type ContractField = { name: string; isOptional: boolean; initial: unknown } & Shape

type Shape =
  | { kind: 'text' | 'texts' | 'decimal' | 'whole' | 'flag' | 'value' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'choices'; values: readonly string[] }
  | { kind: 'fact'; facts: readonly Fact[] }
  | { kind: 'group' | 'rows'; fields: readonly ContractField[] }
  | { kind: 'union'; options: readonly ContractOption[] }

/** One kind of a union: its name and fields. */
export interface ContractOption {
  value: string
  fields: readonly ContractField[]
}

/** Form values as typed. */
export type FormValues = Readonly<Record<string, unknown>>

/** Members of a contract object, without its discriminator. */
export function fieldsOf(schema: z.ZodType): ContractField[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>)
    .filter(([, member]) => !(member instanceof z.ZodLiteral))
    .map(([name, member]) => fieldOf(name, member))
}

/** Kinds of a contract union. */
export function optionsOf(schema: z.ZodType): ContractOption[] {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return []
  return (schema.options as z.ZodType[]).flatMap((option) => {
    if (option instanceof z.ZodDiscriminatedUnion) return optionsOf(option)
    const kind = (option as z.ZodObject).shape.kind as z.ZodType | undefined
    const kinds = kind instanceof z.ZodLiteral ? [...kind.values] : []
    return kinds.map((value) => ({ value: String(value), fields: fieldsOf(option) }))
  })
}

function fieldOf(name: string, schema: z.ZodType): ContractField {
  let inner = schema
  let initial: unknown
  let isOptional = false
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    if (inner instanceof z.ZodDefault) initial ??= inner.def.defaultValue
    isOptional = true
    inner = inner.def.innerType as z.ZodType
  }
  return { name, isOptional, initial, ...shapeOf(inner) }
}

function shapeOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' }
  if (schema instanceof z.ZodNumber) return { kind: 'whole' }
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) }
  if (schema instanceof z.ZodDiscriminatedUnion) return { kind: 'union', options: optionsOf(schema) }
  if (schema instanceof z.ZodUnion) return { kind: 'value' }
  if (schema instanceof z.ZodObject) return { kind: 'group', fields: fieldsOf(schema) }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType
    if (element instanceof z.ZodEnum) return { kind: 'choices', values: element.options.map(String) }
    return element instanceof z.ZodObject ? { kind: 'rows', fields: fieldsOf(element) } : { kind: 'texts' }
  }
  return shapeOfText(schema)
}

/** Probes the schema for the shape of a text: the name of a fact, a decimal, or free text. */
function shapeOfText(schema: z.ZodType): Shape {
  const takes = (text: string) => schema.safeParse(text).success
  if (takes('no such fact')) return { kind: 'text' }
  const facts = factTable.filter(({ name }) => takes(name.replace('*', 'x')))
  if (facts.some(({ name }) => name.includes('.'))) return { kind: 'fact', facts }
  return { kind: takes('1.5') && !takes('x') ? 'decimal' : 'text' }
}

/** Initial values of an empty form. */
export function emptyValues(fields: readonly ContractField[]): FormValues {
  return Object.fromEntries(
    fields
      .filter(({ isOptional, initial }) => !isOptional || initial !== undefined)
      .map((one) => [one.name, emptyValue(one)]),
  )
}

function emptyValue(field: ContractField): unknown {
  if (field.initial !== undefined) return field.initial
  if (field.kind === 'flag') return false
  if (field.kind === 'texts' || field.kind === 'choices') return []
  if (field.kind === 'rows') return [emptyValues(field.fields)]
  if (field.kind === 'choice') return field.values[0]
  if (field.kind === 'group') return emptyValues(field.fields)
  if (field.kind === 'union') return emptyOption(field.options[0]!)
  return ''
}

/** Empty form values of one kind of a union. */
export function emptyOption({ value, fields }: ContractOption): FormValues {
  return { kind: value, ...emptyValues(fields) }
}

/** Switches to another kind and keeps shared values, so that a price need not be retyped. */
export function withKind(options: readonly ContractOption[], kind: string, before: FormValues): FormValues {
  const option = options.find(({ value }) => value === kind)!
  const kept = option.fields.filter((field) => fitsField(field, before[field.name]))
  return { ...emptyOption(option), ...Object.fromEntries(kept.map(({ name }) => [name, before[name]])) }
}

function fitsField(field: ContractField, value: unknown): boolean {
  if (value === undefined) return false
  if (field.kind === 'choice') return field.values.includes(String(value))
  if (field.kind === 'union') return field.options.some((one) => one.value === (value as FormValues).kind)
  if (field.kind === 'fact') return typeof value === 'string'
  return typeof value === typeof emptyValue(field)
}

/** Form values in request format: decimals as exact texts, without empty optional values. */
export function valuesToSend(fields: readonly ContractField[], values: FormValues, language: string): FormValues {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = sent(field, values[field.name], language)
    return value === undefined ? [] : [[field.name, value]]
  })
  return Object.fromEntries(entries)
}

/** Form values of one kind of a union in request format. */
export function optionToSend(options: readonly ContractOption[], values: FormValues, language: string): FormValues {
  const option = options.find(({ value }) => value === values.kind)
  return { kind: values.kind, ...(option && valuesToSend(option.fields, values, language)) }
}

function sent(field: ContractField, value: unknown, language: string): unknown {
  if (value === undefined || value === null) return undefined
  if (field.kind === 'group') return valuesToSend(field.fields, value as FormValues, language)
  if (field.kind === 'rows') return (value as FormValues[]).map((row) => valuesToSend(field.fields, row, language))
  if (field.kind === 'union') return optionToSend(field.options, value as FormValues, language)
  if (field.kind === 'texts') return (value as string[]).map((one) => one.trim()).filter((one) => one !== '')
  if (field.kind === 'decimal')
    return typeof value === 'string' && value.trim() === '' ? undefined : exact(String(value), language)
  if (field.kind === 'whole') return value === '' ? undefined : Number(exact(String(value), language))
  if (typeof value === 'string' && value.trim() === '') return undefined
  return typeof value === 'string' ? value.trim() : value
}

/** A decimal in contract format. An unreadable or ambiguous text is returned unchanged, for the schema to refuse. */
export function exact(text: string, language: string): string {
  const plain = text.trim()
  const read = readNumber(plain, { language })
  if (read.kind !== 'number') return plain
  if (/^-?\d+(\.\d+)?$/.test(plain) && Number(plain) === read.value) return plain
  return read.value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 })
}

/** A decimal of the contract in the user's notation. Three decimals get a trailing zero, to be unambiguous. */
export function written(decimal: string, language: string): string {
  const text = /^-?\d{1,3}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal
  return language.startsWith('en') ? text : text.replace('.', ',')
}

/** Stored values as form values, with decimals in the user's notation. */
export function valuesToShow(fields: readonly ContractField[], values: FormValues, language: string): FormValues {
  const shown = fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name]
    return value === undefined || value === null ? [] : [[field.name, shownValue(field, value, language)]]
  })
  return { ...(values.kind !== undefined && { kind: values.kind }), ...Object.fromEntries(shown) }
}

/** Stored values of one kind of a union as form values. */
export function optionToShow(options: readonly ContractOption[], values: FormValues, language: string): FormValues {
  const option = options.find(({ value }) => value === values.kind)
  return option ? valuesToShow(option.fields, values, language) : values
}

function shownValue(field: ContractField, value: unknown, language: string): unknown {
  if (field.kind === 'decimal') return written(String(value), language)
  if (field.kind === 'whole') return String(value)
  if (field.kind === 'group') return valuesToShow(field.fields, value as FormValues, language)
  if (field.kind === 'rows') return (value as FormValues[]).map((row) => valuesToShow(field.fields, row, language))
  return field.kind === 'union' ? optionToShow(field.options, value as FormValues, language) : value
}

/** Validation errors by path (`block.price`). */
export function faultsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed())
}
