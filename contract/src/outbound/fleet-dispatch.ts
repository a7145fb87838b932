import { z } from 'zod'
import { LocationOutput } from '../locations/location.ts'
import { LocalDate, optionalObject, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import { answerMembers, DispatchOperationValue, Revision } from './dispatch-message.ts'
import { DispatchOrder } from './dispatch-order.ts'
import { DispatchResourceAllocation } from './dispatch-resource.ts'

/** Text about a trip for the in-cab screen. */
export const FleetDispatchTemplate = z
  .object({ title: optionalText('First line.'), subtitle: optionalText('Second line.') })
  .meta({ id: 'FleetDispatchTemplate' })

/** Text about a group of stops for the in-cab screen. */
export const StopGroupTemplate = z
  .object({
    title: optionalText('First line.'),
    subtitle: optionalText('Second line.'),
    description: optionalText('What to do.'),
  })
  .meta({ id: 'StopGroupTemplate' })

/** A stop of a group. */
export const StopGroupStop = z
  .object({
    id: UuidOut.describe('Id of the stop.'),
    date: LocalDate.nullish().describe('Requested day.'),
    start_timestamp: UtcInstant.nullish().describe('Planned arrival.'),
    end_timestamp: UtcInstant.nullish().describe('Planned end.'),
  })
  .meta({ id: 'StopGroupStop' })

/** Stops at one place with one activity, served together. */
export const StopGroup = z
  .object({
    id: z.string().describe('Id of the group; status updates may name it.'),
    templates: z.array(StopGroupTemplate).describe('Text for a screen.'),
    main_activity: z.string().describe('What happens there, for example PICKUP.'),
    stops: z.array(StopGroupStop).describe('Stops of the group, in planned sequence.'),
    location: LocationOutput.describe('Where it is.'),
    start_timestamp: UtcInstant.describe('Planned arrival.'),
    end_timestamp: UtcInstant.describe('Planned end.'),
    notes: optionalText('Notes of the stops.'),
  })
  .meta({ id: 'StopGroup' })
export type StopGroup = z.output<typeof StopGroup>

/** Trip for a fleet application. */
export const FleetDispatchOutput = z
  .object({
    id: UuidOut.nullish().describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    orders: z.array(DispatchOrder).describe('Orders on the trip.'),
    custom_fields: optionalObject('Keys of the tenant.'),
    resource_allocations: z.array(DispatchResourceAllocation).nullable().describe('What carries the trip.'),
    stop_groups: z.array(StopGroup).describe('Stops of the trip, grouped, in planned sequence.'),
    templates: z.array(FleetDispatchTemplate).describe('Text about the trip for a screen.'),
  })
  .meta({ id: 'FleetDispatchOutput' })
export type FleetDispatchOutput = z.output<typeof FleetDispatchOutput>

/** Dispatches a trip to a driver app or on-board unit (DISP-1). */
export const FleetDispatch = z
  .object({
    operation: DispatchOperationValue.describe('Whether the trip is new, updated or withdrawn.'),
    revision: Revision,
    payload: FleetDispatchOutput.describe('The trip.'),
  })
  .meta({ id: 'FleetDispatch' })
export type FleetDispatch = z.output<typeof FleetDispatch>

/** Response of the fleet application (DISP-4). */
export const FleetDispatchResponse = z.object(answerMembers).meta({ id: 'FleetDispatchResponse' })
