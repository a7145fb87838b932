import type { ErrorItem } from '@cartage/contract/errors'
import { z } from 'zod'

/** Partial value at any depth. Lists are given as a whole. */
export type Members<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Members<T[K]> | undefined }
    : T

/**
 * Minimal value of a contract schema: null if nullable, optional members absent, lists empty. Tests pass the members
 * they need.
 */
export function sampleOf<S extends z.core.$ZodType>(
  schema: S,
  members?: Members<z.output<S>>,
): z.output<S> & z.input<S> {
  return merged(smallest(schema), members) as z.output<S> & z.input<S>
}

/** Numbered id for tests: `id(1)`. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function smallest(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodNull) return null
  if (schema instanceof z.ZodOptional) return undefined
  if (schema instanceof z.ZodObject) {
    const each = Object.entries(schema.shape as Record<string, z.core.$ZodType>)
    return Object.fromEntries(each.map(([name, member]) => [name, smallest(member)]))
  }
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema)
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodUnion) return smallest(schema.options[0]!)
  if (schema instanceof z.ZodPipe) return smallest(schema.out instanceof z.ZodTransform ? schema.in : schema.out)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return smallest(schema.unwrap())
  if (schema instanceof z.ZodLazy) return smallest(schema.unwrap())
  return null
}

function textOf(schema: z.ZodString | z.ZodStringFormat): string {
  const format = schema.meta()?.format
  if (format === 'uuid') return id(0)
  return format === 'date-time' ? '2026-03-02T08:00:00Z' : ''
}

function merged(value: unknown, members: unknown): unknown {
  if (members === undefined) return value
  if (!isPlain(members)) return members
  const before = isPlain(value) ? value : {}
  const each = Object.entries(members).map(([name, member]) => [name, merged(before[name], member)])
  return { ...before, ...Object.fromEntries(each) }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Server error of one member. */
export function faultAt(path: string | null, message: string): ErrorItem {
  return { path, message, field: path?.split('.').at(-1) ?? null, detail: 'invalid' }
}
