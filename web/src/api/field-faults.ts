import { type Failure, failureOf } from './failure.ts'

/** Server errors by member name. */
export function faultsByField(failure: Failure | undefined): Readonly<Record<string, string>> {
  const items = failure?.items ?? []
  return Object.fromEntries(
    items.flatMap(({ field, message }) => (field === null ? [] : [[field, message]])).toReversed(),
  )
}

/** Server errors by member path (`positions.geofence_radius_m`). */
export function faultsByPath(failure: Failure | undefined): Readonly<Record<string, string>> {
  const items = failure?.items ?? []
  return Object.fromEntries(items.flatMap(({ path, message }) => (path === null ? [] : [[path, message]])).toReversed())
}

/** Errors about the whole request, or about members that the form does not show. */
export function restOf(failure: Failure | undefined, shown: readonly string[]): Failure | undefined {
  if (failure === undefined) return undefined
  const isShown =
    failure.items.length > 0 && failure.items.every(({ field }) => field !== null && shown.includes(field))
  return isShown ? undefined : failure
}

/**
 * Errors of a rejected request: by field, and the failure as a whole when one of them is about no shown field.
 * @param error undefined or null without a rejection
 * @param shown names of the fields
 */
export function formFaults(error: unknown, shown: readonly string[]) {
  const failure = error ? failureOf(error) : undefined
  return { faults: faultsByField(failure), rest: restOf(failure, shown) }
}
