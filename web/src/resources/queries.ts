import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { createDriverLink, listDriverLinks, revokeDriverLink } from '@cartage/contract/doors/app/links'
import type { Request } from '@cartage/contract/endpoint'
import { listLocations } from '@cartage/contract/locations/app/record'
import { getDriverHours } from '@cartage/contract/planning/app/hours'
import { getResourceState } from '@cartage/contract/positions/app/fleet'
import { listResourceAllocations } from '@cartage/contract/resources/app/groups'
import { changeResources } from '@cartage/contract/resources/app/list'
import * as contract from '@cartage/contract/resources/app/record'
import { uploadDriverCard } from '@cartage/contract/tachograph/app'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { addResourceDocument, removeResourceDocument } from '@cartage/contract/validities/app/documents'
import * as validities from '@cartage/contract/validities/app/validities'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { lastUseMs } from '../api/last-use.ts'
import type { ResourcesSearch } from './address.ts'

type Query = NonNullable<Request<typeof contract.listResourceRecords>['query']>

/** Filters of the list as query parameters. */
export function filtersOf({ peek: _peek, sort: _sort, archived, expiring, ...texts }: ResourcesSearch): Partial<Query> {
  const filters = { ...texts, archived: archived && 'true', expiring: expiring && 'true' }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<Query>
}

/** A window of the list. */
export function loadResources(search: ResourcesSearch) {
  return async (offset: number, limit: number) =>
    call(contract.listResourceRecords, {
      query: { ...filtersOf(search), sort: search.sort ?? 'name', offset, limit },
    })
}

