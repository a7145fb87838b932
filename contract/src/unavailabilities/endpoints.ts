import { z } from 'zod'
import { type ApiRole, endpoint } from '../endpoint.ts'
import { CursorQuery, page } from '../page.ts'
import { LenientInstant, OptionalText, optionalText, UtcInstant, Uuid, UuidOut } from '../scalars.ts'
import { mostSyncRows, SyncResponse, syncBodyLimit, syncMembers } from '../sync.ts'

const roles: readonly ApiRole[] = ['API_MASTER_DATA']

/** Why a resource cannot be planned. The prefix names the resource kind. */
export const unavailabilityReasons = [
  'DRIVER_FUNERAL',
  'DRIVER_HOLIDAY',
  'DRIVER_JOB_APPLICATION_LEAVE',
  'DRIVER_LATE_START_EARLY_LEAVE',
  'DRIVER_MEDICAL_EXAM',
  'DRIVER_OFF_SHIFT_PATTERN',
  'DRIVER_OTHER',
  'DRIVER_PARENTAL_LEAVE',
  'DRIVER_PUBLIC_HOLIDAY',
  'DRIVER_RECUP',
  'DRIVER_REDUCED_WORKING_HOURS_SCHEME',
  'DRIVER_SHIFT_PATTERN',
  'DRIVER_SICKNESS',
  'DRIVER_SOCIAL_LEAVE',
  'DRIVER_TEMPORARY_UNEMPLOYMENT',
  'DRIVER_TRAINING',
  'DRIVER_UNAUTHORISED_ABSENCE',
  'DRIVER_UNION_LEAVE',
  'DRIVER_WORK_ACCIDENT',
  'VEHICLE_BRAKE_TEST',
  'VEHICLE_CLEANING',
  'VEHICLE_FRC_CERTIFICATE',
  'VEHICLE_HIRE',
  'VEHICLE_HYDRAULIC_INSPECTION',
  'VEHICLE_INSPECTION',
  'VEHICLE_LIFT_OPS_EQUIP_REGULATIONS',
  'VEHICLE_MAINTENANCE',
  'VEHICLE_MOT_TEST',
  'VEHICLE_OFF_ROAD',
  'VEHICLE_OTHER',
  'VEHICLE_PRESSURE_TEST',
  'VEHICLE_REPAIR',
  'VEHICLE_SERVICE',
  'VEHICLE_TACHOGRAPH_CALIBRATION',
  'SUBCONTRACTOR_HOLIDAY',
  'SUBCONTRACTOR_SICKNESS',
  'SUBCONTRACTOR_OTHER',
] as const
export const UnavailabilityReason = z.enum(unavailabilityReasons).meta({ id: 'UnavailabilityReason' })
export type UnavailabilityReason = z.output<typeof UnavailabilityReason>

const startTime = LenientInstant.describe('When it begins.')
const endTime = LenientInstant.nullish().describe('When it ends; null or left out: unknown (UNAV-5).')
const reason = UnavailabilityReason.describe('The reason; one for another kind of resource gives a warning.')
const description = optionalText('In words; null or left out is stored as empty text.')

/** Period in which one resource cannot be planned, in requests. An id in it is ignored (CLIENT-20). */
export const UnavailabilityInput = z
  .object({
    external_id: OptionalText.describe('Key in another system, kept to link the two; need not be unique (UNAV-7).'),
    start_time: startTime,
    end_time: endTime,
    reason,
    description,
  })
  .meta({ id: 'ResourceUnavailabilityInput' })
export type UnavailabilityInput = z.output<typeof UnavailabilityInput>

/** Unavailability in responses: every member is always present (CLIENT-18). */
export const UnavailabilityOutput = z
  .object({
    id: UuidOut.describe('Id of the unavailability.'),
    external_id: z.string().nullable().describe('Key in another system.'),
    start_time: UtcInstant.describe('When it begins.'),
    end_time: UtcInstant.nullable().describe('When it ends; null: unknown.'),
    reason: UnavailabilityReason.describe('Why.'),
    description: z.string().describe('In words; empty when none were sent.'),
  })
  .meta({ id: 'ResourceUnavailabilityOutput' })
export type UnavailabilityOutput = z.output<typeof UnavailabilityOutput>

const UnavailabilityPage = page(UnavailabilityOutput).meta({ id: 'ListResourceUnavailabilityOutput' })

/**
 * Filters of the list: records overlapping the period from `start_time` to `end_time`, exclusive (UNAV-6, CLIENT-17).
 */
const UnavailabilityQuery = CursorQuery.extend({
  start_time: LenientInstant.optional().describe('Only what ends after this instant, or never.'),
  end_time: LenientInstant.optional().describe('Only what begins before this instant.'),
})

const resource_id = Uuid.describe('Id of the resource.')
const ListParams = z.object({ resource_id })
const OneParams = z.object({ resource_id, id: Uuid.describe('Id of the unavailability.') })

