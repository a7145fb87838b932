import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { RecordDocument } from '../../documents/app/record.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someOf, someTexts, tally, windowMembers } from '../../listing.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { resourceTypes } from '../kinds.ts'
import { ResourceInput, ResourcePatch } from '../resource-input.ts'
import { ResourceOutput } from '../resource-output.ts'

/** Next expiring validity of a resource or company. */
export const NextExpiry = z
  .object({
    type: z.string().describe('What it is about.'),
    ends_at: UtcInstant.describe('When it ends: the planning end or the legal end, whichever is first.'),
  })
  .meta({ id: 'AppNextExpiry' })

/** Resource in a list. */
export const ListedResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: openSet(resourceTypes).describe('Kind; a truck is RIGID.'),
    name: z.string().describe('Name.'),
    code: z.string().nullable().describe('Code.'),
    external_id: z.string().describe('Id in another system; empty when it has none.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
    container_number: z.string().nullable().describe('Container number.'),
    subcontractor: z
      .object({ company_id: UuidOut.describe('Id of the company.'), name: z.string().describe('Its name.') })
      .nullable()
      .describe('Whose it is when it is not our own.'),
    groups: z.array(z.string().describe('Name of a group.')).describe('Names of its groups.'),
    next_expiry: NextExpiry.nullable().describe('What ends first of its validities; of each kind the last one counts.'),
    is_archived: z.boolean().describe('Whether it is archived.'),
    updated_at: UtcInstant.describe('When it changed last.'),
  })
  .meta({ id: 'AppListedResource' })
export type ListedResource = z.output<typeof ListedResource>

/** Sort orders of the resource list; a minus reverses. */
export const resourceSorts = ['name', '-name', 'type', '-type', 'updated', '-updated'] as const

/** Stands for a company id where the owner is the tenant itself. */
export const ownFleet = 'own'

const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true')

/** Filters of a list of resources; they are AND-ed, the values of one are OR-ed. */
export const resourceFilters = {
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Beginning of the name, the plate, the code, the external id or the container number.'),
  type: someOf(resourceTypes).describe('Kinds, with commas between them.'),
  group: someTexts.pipe(z.array(Uuid)).describe('Ids of groups, with commas between them.'),
  subcontractor: someTexts
    .pipe(z.array(z.union([Uuid, z.literal(ownFleet)], { error: 'must be a UUID or own' })))
    .describe('Ids of the companies they belong to, with commas between them; own for the own fleet.'),
  archived: yes.describe('True: those out of use, instead of those in use.'),
  expiring: yes.describe('True: only those with a validity that has ended or ends within 30 days.'),
}

const reads = {
  ...ofApplication,
  permission: 'resource.read',
} as const
const writes = { ...reads, permission: 'resource.write' } as const
const params = z.object({ resource_id: Uuid.describe('Id of the resource.') })

/** One page of the matching resources. */
export const listResourceRecords = endpoint({
  ...reads,
  id: 'listResourceRecords',
  method: 'GET',
  path: '/app/resources',
  summary: 'List resources for a screen',
  query: z.object({
    ...windowMembers,
    ...resourceFilters,
    sort: z.enum(resourceSorts).default('name').describe('Order of the rows.'),
  }),
  response: listWindow(ListedResource),
})

/** Resource counts of each kind under the other filters. */
export const countResourceRecords = endpoint({
  ...reads,
  id: 'countResourceRecords',
  method: 'GET',
  path: '/app/resources/counts',
  summary: 'Count resources by kind',
  query: z.object(resourceFilters),
  response: z.object({
    by_type: tally.describe('By kind.'),
    by_group: tally.describe('By id of the group.'),
    by_subcontractor: z
      .array(
        z.object({
          company_id: UuidOut.nullable().describe('Id of the company; null for our own.'),
          name: z.string().nullable().describe('Its name.'),
          count: z.int().min(0).describe('How many.'),
        }),
      )
      .describe('Whose they are: those with most first, at most 50.'),
    expiring: z.int().min(0).describe('Active ones with a certificate that has expired or expires within 30 days.'),
  }),
})

