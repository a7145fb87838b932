import { createHash } from 'node:crypto'

/** What stands in place of an erased value. */
export const erasedMark = '[erased]'

/** Names the trail gives to what answers for erased values and for removed entries. */
export const erasureType = 'audit_erasure'
export const removalType = 'audit_removal'

/**
 * A JSON value without members of these names, at any depth.
 * @param names members that are left out; `signatures.name` is a name in a signature, and no other name
 * @param parent what the value is a member of
 * @returns the value itself when nothing was left out
 */
export function withoutMembers<T>(value: T, names: ReadonlySet<string>, parent = ''): T {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutMembers(item, names, parent))
    return items.some((item, index) => item !== value[index]) ? (items as T) : value
  }
  if (typeof value !== 'object' || value === null) return value
  let isChanged = false
  const kept: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) {
    if (isOneOf(names, [parent, name])) {
      isChanged = true
      continue
    }
    const after = withoutMembers(inner as unknown, names, name)
    if (after !== inner) isChanged = true
    kept.push([name, after])
  }
  return isChanged ? (Object.fromEntries(kept) as T) : value
}

/**
 * Whether a member has one of the names: its own, or its own in what it is a member of.
 * @param path names from the outside in
 */
export function isOneOf(names: ReadonlySet<string>, path: readonly string[]): boolean {
  const [parent = '', name = ''] = path.slice(-2)
  return path.length > 1 ? names.has(name) || names.has(`${parent}.${name}`) : names.has(parent)
}

/** Changes of an entry, as they are stored. */
export type StoredChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

/**
 * Members of an entry whose values have one of the names: `consignments.0.delivery_stop.email` by its last part,
 * `consignments.1` because of what is in it.
 * @param own members that count only as the member of the entry itself, such as the name of what the entry is about
 */
export function membersWith(
  changes: StoredChanges,
  names: ReadonlySet<string>,
  own: ReadonlySet<string> = new Set(),
): string[] {
  const found: string[] = []
  for (const [member, { before, after }] of Object.entries(changes)) {
    const path = member.split('.').filter((part) => !/^\d+$/.test(part))
    const isNamed = isOneOf(names, path)
    const holds = [before, after].some((value) => withoutMembers(value, names, path.at(-1)) !== value)
    const isErased = [before, after].every((value) => value === null || value === erasedMark)
    if ((isNamed || holds || own.has(member)) && !isErased) found.push(member)
  }
  return found
}

/** What an entry that answers for erased entries says of them: their numbers in order, as a digest. */
export function sequencesDigest(sequences: readonly number[]): string {
  const hash = createHash('sha256')
  for (const sequence of sequences) hash.update(`${sequence},`)
  return hash.digest('hex')
}
