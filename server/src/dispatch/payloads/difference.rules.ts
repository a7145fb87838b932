/** A JSON value; an undefined member is absent. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined }

type JsonObject = { [name: string]: Json | undefined }

/** One changed member of a message: `before` is absent when it was added, `after` when it was removed. */
export interface Difference {
  path: string
  before?: Json
  after?: Json
}

/**
 * Differences of a message to the previous one. List entries with ids are compared with the entry of the same id,
 * whatever their position; a list with reordered, added or removed entries reports their ids.
 */
export function differenceOf(before: Json, after: Json, path = ''): Difference[] {
  if (isSame(before, after)) return []
  if (isObject(before) && isObject(after)) return differenceOfObjects(before, after, path)
  const entries = keyed(before)
  const others = keyed(after)
  if (!entries || !others) return [{ path, before, after }]
  const kept = [...entries].filter(([key]) => others.has(key))
  const changed = kept.flatMap(([key, entry]) => differenceOf(entry, others.get(key)!, `${path}[${key}]`))
  const came = [...others].filter(([key]) => !entries.has(key)).map(([key, entry]) => added(`${path}[${key}]`, entry))
  const went = [...entries].filter(([key]) => !others.has(key)).map(([key, entry]) => removed(`${path}[${key}]`, entry))
  const isMoved = !isSame([...entries.keys()], [...others.keys()])
  const order = isMoved ? [{ path, before: [...entries.keys()], after: [...others.keys()] }] : []
  return [...order, ...went, ...came, ...changed]
}

function differenceOfObjects(before: JsonObject, after: JsonObject, path: string): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`
    const [one, other] = [before[name], after[name]]
    if (one === undefined && other === undefined) return []
    if (one === undefined) return [added(place, other!)]
    return other === undefined ? [removed(place, one)] : differenceOf(one, other, place)
  })
}

function added(path: string, after: Json): Difference {
  return { path, after }
}

function removed(path: string, before: Json): Difference {
  return { path, before }
}

/** The entries of a list by unique id, if all have one: that of the entry, or of its resource. */
export function keyed(value: Json): Map<string, Json> | undefined {
  if (!Array.isArray(value)) return undefined
  const keys = value.map(keyOf)
  if (keys.some((key) => key === undefined) || new Set(keys).size < keys.length) return undefined
  return new Map(keys.map((key, at) => [key!, value[at]!]))
}

function keyOf(entry: Json): string | undefined {
  if (!isObject(entry)) return undefined
  const { id, resource } = entry
  if (typeof id === 'string') return id
  return isObject(resource) && typeof resource.id === 'string' ? resource.id : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values are equal, ignoring member order and undefined members. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, at) => isSame(entry, other[at]))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}
