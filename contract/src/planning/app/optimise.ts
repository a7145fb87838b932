import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, windowMembers } from '../../listing.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { PlanReason } from './commands.ts'

/** Statuses of a run. */
export const optimisationStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const

/** Resources that drive together: a vehicle, a driver, optionally a second driver and a trailer. */
export const CombinationInput = z
  .object({ resource_ids: z.array(Uuid).min(1).max(6).describe('Ids of its resources.') })
  .meta({ id: 'AppCombinationInput' })

/** Orders, resources and period to plan. */
export const OptimisationRequest = z
  .object({
    order_ids: z.array(Uuid).min(1).max(500).describe('Orders to plan. Those on drafts may change trips.'),
    combinations: z
      .array(CombinationInput)
      .min(1)
      .max(100)
      .describe('Combinations to plan them on. No resource may be in two.'),
    from_at: SensibleInstant.describe('Begin of the period to plan.'),
    to_at: SensibleInstant.describe('End of the period, at most 7 days later.'),
    seed: z.int().min(0).max(2_147_483_647).optional().describe('The same seed gives the same result; absent: 1.'),
  })
  .meta({ id: 'AppOptimisationRequest' })
export type OptimisationRequest = z.output<typeof OptimisationRequest>

/** Key figures of a plan. */
export const PlanFigures = z
  .object({
    trips: z.int().min(0).describe('Trips.'),
    distance_km: z.number().describe('Kilometres, with the way to the first stop where the place before is known.'),
    empty_km: z.number().describe('Kilometres with nothing on board.'),
    distance_is_estimated: z
      .boolean()
      .optional()
      .describe('Whether any of them are estimated, not measured by a routing engine; absent on older runs.'),
    unknown_ways: z
      .int()
      .min(0)
      .optional()
      .describe('Ways that are not counted, because a place is not on the map; absent on older runs.'),
    late_minutes: z.number().describe('Minutes by which stops begin after their windows.'),
    planned_orders: z.int().min(0).describe('Orders that are on a trip.'),
  })
  .meta({ id: 'AppPlanFigures' })
export type PlanFigures = z.output<typeof PlanFigures>

/** A resource of a combination. */
export const CombinationResource = z
  .object({
    resource_id: UuidOut.describe('Id of the resource.'),
    resource_type: z.string().describe('What it is.'),
    name: z.string().describe('Name.'),
  })
  .meta({ id: 'AppCombinationResource' })

const SuggestedStop = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    order_id: UuidOut.describe('Order it belongs to.'),
    order_number: z.string().describe('Number of the order.'),
    location_id: UuidOut.describe('Where it is.'),
    location_name: z.string().describe('Name of the location.'),
    activity_label: z.string().describe('What happens.'),
    start_at: UtcInstant.describe('Arrival.'),
    end_at: UtcInstant.describe('Departure.'),
    leg_km: z.number().describe('Kilometres from the stop before.'),
  })
  .meta({ id: 'AppSuggestedStop' })

/** Trip suggested by a run. */
export const SuggestedTrip = z
  .object({
    index: z.int().min(0).describe('Its place in the result; accept it by this.'),
    combination: z.int().min(0).describe('Place of its combination in the request.'),
    resources: z.array(CombinationResource).describe('What carries it.'),
    stops: z.array(SuggestedStop).describe('Stops in sequence.'),
    figures: PlanFigures.describe('The trip in figures.'),
    reasons: z.array(PlanReason).describe('Warnings of the verdict. Accepting it needs an override for these.'),
    trip_id: UuidOut.nullable().describe('Trip it became; null: not accepted.'),
    outdated: z
      .string()
      .nullable()
      .describe(
        'What changed since the run, so that it cannot be accepted as it is; null: nothing, or it is accepted.',
      ),
  })
  .meta({ id: 'AppSuggestedTrip' })
export type SuggestedTrip = z.output<typeof SuggestedTrip>

/** Order left out by a run. */
export const LeftOutOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number.'),
    code: z.string().describe('Why; the set may grow.'),
    message: z.string().describe('Why, and what to do next.'),
  })
  .meta({ id: 'AppLeftOutOrder' })

/** A run in a list. */
export const Optimisation = z
  .object({
    optimisation_id: UuidOut.describe('Id of the run.'),
    status: z.enum(optimisationStatuses).describe('How far it is.'),
    progress: z.number().min(0).max(1).describe('Share that is done.'),
    failure: z.string().nullable().describe('Why it failed.'),
    from_at: UtcInstant.describe('Begin of the period.'),
    to_at: UtcInstant.describe('End of the period.'),
    orders: z.int().min(0).describe('Orders that were chosen.'),
    combinations: z.int().min(0).describe('Combinations that were chosen.'),
    before: PlanFigures.nullable().describe('The plan as it was; null: not done.'),
    after: PlanFigures.nullable().describe('The plan with all suggested trips; null: not done.'),
    left_out: z.int().min(0).describe('Orders that it left out.'),
    accepted: z.int().min(0).describe('Suggested trips that were accepted.'),
    is_expired: z.boolean().describe('Nothing of it can be accepted any more.'),
    by: z.string().nullable().describe('Who started it.'),
    created_at: UtcInstant.describe('When it was started.'),
    expires_at: UtcInstant.describe('Until when trips of it can be accepted.'),
  })
  .meta({ id: 'AppOptimisation' })
export type Optimisation = z.output<typeof Optimisation>

