import { z } from 'zod'
import { optionalObject, UuidOut } from '../scalars.ts'
import { answerMembers, DispatchOperationValue, Revision } from './dispatch-message.ts'
import { DispatchOrder, StopMessage } from './dispatch-order.ts'
import { ResourceAllocationMessage } from './dispatch-resource.ts'

/** Trip for a subcontractor. */
export const SubcontractorDispatchOutput = z
  .object({
    id: UuidOut.nullish().describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    orders: z.array(DispatchOrder).describe('Orders on the trip.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    resource_allocations: z.array(ResourceAllocationMessage).nullable().describe('What carries the trip.'),
    stops: z.array(StopMessage).describe('Stops of the trip, in planned sequence.'),
  })
  .meta({ id: 'SubcontractorDispatchOutput' })
export type SubcontractorDispatchOutput = z.output<typeof SubcontractorDispatchOutput>

/** Dispatches a trip to a subcontractor (DISP-1). */
export const SubcontractorDispatch = z
  .object({
    operation: DispatchOperationValue.describe('Whether the trip is new, updated or withdrawn.'),
    revision: Revision,
    payload: SubcontractorDispatchOutput.describe('The trip.'),
  })
  .meta({ id: 'SubcontractorDispatch' })
export type SubcontractorDispatch = z.output<typeof SubcontractorDispatch>

/** Response of the subcontractor (DISP-4). */
export const SubcontractorDispatchResponse = z.object(answerMembers).meta({ id: 'SubcontractorDispatchResponse' })
