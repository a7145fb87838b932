import { z } from 'zod'
import { CarriedId, syncMembers } from '../sync.ts'
import { longestResourceName, ResourceMembers } from './resource-input.ts'

/** One resource of a source. */
export const ResourceSyncItem = ResourceMembers.extend({
  external_id: z.string().min(1).max(longestResourceName).describe('Id in the source, by which it is found again.'),
  id: CarriedId,
}).meta({ id: 'ResourceSyncItem' })
export type ResourceSyncItem = z.output<typeof ResourceSyncItem>

/** All resources of one source. */
export const ResourceSync = z.object(syncMembers(ResourceSyncItem)).meta({ id: 'ResourceSync' })
export type ResourceSync = z.output<typeof ResourceSync>
