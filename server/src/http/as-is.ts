import type { z } from 'zod'

/** True only if the schema accepts the value and returns it unchanged. */
type Check = (value: unknown) => boolean

const checks = new WeakMap<z.core.$ZodType, Check>()

/**
 * Whether `schema` accepts `value` and would return it unchanged: nothing dropped, changed or filled in. Such a value
 * need not be parsed, which costs several times as much, because parsing visits every member of the schema and this
 * only those of the value. False means unknown: parse. Zod itself judges the leaves; only the traversal is ours.
 */
export function passesAsIs(schema: z.core.$ZodType, value: unknown): boolean {
  return checkOf(schema)(value)
}

function checkOf(schema: z.core.$ZodType): Check {
  const known = checks.get(schema)
  if (known) return known
  const walk = walkOf(schema as z.core.$ZodTypes)
  const check = walk === undefined ? leafCheck(schema) : withChecks(walk, schema._zod.def.checks ?? [])
  checks.set(schema, check)
  return check
}

/** Traversal for a supported kind of schema; undefined for any other. */
function walkOf({ _zod: { def } }: z.core.$ZodTypes): Check | undefined {
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? objectCheck(def) : undefined
    case 'array':
      return listCheck(def)
    case 'optional':
      return def.innerType._zod.optin === 'optional' ? undefined : orElse(undefined, def.innerType)
    case 'nullable':
      return orElse(null, def.innerType)
    case 'record':
      return recordCheck(def)
    case 'unknown':
      return () => true
    case 'string':
      return isPlain(def) ? (value) => typeof value === 'string' : undefined
    case 'boolean':
      return isPlain(def) ? (value) => typeof value === 'boolean' : undefined
    case 'number':
      return isPlain(def) ? Number.isFinite : undefined
    default:
      return undefined
  }
}

/** Neither coerced from another type nor restricted, such as integers or e-mail addresses. */
function isPlain(def: { coerce?: boolean; format?: string }): boolean {
  return !def.coerce && def.format === undefined
}

function objectCheck({ shape }: z.core.$ZodObjectDef): Check {
  const members = new Map(Object.entries(shape).map(([name, member]) => [name, checkOf(member)]))
  const required = Object.keys(shape).filter((name) => !mayBeAbsent(shape[name]!))
  return (value) => {
    if (!isObject(value)) return false
    for (const name in value) {
      const member = members.get(name)
      if (member === undefined || !member(value[name])) return false
    }
    return required.every((name) => Object.hasOwn(value, name))
  }
}

/** A member with a default may not be absent, because parsing fills it in. */
function mayBeAbsent(member: z.core.$ZodType): boolean {
  return member._zod.optin === 'optional' && checkOf(member)(undefined)
}

function listCheck({ element }: z.core.$ZodArrayDef): Check {
  const check = checkOf(element)
  return (value) => {
    if (!Array.isArray(value)) return false
    // By index, because `every` would skip the holes of a list.
    for (let at = 0; at < value.length; at += 1) if (!check(value[at])) return false
    return true
  }
}

function orElse(absent: null | undefined, inner: z.core.$ZodType): Check {
  const check = checkOf(inner)
  return (value) => value === absent || check(value)
}

/** Only unrestricted text keys. A `__proto__` key is left to Zod, which drops it. */
function recordCheck({ keyType, valueType }: z.core.$ZodRecordDef): Check | undefined {
  const key = (keyType as z.core.$ZodTypes)._zod.def
  if (key.type !== 'string' || !isPlain(key) || (key.checks ?? []).length > 0) return undefined
  const check = checkOf(valueType)
  return (value) => {
    if (!isObject(value) || Object.hasOwn(value, '__proto__')) return false
    for (const name in value) if (!check(value[name])) return false
    return true
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The traversal, followed by checks of the whole value: lengths, refinements. */
function withChecks(walk: Check, requested: readonly z.core.$ZodCheck<never>[]): Check {
  if (requested.length === 0) return walk
  const questions = requested.map((check) => questionOf(check as z.core.$ZodChecks))
  return (value) => walk(value) && questions.every((answers) => answers(value))
}

function questionOf(check: z.core.$ZodChecks): Check {
  const { def } = check._zod
  if (def.check === 'max_length') return (value) => (value as { length: number }).length <= def.maximum
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    if (def.when && !def.when(payload)) return true
    const answer = check._zod.check(payload as never)
    return !(answer instanceof Promise) && payload.issues.length === 0 && Object.is(payload.value, value)
  }
}

function leafCheck(schema: z.core.$ZodType): Check {
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false })
    return !(result instanceof Promise) && result.issues.length === 0 && Object.is(result.value, value)
  }
}