/** Number of resources per kind under the other filters. */
export function resourceCountsQuery(search: ResourcesSearch) {
  const filters = filtersOf(search)
  return queryOptions({
    queryKey: ['resources', 'counts', filters],
    queryFn: () => call(contract.countResourceRecords, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

const ofResource = <Data>(what: string, resourceId: string, queryFn: () => Promise<Data>) =>
  queryOptions({ queryKey: ['resources', what, resourceId], queryFn })

/** One resource with its related records. */
export function resourceQuery(resourceId: string) {
  return ofResource('record', resourceId, () =>
    call(contract.getResourceRecord, { params: { resource_id: resourceId } }),
  )
}

/** Reasons why a resource is in its groups. */
export function allocationsQuery(resourceId: string) {
  return ofResource('allocations', resourceId, () =>
    call(listResourceAllocations, { params: { resource_id: resourceId } }),
  )
}

/** Certificates and licences of a resource. */
export function resourceValiditiesQuery(resourceId: string) {
  return ofResource('validities', resourceId, () =>
    call(validities.listValiditiesOfResource, { params: { resource_id: resourceId } }),
  )
}

/** Trips of a resource. */
export function resourceTripsQuery(resourceId: string) {
  return ofResource('trips', resourceId, () =>
    call(contract.listResourceTrips, { params: { resource_id: resourceId } }),
  )
}

/** Present hours of a driver. They change with the clock, with trips and with tachograph data. */
export function driverHoursQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['planning-driving', 'driver', resourceId],
    queryFn: () => call(getDriverHours, { params: { resource_id: resourceId } }),
    refetchInterval: 60_000,
  })
}

/** Documents of a resource. */
export function resourceDocumentsQuery(resourceId: string) {
  return ofResource('documents', resourceId, () =>
    call(contract.listResourceDocuments, { params: { resource_id: resourceId } }),
  )
}

/** Change history of a resource. */
export function resourceHistoryQuery(resourceId: string) {
  return ofResource('history', resourceId, () =>
    call(contract.listResourceHistory, { params: { resource_id: resourceId } }),
  )
}

/** Request body of a new resource. */
export type NewResource = Request<typeof contract.createResourceRecord>['body']

/** Creates a resource. */
export function createResource(body: NewResource) {
  return call(contract.createResourceRecord, { body })
}

/** Applies an action to many resources. Returns the result of each. */
export function changeResourcesAtOnce(body: NonNullable<Request<typeof changeResources>['body']>) {
  return call(changeResources, { body })
}

/** Members of a certificate or licence. */
export type Validity = Request<typeof validities.addValidityToResource>['body']

/** Adds a certificate or licence. */
export function addValidity(resourceId: string, body: Validity) {
  return call(validities.addValidityToResource, { params: { resource_id: resourceId }, body })
}

/** Replaces a certificate or licence. */
export function changeValidity(resourceId: string, validity_id: string, body: Validity) {
  return call(validities.changeValidityOfResource, { params: { resource_id: resourceId, validity_id }, body })
}

/** Removes a certificate or licence permanently. */
export function removeValidity(resourceId: string, validity_id: string) {
  return call(validities.removeValidityOfResource, { params: { resource_id: resourceId, validity_id } })
}

/** Editable members of a resource. */
export type ResourcePatch = NonNullable<Request<typeof contract.changeResourceRecord>['body']>

/** Changes some members of a resource. */
export function patchResource(resourceId: string, body: ResourcePatch) {
  return call(contract.changeResourceRecord, { params: { resource_id: resourceId }, body })
}

/** Latest data sent by a resource. */
export function resourceStateQuery(resourceId: string) {
  return ofResource('state', resourceId, () => call(getResourceState, { params: { resource_id: resourceId } }))
}

/** Archives or restores a resource. */
export function archiveResource(resourceId: string, willArchive: boolean) {
  const params = { resource_id: resourceId }
  return willArchive
    ? call(contract.archiveResourceRecord, { params })
    : call(contract.restoreResourceRecord, { params })
}

/** Attaches a file to a resource. */
export function addDocument(resourceId: string, file: File, type: string) {
  const query = { document_type: type as 'OTHER' }
  return call(addResourceDocument, { params: { resource_id: resourceId }, query, body: { file } })
}

/** Removes a document of a resource permanently. */
export function removeDocument(resourceId: string, documentId: string) {
  return call(removeResourceDocument, { params: { resource_id: resourceId, document_id: documentId } })
}

/** Subcontractors starting with a text. */
export async function findSubcontractors(text: string) {
  const query = { role: 'subcontractor', limit: 20, ...(text.trim() !== '' && { q: text.trim() }) } as const
  const { items } = await call(listCompanyRecords, { query })
  return items.map(({ company_id: id, name, city }) => ({ id, name, city }))
}

/** Locations starting with a text. */
export async function findLocations(text: string) {
  const query = text.trim() === '' ? {} : { search: text.trim() }
  const { items } = await call(listLocations, { query })
  return items.slice(0, 20).map(({ id, display_name, name, address, city }) => ({
    id,
    name: display_name ?? name ?? address ?? city ?? '',
    city,
  }))
}

/** Active entries of a setting as choices, with code and name. */
export function settingChoicesQuery(kind: 'extras' | 'billing_entities') {
  return queryOptions({
    queryKey: ['settings', 'choices', kind],
    queryFn: () => call(listSettings, { params: { kind }, query: {} }),
    staleTime: 60_000,
    select: ({ items }) =>
      items.map(({ values }) => ({
        value: String(values.code),
        label: String(values.name ?? values.legal_name ?? values.code),
      })),
  })
}

/** Links to a driver's page. */
export function driverLinksQuery(resourceId: string) {
  const links = ofResource('links', resourceId, () => call(listDriverLinks, { params: { resource_id: resourceId } }))
  return { ...links, refetchInterval: lastUseMs }
}

/** Creates a link. Only this response contains its URL. */
export function createLinkOfDriver(resourceId: string, days: number) {
  return call(createDriverLink, { params: { resource_id: resourceId }, body: { days } })
}

/** Revokes a link at once. */
export function revokeLinkOfDriver(resourceId: string, linkId: string) {
  return call(revokeDriverLink, { params: { resource_id: resourceId, door_link_id: linkId } })
}

/** Uploads the download of a driver card. The response states why it waits, if it does. */
export function uploadCard(file: File) {
  return call(uploadDriverCard, { body: { file } })
}
