import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { FreeObject, LenientInstant, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Kinds of resource measurements. */
export const sampleKinds = ['POSITION', 'TEMPERATURE', 'TACHOGRAPH', 'FUEL', 'MILEAGE', 'WEIGHT'] as const
export type SampleKind = (typeof sampleKinds)[number]

/** One measured value in its original form, with its instant. */
const Sample = z.object({
  recorded_at: UtcInstant.describe('When it was measured.'),
  value: FreeObject.describe(
    'As it was sent; of a position latitude, longitude and `accuracy_m`, and `doubt` (NO_FIX or JUMP) when it is unreliable.',
  ),
})

/** Latest values of a resource. */
export const ResourceState = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    name: z.string().describe('Name of the resource.'),
    resource_type: z.string().describe('Kind of resource.'),
    license_plate: z.string().nullable().describe('Licence plate.'),
    states: z
      .array(Sample.extend({ kind: z.enum(sampleKinds).describe('What was measured.') }))
      .describe('The last value of each kind it has sent.'),
  })
  .meta({ id: 'AppResourceState' })
export type ResourceState = z.output<typeof ResourceState>

/** Latest state of every resource with measurements, optionally only those updated since an instant. */
export const listPositions = endpoint({
  ...ofApplication,
  id: 'listPositions',
  method: 'GET',
  path: '/app/positions',
  summary: 'Last positions and measurements',
  description:
    'Without since everything; with the version of an earlier answer what changed since then, with a little overlap. ' +
    'Archived resources are left out.',
  permission: 'trip.read',
  query: z.object({
    since: z.string().max(40).optional().describe('version of an earlier answer.'),
  }),
  response: z
    .object({
      version: z.string().describe('To ask with the next time.'),
      items: z.array(ResourceState).describe('By resource.'),
    })
    .meta({ id: 'AppPositions' }),
})

/** Measurements of one resource in a period. */
export const listSamples = endpoint({
  ...ofApplication,
  id: 'listSamples',
  method: 'GET',
  path: '/app/positions/{resource_id}',
  summary: 'History of a resource',
  description: 'Oldest first, at most 10,000; is_cut says that there are more. Kept for 90 days unless configured.',
  permission: 'trip.read',
  params: z.object({ resource_id: Uuid.describe('Id of the resource.') }),
  query: z.object({
    from: LenientInstant.describe('Beginning of the range, included.'),
    to: LenientInstant.describe('End of the range, excluded; at most 31 days later.'),
    kind: z.enum(sampleKinds).optional().describe('POSITION when absent.'),
  }),
  response: z
    .object({
      items: z.array(Sample).describe('Oldest first.'),
      is_cut: z.boolean().describe('Whether there are more in the range.'),
    })
    .meta({ id: 'AppSamples' }),
})

/** Kinds of proposals derived from positions. */
export const proposalKinds = ['ARRIVAL', 'DEPARTURE'] as const

/** Arrival or departure at a stop, derived from positions. */
export const StopProposal = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    kind: z.enum(proposalKinds).describe('What happened.'),
    trip_id: UuidOut.describe('Id of the trip.'),
    resource_id: UuidOut.describe('Whose positions say so.'),
    happened_at: UtcInstant.describe('When.'),
    earliest_at: UtcInstant.nullable().describe('When it is an estimate: the last position before it; else null.'),
    latest_at: UtcInstant.nullable().describe('When it is an estimate: the first position after it; else null.'),
    state: z.enum(['OPEN', 'ACCEPTED', 'DISMISSED']).describe('What was decided.'),
  })
  .meta({ id: 'AppStopProposal' })
export type StopProposal = z.output<typeof StopProposal>

const ProposalParams = z.object({
  stop_id: Uuid.describe('Id of the stop.'),
  proposal_kind: z.string().describe('ARRIVAL or DEPARTURE; anything else answers 404.'),
})

/** Proposals to be decided. */
export const listStopProposals = endpoint({
  ...ofApplication,
  id: 'listStopProposals',
  method: 'GET',
  path: '/app/stop-proposals',
  summary: 'Arrivals and departures to be decided on',
  permission: 'trip.read',
  response: z
    .object({ items: z.array(StopProposal).describe('Open ones, oldest first, at most 500.') })
    .meta({ id: 'AppStopProposals' }),
})