/** All unavailabilities of a resource, oldest record first (UNAV-4, UNAV-6). */
export const listUnavailabilities = endpoint({
  id: 'listUnavailabilities',
  method: 'GET',
  path: '/v1/resources/resource/{resource_id}/unavailability',
  tag: 'unavailabilities',
  summary: 'List the unavailabilities of a resource',
  description: 'In the order in which they were created. The filters match overlaps; without an end it never ends.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: ListParams,
  query: UnavailabilityQuery,
  response: UnavailabilityPage,
})

/** Creates an unavailability (UNAV-1, CLIENT-21). */
export const createUnavailability = endpoint({
  id: 'createUnavailability',
  method: 'POST',
  path: '/v1/resources/resource/{resource_id}/unavailability',
  tag: 'unavailabilities',
  summary: 'Make a resource unavailable for a time',
  description:
    'A reason for another kind of resource is accepted; the header cartage-warnings of the response says so, ' +
    'as a JSON list of field, code and message.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: ListParams,
  creates: 'header',
  body: UnavailabilityInput,
  response: UnavailabilityOutput,
})

/** One unavailability (UNAV-4). */
export const getUnavailability = endpoint({
  id: 'getUnavailability',
  method: 'GET',
  path: '/v1/resources/resource/{resource_id}/unavailability/{id}',
  tag: 'unavailabilities',
  summary: 'Get an unavailability',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OneParams,
  response: UnavailabilityOutput,
})

/** Replaces the whole record: absent members are cleared (UNAV-2). */
export const replaceUnavailability = endpoint({
  id: 'replaceUnavailability',
  method: 'PUT',
  path: '/v1/resources/resource/{resource_id}/unavailability/{id}',
  tag: 'unavailabilities',
  summary: 'Replace an unavailability',
  description:
    'The whole record is replaced: a member that is left out is emptied. The id stays. ' +
    'Warnings are in the header cartage-warnings, as on creation.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OneParams,
  body: UnavailabilityInput,
  response: UnavailabilityOutput,
})

/** Permanently removes an unavailability (UNAV-3). */
export const deleteUnavailability = endpoint({
  id: 'deleteUnavailability',
  method: 'DELETE',
  path: '/v1/resources/resource/{resource_id}/unavailability/{id}',
  tag: 'unavailabilities',
  summary: 'Permanently remove an unavailability',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OneParams,
  status: 204,
})

/** Maximum length of a row's key, limited by the index that looks it up by prefix. */
const longestKey = 500

/** Resource of a row. The members are tried in this order until one matches, which must be unique. */
export const ResourceReference = z
  .object({
    id: z.string().nullish().describe('Id of the resource.').meta({ format: 'uuid' }),
    external_id: optionalText('Key of the resource in another system, letter for letter.'),
    license_plate: optionalText('Number plate, whatever its case, blanks and punctuation.'),
    name: optionalText('Name of the resource, whatever its case.'),
  })
  .meta({ id: 'UnavailabilityResource' })
export type ResourceReference = z.output<typeof ResourceReference>

/** One row of a source's list. */
export const UnavailabilityRow = z
  .object({
    external_id: z.string().min(1).max(longestKey).describe('Key of the unavailability in the source, once per list.'),
    resource: ResourceReference.describe('Which resource it is about.'),
    start_time: startTime,
    end_time: endTime,
    reason,
    description,
  })
  .meta({ id: 'UnavailabilitySyncItem' })
export type UnavailabilityRow = z.output<typeof UnavailabilityRow>

/** Half-open period covered by a list. A side that is null or absent is open. */
export const SyncWindow = z
  .object({
    start: LenientInstant.nullish().describe('Records that end by then are left alone.'),
    end: LenientInstant.nullish().describe('Records that begin from then on are left alone.'),
  })
  .meta({ id: 'SyncWindow' })
export type SyncWindow = z.output<typeof SyncWindow>

/** All unavailabilities of a source in a period. */
export const UnavailabilitySync = z
  .object({
    ...syncMembers(UnavailabilityRow),
    window: SyncWindow.describe('The range of time the list is complete for.'),
  })
  .meta({ id: 'UnavailabilitySync' })
export type UnavailabilitySync = z.output<typeof UnavailabilitySync>

/**
 * Synchronises the records of one source in a period with its list, in one transaction. 16 MiB hold 20,000 rows with a
 * description each; the usual 1 MiB would hold about 4,000.
 */
export const syncUnavailabilities = endpoint({
  id: 'syncUnavailabilities',
  method: 'PUT',
  path: '/v1/resources/unavailability-sync',
  tag: 'unavailabilities',
  summary: 'Replace the unavailabilities of a source in a period',
  description:
    'Send all unavailabilities of the source in the window: new rows are created, changed ones replaced, and records of the ' +
    'source in the window that are not in the list are removed. Records of other sources, and those made one by one, ' +
    'stay. A row that names no resource, or more than one, that ends before it begins, lies outside the window or ' +
    'repeats a key is refused alone: the record it means stays as it is. Sending the same list again writes nothing. ' +
    'Rows with a reason for another kind of resource are listed in the header cartage-warnings, up to 20.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  added: true,
  body: UnavailabilitySync,
  bodyLimit: syncBodyLimit,
  longestList: mostSyncRows,
  response: SyncResponse,
})
