import type { z } from 'zod'

/** A member of a body that the interface does not have: it is ignored (CLIENT-25). */
export interface UnknownMember {
  /** Its path, such as consignments.0.goods.0.Total_weight_kg. */
  path: string
  /** The member of the same object whose name is nearest; absent when none is near. */
  nearest?: string
}

/**
 * Members that the schema does not have and so drops, in the order of the body. Members whose names the sender is free to
 * choose, such as custom fields, are none.
 * @param most how many at most
 */
export function unknownMembers(schema: z.core.$ZodType, value: unknown, most: number): UnknownMember[] {
  const found: UnknownMember[] = []
  collect(schema, value, '', (member) => {
    found.push(member)
    return found.length < most
  })
  return found
}

/** Takes one member; false when that is enough. */
type Take = (member: UnknownMember) => boolean

function collect(schema: z.core.$ZodType, value: unknown, at: string, take: Take): boolean {
  if (typeof value !== 'object' || value === null) return true
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return collect(def.innerType, value, at, take)
    case 'lazy':
      return collect(def.getter(), value, at, take)
    case 'array':
      return !Array.isArray(value) || value.every((entry, index) => collect(def.element, entry, `${at}${index}.`, take))
    case 'object':
      return Array.isArray(value) || collectMembers(def.shape, value as Record<string, unknown>, at, take)
    default:
      return true
  }
}

function collectMembers(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: Record<string, unknown>,
  at: string,
  take: Take,
): boolean {
  return Object.keys(value).every((name) => {
    if (Object.hasOwn(shape, name)) return collect(shape[name]!, value[name], `${at}${name}.`, take)
    const nearest = nearestName(Object.keys(shape), name)
    return take({ path: `${at}${name}`, ...(nearest !== undefined && { nearest }) })
  })
}

/** The name that is nearest to one no one knows: the same but for case and dashes, or few letters away. */
export function nearestName(known: readonly string[], name: string): string | undefined {
  const sought = bare(name)
  if (sought === '') return undefined
  let nearest: string | undefined
  let least = 1 / 3
  for (const one of known) {
    const other = bare(one)
    const distance = howFar(sought.slice(0, 60), other.slice(0, 60))
    if (distance < least) [nearest, least] = [one, distance]
  }
  return nearest
}

/** 0 is equal, 1 has nothing in common. A name with something before or behind it is near, unless it is short. */
function howFar(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isPart = short.length >= 5 && (long.startsWith(short) || long.endsWith(short))
  const distance = lettersApart(one, other) / long.length
  return isPart ? Math.min(distance, 0.3) : distance
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Letters to change, add or take away to turn one text into the other (Levenshtein). */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = row[at - 1]! + (one[line - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