/** Accepts a proposal: reports the arrival or departure. */
export const acceptStopProposal = endpoint({
  ...ofApplication,
  id: 'acceptStopProposal',
  method: 'POST',
  path: '/app/stop-proposals/{stop_id}/{proposal_kind}/accept',
  summary: 'Accept a proposal',
  description: 'The stop gets the time. A proposal that was already decided: 409.',
  permission: 'trip.write',
  params: ProposalParams,
  response: StopProposal,
})

/** Dismisses a proposal; the stop is unchanged. */
export const dismissStopProposal = endpoint({
  ...ofApplication,
  id: 'dismissStopProposal',
  method: 'POST',
  path: '/app/stop-proposals/{stop_id}/{proposal_kind}/dismiss',
  summary: 'Dismiss a proposal',
  description: 'It is not proposed again. A proposal that was already decided: 409.',
  permission: 'trip.write',
  params: ProposalParams,
  response: StopProposal,
})

/** Sets the geofence radius of a location. */
export const setLocationFence = endpoint({
  ...ofApplication,
  id: 'setLocationFence',
  method: 'PUT',
  path: '/app/locations/{location_id}/fence',
  summary: 'Set the radius of a location',
  permission: 'location.write',
  params: z.object({ location_id: Uuid.describe('Id of the location.') }),
  body: z
    .object({
      radius_m: z.int().min(25).max(20_000).nullable().describe('Metres; null: the usual radius of the tenant.'),
    })
    .meta({ id: 'AppLocationFenceInput' }),
  response: z.object({ radius_m: z.int().describe('Metres that count now.') }).meta({ id: 'AppLocationFence' }),
})

/** Number of rejected positions. */
const UnreliablePositionCounts = z.object({
  no_fix: z.int().describe('At 0, 0: the device did not know where it was.'),
  jumps: z.int().describe('Further away than a vehicle gets in the time, by the setting `max_speed_kmh`.'),
  last_at: UtcInstant.nullable().describe('When the newest of them was measured; null without any.'),
})
export type UnreliablePositionCounts = z.output<typeof UnreliablePositionCounts>

/** Latest measurement of each kind of a resource. */
export const getResourceState = endpoint({
  ...ofApplication,
  id: 'getResourceState',
  method: 'GET',
  path: '/app/resources/{resource_id}/state',
  summary: 'Last position and measurements of a resource',
  permission: 'resource.read',
  params: z.object({ resource_id: Uuid.describe('Id of the resource.') }),
  response: z
    .object({
      states: ResourceState.shape.states,
      doubt: UnreliablePositionCounts.describe('Positions of the last 7 days that are history only.'),
    })
    .meta({ id: 'AppLastState' }),
})

/** Rejected positions of one source for one resource. */
export const UnreliableSource = UnreliablePositionCounts.extend({
  client_id: z.string().describe('Client id of their webhook credentials.'),
  source_name: z.string().nullable().describe('Name of the credentials; null once they were removed.'),
  resource_id: UuidOut.describe('Id of the resource.'),
  resource_name: z.string().nullable().describe('Its name.'),
}).meta({ id: 'AppDoubtfulSource' })
export type UnreliableSource = z.output<typeof UnreliableSource>

/** Sources that sent impossible positions. */
export const listDoubtfulSources = endpoint({
  ...ofApplication,
  id: 'listDoubtfulSources',
  method: 'GET',
  path: '/app/doubtful-positions',
  summary: 'Count unreliable positions',
  description:
    'By source and resource, most first, at most 200. Such positions are kept as history: they are not the last ' +
    'position, and arrivals, estimates and webhooks do not follow them.',
  permission: 'delivery.read',
  query: z.object({
    days: z.coerce.number().int().min(1).max(90).default(7).describe('How many days back, today included.'),
  }),
  response: z.object({ items: z.array(UnreliableSource).describe('Most first.') }).meta({ id: 'AppDoubtfulSources' }),
})

/** Geofence radius of a location. */
export const getLocationFence = endpoint({
  ...ofApplication,
  id: 'getLocationFence',
  method: 'GET',
  path: '/app/locations/{location_id}/fence',
  summary: 'Read the radius of a location',
  permission: 'location.read',
  params: z.object({ location_id: Uuid.describe('Id of the location.') }),
  response: z
    .object({
      radius_m: z.int().nullable().describe('Metres that were set for this location; null: none were.'),
      usual_radius_m: z.int().describe('Metres that count where none were set.'),
    })
    .meta({ id: 'AppLocationFenceState' }),
})
