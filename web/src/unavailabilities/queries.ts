import type { Request } from '@cartage/contract/endpoint'
import * as batch from '@cartage/contract/unavailabilities/app/batch'
import * as contract from '@cartage/contract/unavailabilities/app/calendar'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The members of an unavailability. */
export type UnavailabilityBody = NonNullable<Request<typeof contract.addUnavailability>['body']>

/** Everything the calendar shows between two instants (milliseconds). */
export function calendarQuery(start: number, end: number) {
  const query = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
  return queryOptions({
    queryKey: ['resources', 'calendar', query],
    queryFn: () => call(contract.getCalendar, { query }),
    placeholderData: keepPreviousData,
  })
}

/** The unavailabilities of a resource. */
export function unavailabilitiesQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['resources', 'unavailabilities', resourceId],
    queryFn: () => call(contract.listResourceUnavailabilities, { params: { resource_id: resourceId } }),
  })
}

/** Adds an unavailability. */
export function addUnavailability(resourceId: string, body: UnavailabilityBody) {
  return call(contract.addUnavailability, { params: { resource_id: resourceId }, body })
}

/** Replaces an unavailability. */
export function changeUnavailability(resourceId: string, id: string, body: UnavailabilityBody) {
  const params = { resource_id: resourceId, unavailability_id: id }
  return call(contract.changeUnavailability, { params, body })
}

/** Removes an unavailability permanently. */
export function removeUnavailability(resourceId: string, id: string) {
  return call(contract.removeUnavailability, { params: { resource_id: resourceId, unavailability_id: id } })
}

/** Request body that recreates an unavailability. */
export function bodyOf(one: contract.UnavailabilityRecord): UnavailabilityBody {
  const { start_time, end_time, reason, description, external_id } = one
  return { start_time, end_time, reason, description, external_id }
}

type Row = Request<typeof batch.addUnavailabilities>['body']['rows'][number]

/** Creates many unavailabilities. Returns the result of each row. */
export async function addUnavailabilities(rows: readonly Row[], dry_run = false) {
  const { items } = await call(batch.addUnavailabilities, { body: { rows: [...rows], dry_run } })
  return items
}

/** Removes what `addUnavailabilities` created. */
export function removeUnavailabilities(created: readonly batch.UnavailabilityRowResult[]) {
  const items = created.flatMap(({ resource_id, unavailability_id }) =>
    resource_id !== null && unavailability_id !== null ? [{ resource_id, unavailability_id }] : [],
  )
  return call(batch.removeUnavailabilities, { body: { items } })
}