/** A run with its result. */
export const OptimisationRecord = Optimisation.extend({
  trips: z.array(SuggestedTrip).describe('Suggested trips; empty until it is done.'),
  present: z
    .array(
      z.object({
        trip_id: UuidOut.describe('Id of the trip.'),
        name: z.string().describe('Name.'),
        order_numbers: z.array(z.string()).describe('Orders on it.'),
        figures: PlanFigures.describe('The trip in figures.'),
      }),
    )
    .describe('Drafts as they were that the chosen orders are on.'),
  left_out_orders: z.array(LeftOutOrder).describe('Orders that it left out, each with the reason.'),
  chosen: z
    .object({
      order_ids: z.array(UuidOut).describe('Orders to plan.'),
      combinations: z
        .array(z.object({ resource_ids: z.array(UuidOut).describe('Ids of its resources.') }))
        .describe('Combinations to plan them on.'),
    })
    .describe('What it was started with.'),
}).meta({ id: 'AppOptimisationRecord' })
export type OptimisationRecord = z.output<typeof OptimisationRecord>

/** Run with accepted trips. */
export const AcceptedOptimisation = OptimisationRecord.extend({
  command_id: UuidOut.nullable().describe('The planning command, to undo it; null: nothing changed.'),
}).meta({ id: 'AppAcceptedOptimisation' })
export type AcceptedOptimisation = z.output<typeof AcceptedOptimisation>

const read = { ...ofApplication, method: 'GET', permission: 'trip.read' } as const
const write = { ...ofApplication, method: 'POST', permission: 'trip.write' } as const
const named = z.object({ optimisation_id: Uuid.describe('Id of the run.') })

/** Starts a run. */
export const startOptimisation = endpoint({
  ...write,
  id: 'startOptimisation',
  path: '/app/planning/optimisations',
  creates: 'header',
  summary: 'Suggest trips for orders',
  description: 'Runs in the background for at most 10 seconds. Nothing of the plan changes until trips are accepted.',
  body: OptimisationRequest,
  response: OptimisationRecord,
})

/** Runs, newest first. */
export const listOptimisations = endpoint({
  ...read,
  id: 'listOptimisations',
  path: '/app/planning/optimisations',
  summary: 'List runs that suggest trips',
  query: z.object(windowMembers),
  response: listWindow(Optimisation),
})

/** One run. */
export const getOptimisation = endpoint({
  ...read,
  id: 'getOptimisation',
  path: '/app/planning/optimisations/{optimisation_id}',
  summary: 'Read a run that suggests trips',
  params: named,
  response: OptimisationRecord,
})

/** Cancels a running run. */
export const cancelOptimisation = endpoint({
  ...write,
  id: 'cancelOptimisation',
  path: '/app/planning/optimisations/{optimisation_id}/cancel',
  summary: 'Cancel a run that suggests trips',
  params: named,
  response: OptimisationRecord,
})

/** Repeats a failed, cancelled or expired run with the current plan. */
export const retryOptimisation = endpoint({
  ...write,
  id: 'retryOptimisation',
  path: '/app/planning/optimisations/{optimisation_id}/retry',
  summary: 'Run a run that suggests trips again',
  description: 'With the same orders, combinations and period, and the plan as it is now.',
  params: named,
  response: OptimisationRecord,
})

/** Plans suggested trips. */
export const acceptOptimisation = endpoint({
  ...write,
  id: 'acceptOptimisation',
  path: '/app/planning/optimisations/{optimisation_id}/accept',
  summary: 'Accept suggested trips',
  description: 'One planning command for all of them: they are planned together or not at all, and undone together.',
  params: named,
  body: z
    .object({
      trips: z.array(z.int().min(0)).min(1).max(200).describe('Indexes of the suggested trips.'),
      override: z
        .object({ reason: z.string().trim().min(1).max(500).describe('Why it is right nevertheless; kept.') })
        .nullish()
        .describe('Accepts trips although there are warnings.'),
    })
    .meta({ id: 'AppAcceptOptimisation' }),
  response: AcceptedOptimisation,
})

/** Verdict on an order for each combination. */
export const explainOptimisation = endpoint({
  ...read,
  id: 'explainOptimisation',
  path: '/app/planning/optimisations/{optimisation_id}/orders/{order_id}',
  summary: 'Read why an order is on a combination or not',
  description:
    'For each combination the verdict on the order in the suggested trip of that combination, or alone where it has none.',
  params: named.extend({ order_id: Uuid.describe('Id of an order of the run.') }),
  response: z
    .object({
      combinations: z
        .array(
          z.object({
            combination: z.int().min(0).describe('Place of the combination in the request.'),
            resources: z.array(CombinationResource).describe('Its resources.'),
            is_suggested: z.boolean().describe('The order is suggested on this combination.'),
            verdict: z.enum(['OK', 'SOFT', 'HARD']).describe('The gravest of the reasons.'),
            extra_km: z.number().nullable().describe('Kilometres it adds there; null: it has no place there.'),
            extra_is_estimated: z.boolean().describe('Whether any of these are estimated.'),
            reasons: z.array(PlanReason).describe('Reasons against the order on this combination.'),
          }),
        )
        .describe('The combinations in their order.'),
    })
    .meta({ id: 'AppExplainedOptimisation' }),
})

/** Available combinations. */
export const listCombinations = endpoint({
  ...read,
  id: 'listCombinations',
  path: '/app/planning/combinations',
  summary: 'List combinations of vehicles with their drivers and trailers',
  description: 'Each own vehicle with the driver and trailer of its last trip, as long as these are not archived.',
  response: z
    .object({
      combinations: z
        .array(
          z.object({
            resources: z.array(CombinationResource).describe('Its resources.'),
            lacks: z
              .array(z.enum(['VEHICLE', 'DRIVER', 'TRAILER']))
              .describe('What has to join it before trips are suggested for it; empty: a whole crew.'),
          }),
        )
        .describe('Combinations by the name of their vehicle; at most 500.'),
    })
    .meta({ id: 'AppCombinations' }),
})
