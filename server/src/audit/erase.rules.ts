import { createHash } from 'node:crypto'

/** Replacement for an erased value. */
export const erasedMark = '[erased]'

/** Entity types of the entries that account for erased values and for removed entries. */
export const erasureType = 'audit_erasure'
export const removalType = 'audit_removal'

/**
 * A JSON value without members of these names, at any depth.
 * @param names members to remove; `signatures.name` is a name inside a signature only
 * @param parent member that contains the value
 * @returns the same value if nothing was removed
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
 * Whether a member has one of the names, alone or qualified by its parent.
 * @param path names from the outermost in
 */
export function isOneOf(names: ReadonlySet<string>, path: readonly string[]): boolean {
  const [parent = '', name = ''] = path.slice(-2)
  return path.length > 1 ? names.has(name) || names.has(`${parent}.${name}`) : names.has(parent)
}

/** Changes of an entry in stored form. */
export type StoredChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

/**
 * Members of an entry whose values match one of the names: `consignments.0.delivery_stop.email` by its last part,
 * `consignments.1` by its content.
 * @param own names that match only members of the entry's record itself, such as its name
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

/** Digest of the numbers of erased entries, for the entry that accounts for them. */
export function sequencesDigest(sequences: readonly number[]): string {
  const hash = createHash('sha256')
  for (const sequence of sequences) hash.update(`${sequence},`)
  return hash.digest('hex')
}
