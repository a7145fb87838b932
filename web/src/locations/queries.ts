import type { Request } from '@cartage/contract/endpoint'
import {
  answerPlaceQuestion,
  findPlaceQuestions,
  listUnclearPlaces,
  type PlaceQuestion,
} from '@cartage/contract/locations/app/answers'
import { changeLocations, countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import * as contract from '@cartage/contract/locations/app/record'
import type { PlaceCandidate } from '@cartage/contract/locations/endpoints'
import { listFences } from '@cartage/contract/positions/app/fences'
import { getLocationFence, setLocationFence } from '@cartage/contract/positions/app/fleet'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import type { LocationsSearch } from './address.ts'

/** Place in its original spelling. */
type WrittenPlace = Record<'city' | 'postal_code' | 'country', string | null>

/** API filters of the list. */
export function filtersOf({ sort: _sort, ...filters }: LocationsSearch) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Omit<LocationsSearch, 'sort'>
}

/** One page of the list. */
export function loadLocations(search: LocationsSearch) {
  return (offset: number, limit: number) =>
    call(listLocationRecords, { query: { ...filtersOf(search), sort: search.sort ?? 'name', offset, limit } })
}

/** Location counts of each country and coordinate source under the other filters. */
export function locationCountsQuery(search: LocationsSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['locations', 'counts', filters],
    queryFn: () => call(countLocationRecords, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One location; for a merged one, its replacement. */
export function locationQuery(locationId: string) {
  return queryOptions({
    queryKey: ['locations', 'record', locationId],
    queryFn: () => call(contract.getLocation, { params: { location_id: locationId } }),
  })
}

/** Locations whose name or town begins with a text. */
export async function findLocations(text: string) {
  const query = text.trim() === '' ? {} : { search: text.trim() }
  return (await call(contract.listLocations, { query })).items
}

export type LocationPatch = NonNullable<Request<typeof contract.updateLocation>['body']>

/** Creates a location. */
export function createLocation(body: LocationPatch) {
  return call(contract.createLocation, { body })
}

/** Changes some members of a location. */
export function patchLocation(locationId: string, body: LocationPatch) {
  return call(contract.updateLocation, { params: { location_id: locationId }, body })
}

/** Archives or restores a location. */
export function archiveLocation(locationId: string, willArchive: boolean) {
  const params = { location_id: locationId }
  return willArchive ? call(contract.archiveLocation, { params }) : call(contract.restoreLocation, { params })
}

/** Sets which candidate place a location is. */
export function chooseLocationPlace(locationId: string, { latitude, longitude }: PlaceCandidate) {
  return call(contract.chooseLocationPlace, { params: { location_id: locationId }, body: { latitude, longitude } })
}

/** Selects a candidate place; remembered for the spelling, or for a single location. */
export function answerPlace(
  { location_id, city, postal_code, country, company_ids }: PlaceQuestion,
  choice: PlaceCandidate,
): Promise<unknown> {
  if (location_id !== null) return chooseLocationPlace(location_id, choice)
  const { latitude, longitude } = choice
  return call(answerPlaceQuestion, { body: { city, postal_code, country, company_ids, latitude, longitude } })
}

/** Candidates for a written place; with a location id, for that location only. */
export function placeQuestionsQuery(place: WrittenPlace, locationId: string | null = null) {
  const { city, postal_code, country } = place
  const body = { city, postal_code, country, location_id: locationId }
  return queryOptions({
    queryKey: ['locations', 'questions', body],
    queryFn: async () => (await call(findPlaceQuestions, { body })).questions,
    enabled: Boolean(city?.trim() || postal_code?.trim()),
    staleTime: 10_000,
  })
}

/** Location spellings that match several places. */
export const unclearPlacesQuery = queryOptions({
  queryKey: ['locations', 'unclear'],
  queryFn: () => call(listUnclearPlaces, {}),
  staleTime: 2_000,
})

/** Replaces a location by another one. */
export function mergeLocation(locationId: string, into: string) {
  return call(contract.mergeLocation, { params: { location_id: locationId }, body: { into } })
}

/** Archives or restores locations. */
export function runOnLocations(action: 'archive' | 'restore', ids: string[]) {
  return call(changeLocations, { body: { action, ids } })
}

/** Replaces many locations by one. */
export function mergeLocations(ids: string[], into: string) {
  return call(changeLocations, { body: { action: 'merge', into, ids } })
}

/** Runs a command on locations, then reloads all shown location data. */
export function useLocationChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'location'),
  })
}

const ofLocation = <Data>(what: string, locationId: string, queryFn: () => Promise<Data>) =>
  queryOptions({ queryKey: ['locations', what, locationId], queryFn })

/** Records that refer to a location. */
export function usesQuery(locationId: string) {
  return ofLocation('uses', locationId, () => call(contract.getLocationUses, { params: { location_id: locationId } }))
}

/** History of a location. */
export function locationHistoryQuery(locationId: string) {
  return ofLocation('history', locationId, () =>
    call(contract.listLocationHistory, { params: { location_id: locationId } }),
  )
}

/** Locations in a map area; the previous ones stay until they are loaded. */
export function fencesQuery([west, south, east, north]: readonly [number, number, number, number]) {
  const query = { west, south, east, north }
  return queryOptions({
    queryKey: ['locations', 'in-sight', query],
    queryFn: () => call(listFences, { query }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Geofence radius of a location. */
export function fenceQuery(locationId: string) {
  return ofLocation('fence', locationId, () => call(getLocationFence, { params: { location_id: locationId } }))
}

/** Sets the geofence radius of a location; null for the tenant's default. */
export function setFence(locationId: string, radius_m: number | null) {
  return call(setLocationFence, { params: { location_id: locationId }, body: { radius_m } })
}