/** Resource for its page. */
export const ResourceRecord = z
  .object({
    resource: ResourceOutput.describe('As GET /v1/resources/resource/{resource_id} answers it.'),
    is_archived: z.boolean().describe('Archived: it cannot be changed.'),
    source: z.string().nullable().describe('The list of another system that manages it; null for one created by hand.'),
    subcontractor_name: z.string().nullable().describe('Name of the company it belongs to.'),
    start_stop_location_name: z.string().nullable().describe('Where a driver begins and ends the day.'),
    next_expiry: NextExpiry.nullable().describe('What ends first of its validities.'),
  })
  .meta({ id: 'AppResourceRecord' })
export type ResourceRecord = z.output<typeof ResourceRecord>

/** One resource for its page and its panel, archived or not. */
export const getResourceRecord = endpoint({
  ...reads,
  id: 'getResourceRecord',
  method: 'GET',
  path: '/app/resources/{resource_id}',
  summary: 'Read a resource for a screen',
  params,
  response: ResourceRecord,
})

/** Creates a resource as the published interface does. */
export const createResourceRecord = endpoint({
  ...writes,
  id: 'createResourceRecord',
  method: 'POST',
  creates: 'header',
  path: '/app/resources',
  summary: 'Create a resource on a screen',
  body: ResourceInput,
  response: ResourceOutput,
})

/** Changes only the sent members, as the published interface does. */
export const changeResourceRecord = endpoint({
  ...writes,
  id: 'changeResourceRecord',
  method: 'PATCH',
  path: '/app/resources/{resource_id}',
  summary: 'Change a resource on a screen',
  params,
  body: ResourcePatch,
  response: ResourceOutput,
})

/** Archives a resource (RES-11). */
export const archiveResourceRecord = endpoint({
  ...writes,
  id: 'archiveResourceRecord',
  method: 'POST',
  path: '/app/resources/{resource_id}/archive',
  summary: 'Archive a resource on a screen',
  params,
  status: 204,
})

/** Restores an archived resource. */
export const restoreResourceRecord = endpoint({
  ...writes,
  id: 'restoreResourceRecord',
  method: 'POST',
  path: '/app/resources/{resource_id}/restore',
  summary: 'Restore a resource on a screen',
  description: 'One that is in use stays as it is.',
  params,
  status: 204,
})

/** Trip on the page of a resource. */
export const ResourceTrip = z
  .object({
    trip_id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    status: z.string().describe('State of the trip.'),
    starts_at: UtcInstant.nullable().describe('First planned start.'),
    ends_at: UtcInstant.nullable().describe('Last planned end.'),
    stop_count: z.int().describe('How many stops it has.'),
    from: z.string().nullable().describe('Town of the first stop.'),
    to: z.string().nullable().describe('Town of the last stop.'),
  })
  .meta({ id: 'AppResourceTrip' })
export type ResourceTrip = z.output<typeof ResourceTrip>

/** Past, current and future trips of a resource. */
export const listResourceTrips = endpoint({
  ...reads,
  id: 'listResourceTrips',
  method: 'GET',
  path: '/app/resources/{resource_id}/trips',
  summary: 'Trips of a resource',
  description: 'Latest first, at most 200.',
  params,
  response: z.object({ items: z.array(ResourceTrip).describe('Latest first.') }),
})

/** Documents of a resource, newest first. */
export const listResourceDocuments = endpoint({
  ...reads,
  id: 'listResourceDocuments',
  method: 'GET',
  path: '/app/resources/{resource_id}/documents',
  summary: 'Documents of a resource',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(RecordDocument).describe('Newest first.') }),
})

/** History of a resource. */
export const listResourceHistory = endpoint({
  ...reads,
  id: 'listResourceHistory',
  method: 'GET',
  path: '/app/resources/{resource_id}/history',
  summary: 'History of a resource',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})
