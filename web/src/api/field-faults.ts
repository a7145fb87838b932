import type { Failure } from './failure.ts'

/** What the server said about single members, by their names. */
export function faultsByField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const items = failure?.items ?? []
  return Object.fromEntries(
    items.flatMap(({ field, message }) => (field === null ? [] : [[field, message]])).toReversed(),
  )
}

/** What the server said about single members, by their paths (`positions.geofence_radius_m`). */
export function faultsByPath(failure: Failure | undefined): Readonly<Record<string, string>> {
  const items = failure?.items ?? []
  return Object.fromEntries(items.flatMap(({ path, message }) => (path === null ? [] : [[path, message]])).toReversed())
}

/** What was said about the whole, or about members the form does not show. */
export function restOf(failure: Failure | undefined, shown: readonly string[]): Failure | undefined {
  if (failure === undefined) return undefined
  const isShown =
    failure.items.length > 0 && failure.items.every(({ field }) => field !== null && shown.includes(field))
  return isShown ? undefined : failure
}
