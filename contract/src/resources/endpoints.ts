import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CursorQuery } from '../page.ts'
import { LenientInstant, Uuid } from '../scalars.ts'
import { mostSyncRows, SyncResponse, syncBodyLimit } from '../sync.ts'
import { ResourceTypeEnum } from './kinds.ts'
import { ListResourceGroupOutput } from './resource-group.ts'
import { ResourceInput, ResourcePatch } from './resource-input.ts'
import { ListResourceOutput, ResourceOutput } from './resource-output.ts'
import { ResourceSync } from './sync.ts'

const ResourceParams = z.object({ resource_id: Uuid.describe('Id of the resource.') })

/** Filters of the list (RES-12); they are AND-ed. */
export const ResourceQuery = CursorQuery.extend({
  updated_after: LenientInstant.optional().describe('Only those changed after this instant.'),
  external_id: z.string().optional().describe('Only those with this external id.'),
  'external_id:in': z.string().optional().describe('Only those with one of these external ids, separated by commas.'),
  resource_type: ResourceTypeEnum.optional().describe('Only those of this type.'),
  'resource_type:in': z.string().optional().describe('Only those of one of these types, separated by commas.'),
})
export type ResourceQuery = z.output<typeof ResourceQuery>

const common = { auth: 'bearer', roles: ['API_MASTER_DATA'], limit: 'general', since: '1.2.0' } as const

/** Resources that are not archived, paginated, with all stored members (CLIENT-11). */
export const listResources = endpoint({
  ...common,
  id: 'listResources',
  method: 'GET',
  path: '/v1/resources/resource',
  tag: 'resources',
  summary: 'List resources',
  description:
    'Archived resources are not listed. Every resource that exists while you read all pages is returned exactly once, ' +
    'whatever else is added, changed or archived meanwhile.',
  query: ResourceQuery,
  response: ListResourceOutput,
})

/** Creates a resource of the kind given by its kind object. */
export const createResource = endpoint({
  ...common,
  id: 'createResource',
  method: 'POST',
  path: '/v1/resources/resource',
  tag: 'resources',
  summary: 'Create a resource',
  description:
    'The kind object (driver, tractor, truck, van, trailer, full_trailer, chassis or container) sets the type. ' +
    'Values that look wrong but are accepted are listed in the header cartage-warnings.',
  creates: 'header',
  body: ResourceInput,
  response: ResourceOutput,
})

/** One resource, archived or not. */
export const getResource = endpoint({
  ...common,
  id: 'getResource',
  method: 'GET',
  path: '/v1/resources/resource/{resource_id}',
  tag: 'resources',
  summary: 'Read a resource',
  description: 'An archived resource is read as well, with is_active false.',
  params: ResourceParams,
  response: ResourceOutput,
})

/** Replaces the whole resource; only absent extras and groups stay. */
export const replaceResource = endpoint({
  ...common,
  id: 'replaceResource',
  method: 'PUT',
  path: '/v1/resources/resource/{resource_id}',
  tag: 'resources',
  summary: 'Replace a resource',
  description:
    'Members that are left out are emptied, but extras stay as they are (RES-9) and the billing entity becomes the ' +
    'default one. The kind cannot change. An archived resource is not changed any more: 400.',
  params: ResourceParams,
  body: ResourceInput,
  response: ResourceOutput,
})

/** Changes only the sent members, including the fixed group. */
export const updateResource = endpoint({
  ...common,
  id: 'updateResource',
  method: 'PATCH',
  path: '/v1/resources/resource/{resource_id}',
  tag: 'resources',
  summary: 'Change a resource',
  description:
    'Members that are left out stay, inside the kind object too; null empties them. resource_group sets the fixed ' +
    'group or, when null, takes it away. An archived resource is not changed any more: 400.',
  params: ResourceParams,
  body: ResourcePatch,
  response: ResourceOutput,
})

/** Archives a resource; nothing is erased (RES-11). */
export const archiveResource = endpoint({
  ...common,
  id: 'archiveResource',
  method: 'DELETE',
  path: '/v1/resources/resource/{resource_id}',
  tag: 'resources',
  summary: 'Archive a resource',
  description: 'It leaves the list and stays readable by id. Archiving it again answers the same.',
  params: ResourceParams,
  status: 204,
})

/** Resource groups that are not archived (RES-7). */
export const listResourceGroups = endpoint({
  ...common,
  id: 'listResourceGroups',
  method: 'GET',
  path: '/v1/resource_groups',
  aliases: ['/v1/resources/resource_groups', '/resource_groups'],
  undeprecatedAliases: ['/v1/resources/resource_groups', '/resource_groups'],
  tag: 'resource-groups',
  summary: 'List resource groups',
  query: CursorQuery,
  response: ListResourceGroupOutput,
})

/** Synchronises the resources of one source with its full list, in one transaction. */
export const syncResources = endpoint({
  ...common,
  id: 'syncResources',
  method: 'PUT',
  path: '/v1/resources/sync',
  tag: 'resources',
  summary: 'Synchronise the resources of a source',
  description:
    'Send the full list of the source in items; records are matched by external_id. New ones are created, different ones ' +
    'are replaced as by PUT, missing ones are archived, and ones that return are restored. Resources of other ' +
    'sources and those created one by one are not changed.',
  added: true,
  body: ResourceSync,
  bodyLimit: syncBodyLimit,
  longestList: mostSyncRows,
  response: SyncResponse,
})
