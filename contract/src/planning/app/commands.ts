import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { CursorQuery, page } from '../../page.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { Override } from './override.ts'
import { PlannedTrip } from './trip.ts'

const most = 200
const ids = (what: string) => z.array(Uuid).min(1).max(most).describe(what)
const someIds = (what: string) => z.array(Uuid).max(most).optional().describe(what)

/** Members that every command takes next to its own. */
export const frame = {
  dry_run: z.boolean().optional().describe('True: return the verdict and the result without changing anything.'),
  override: Override.describe(
    'Carries the command out although there are new reasons against it that can be overridden.',
  ),
  versions: z
    .array(
      z.object({
        trip_id: Uuid.describe('Id of a trip the screen shows.'),
        version: z.int().positive().describe('Its version as the screen knows it.'),
      }),
    )
    .max(most)
    .optional()
    .describe('Trips as they were when the user decided; another version is answered 409.'),
}

/** Where stops go: a trip that exists, or a new one. */
const target = {
  trip_id: Uuid.optional().describe('Trip to plan into; absent: a new one.'),
  new_trip: z
    .object({
      name: z.string().trim().min(1).max(255).optional().describe('Name; absent: the next number.'),
      planning_group_id: Uuid.nullish().describe('Planning group it belongs to.'),
      resource_ids: z.array(Uuid).max(20).optional().describe('Resources that carry it.'),
      note: z.string().max(2_000).optional().describe('Note for planners.'),
    })
    .optional()
    .describe('Members of the new trip.'),
  before_stop_id: Uuid.optional().describe('Stop of the trip to insert it before; absent: by requested dates.'),
  starts_at: SensibleInstant.optional().describe('When the first stop begins; absent: from its window.'),
}

const StopTime = z
  .object({
    stop_id: Uuid.describe('Id of the stop.'),
    start_at: SensibleInstant.describe('Planned arrival.'),
    end_at: SensibleInstant.describe('Planned departure.'),
  })
  .meta({ id: 'AppStopTime' })

const chosen = {
  order_ids: someIds('Orders, with all their stops that can be planned.'),
  stop_ids: someIds('Single stops.'),
}
const namesSomething = (body: { order_ids?: string[] | undefined; stop_ids?: string[] | undefined }) =>
  (body.order_ids?.length ?? 0) + (body.stop_ids?.length ?? 0) > 0
const choose = { error: 'send at least one order or stop', path: ['order_ids'] }

/** One reason for or against a plan. */
export const PlanReason = z
  .object({
    code: z.string().describe('What it is about; the set may grow.'),
    severity: z
      .enum(['HARD', 'SOFT'])
      .describe('HARD cannot be, or of a carrier only with the permission carrier.override; SOFT is a warning.'),
    message: z.string().describe('What is the matter and what to do.'),
    trip_id: UuidOut.describe('Trip it is about.'),
    stop_id: UuidOut.nullable().describe('Stop it is about.'),
    resource_id: UuidOut.nullable().describe('Resource it is about.'),
    order_id: UuidOut.nullable().describe('Order it is about.'),
    is_new: z.boolean().describe('Whether this command causes it; only those need an override.'),
  })
  .meta({ id: 'AppPlanReason' })
export type PlanReason = z.output<typeof PlanReason>

/** What a command did, or would do. */
export const PlanningAnswer = z
  .object({
    command_id: UuidOut.nullable().describe('Id of the command for undo; null when nothing was changed.'),
    verdict: z.enum(['OK', 'SOFT', 'HARD']).describe('The gravest of the new reasons.'),
    reasons: z.array(PlanReason).describe('Everything there is to say about the trips it touches.'),
    trips: z.array(PlannedTrip).describe('Trips it touches, as they are or would be afterwards.'),
    gone_trip_ids: z.array(UuidOut).describe('Trips that no longer exist afterwards.'),
    added_km: z
      .number()
      .nullish()
      .describe('Kilometres that it adds to these trips; null when not all places are on the map.'),
  })
  .meta({ id: 'AppPlanningAnswer' })
export type PlanningAnswer = z.output<typeof PlanningAnswer>

/** What every command is. */
export const command = { ...ofApplication, method: 'POST', permission: 'trip.write', response: PlanningAnswer } as const

/** Plans orders or single stops into a trip. */
export const planOrders = endpoint({
  ...command,
  id: 'planOrders',
  creates: 'header',
  path: '/app/planning/plan',
  summary: 'Plan orders into a trip',
  description:
    'Without a place given, stops go in by requested date, pickups before deliveries. Times are computed from windows, ' +
    'distances and the length of the stops, unless they are given.',
  body: z
    .object({ ...frame, ...chosen, ...target, times: z.array(StopTime).max(most).optional().describe('Given times.') })
    .refine(namesSomething, choose)
    .meta({ id: 'AppPlanOrders' }),
})

/** Moves stops or orders that are planned to another trip. */
export const moveStops = endpoint({
  ...command,
  id: 'moveStops',
  creates: 'header',
  path: '/app/planning/move',
  summary: 'Move stops or orders to another trip',
  body: z
    .object({ ...frame, ...chosen, ...target })
    .refine(namesSomething, choose)
    .meta({ id: 'AppMoveStops' }),
})

/** Puts the stops of a trip in another order. */
export const resequenceTrip = endpoint({
  ...command,
  id: 'resequenceTrip',
  path: '/app/planning/resequence',
  summary: 'Reorder the stops of a trip',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      stop_ids: z.array(Uuid).min(1).max(2_000).describe('All stops of the trip in the new order.'),
      starts_at: target.starts_at,
    })
    .meta({ id: 'AppResequenceTrip' }),
})

/** Splits an order over two trips at a transfer point. */
export const splitOrder = endpoint({
  ...command,
  id: 'splitOrder',
  creates: 'header',
  path: '/app/planning/split',
  summary: 'Split an order over two trips at a transfer point',
  description: 'The trip it is on ends for it with a drop at the point; the other begins with a pickup there.',
  body: z
    .object({
      ...frame,
      order_id: Uuid.describe('Id of the order.'),
      from_trip_id: Uuid.describe('Trip that carries it to the transfer point.'),
      location_id: Uuid.describe('Location of the transfer point.'),
      stop_ids: someIds('Stops of the order that go to the other trip; absent: its deliveries.'),
      trip_id: target.trip_id,
      new_trip: target.new_trip,
    })
    .meta({ id: 'AppSplitOrder' }),
})

/** Makes one trip of several. */
export const combineTrips = endpoint({
  ...command,
  id: 'combineTrips',
  creates: 'header',
  path: '/app/planning/combine',
  summary: 'Make one trip of several',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Trip that gets all stops.'),
      trip_ids: ids('Trips whose stops it takes; they end.'),
    })
    .meta({ id: 'AppCombineTrips' }),
})

/** Puts a stop that belongs to no order into a trip. */
export const insertStop = endpoint({
  ...command,
  id: 'insertStop',
  creates: 'header',
  path: '/app/planning/insert-stop',
  summary: 'Insert a stop of its own',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      location_id: Uuid.describe('Where it is.'),
      custom_activity: z.string().max(255).optional().describe('Code of a custom activity of the tenant.'),
      activity_label: z.string().trim().min(1).max(255).optional().describe('What happens, in words.'),
      minutes: z.int().min(0).max(10_080).optional().describe('Duration; 30 when absent.'),
      note: z.string().max(2_000).optional().describe('Note for the driver.'),
      before_stop_id: Uuid.optional().describe('Stop to insert it before; absent: last.'),
    })
    .meta({ id: 'AppInsertStop' }),
})

/** Takes stops or orders off their trips. */
export const unplan = endpoint({
  ...command,
  id: 'unplan',
  path: '/app/planning/unplan',
  summary: 'Take stops or orders off their trips',
  description: 'A stop of its own is removed.',
  body: z
    .object({ ...frame, ...chosen })
    .refine(namesSomething, choose)
    .meta({ id: 'AppUnplan' }),
})

const override = (what: string) => z.string().trim().min(1).max(100).nullish().describe(what)

/** Gives a trip what carries it. */
export const assignResources = endpoint({
  ...command,
  id: 'assignResources',
  path: '/app/planning/assign',
  summary: 'Assign resources and a carrier',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      resources: z
        .array(
          z.object({
            resource_id: Uuid.describe('Id of the resource.'),
            name: override('What it is called on this trip.'),
            license_plate: override('Number plate on this trip.'),
            container_number: override('Container number on this trip.'),
          }),
        )
        .max(20)
        .optional()
        .describe('Resources to add, or to give another name.'),
      subcontractor_id: Uuid.optional().describe('Company that drives it.'),
    })
    .meta({ id: 'AppAssignResources' }),
})

/** Takes resources or the carrier off a trip. */
export const takeOffResources = endpoint({
  ...command,
  id: 'takeOffResources',
  path: '/app/planning/take-off',
  summary: 'Take resources or the carrier off a trip',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      resource_ids: someIds('Resources to take off.'),
      subcontractor: z.boolean().optional().describe('True removes the subcontractor.'),
    })
    .meta({ id: 'AppTakeOffResources' }),
})

/** Sets planned times by hand, or moves the whole trip. */
export const setStopTimes = endpoint({
  ...command,
  id: 'setStopTimes',
  path: '/app/planning/set-times',
  summary: 'Set planned times',
  description: 'Times set by hand stay; the others are computed around them. starts_at computes all of them again.',
  body: z
    .object({
      ...frame,
      trip_id: Uuid.describe('Id of the trip.'),
      times: z.array(StopTime).max(most).optional().describe('Times of single stops.'),
      starts_at: target.starts_at,
    })
    .meta({ id: 'AppSetStopTimes' }),
})

const tripsBody = { ...frame, trip_ids: ids('Ids of the trips.') }

/** Confirms trips: CREATED becomes PLANNED. */
export const confirmTrips = endpoint({
  ...command,
  id: 'confirmTrips',
  path: '/app/planning/confirm',
  summary: 'Confirm trips',
  body: z.object(tripsBody).meta({ id: 'AppConfirmTrips' }),
})

/** Takes confirmed trips back to drafts. */
export const takeBackTrips = endpoint({
  ...command,
  id: 'takeBackTrips',
  path: '/app/planning/take-back',
  summary: 'Take confirmed trips back to drafts',
  body: z.object(tripsBody).meta({ id: 'AppTakeBackTrips' }),
})

/** Cancels trips; stops that were not reached leave them. */
export const cancelTrips = endpoint({
  ...command,
  id: 'cancelTrips',
  path: '/app/planning/cancel',
  summary: 'Cancel trips',
  body: z.object(tripsBody).meta({ id: 'AppCancelTrips' }),
})

/** Puts orders on hold. */
export const blockOrders = endpoint({
  ...command,
  id: 'blockOrders',
  path: '/app/planning/block',
  summary: 'Hold orders',
  body: z
    .object({
      ...frame,
      order_ids: ids('Ids of the orders.'),
      reason: z.string().trim().min(1).max(500).describe('Why; shown to everyone who opens the order.'),
    })
    .meta({ id: 'AppBlockOrders' }),
})

/** Takes orders off hold. */
export const unblockOrders = endpoint({
  ...command,
  id: 'unblockOrders',
  path: '/app/planning/unblock',
  summary: 'Take orders off hold',
  body: z.object({ ...frame, order_ids: ids('Ids of the orders.') }).meta({ id: 'AppUnblockOrders' }),
})

const which = z
  .object({
    dry_run: frame.dry_run,
    command_id: Uuid.optional().describe('Command to take; absent: the last one of the user.'),
  })
  .meta({ id: 'AppWhichCommand' })

/** Puts everything back as it was before a command. */
export const undoCommand = endpoint({
  ...command,
  id: 'undoCommand',
  path: '/app/planning/undo',
  summary: 'Undo a planning command',
  description: 'Answers 409 when the trips were changed in the meantime or a stop was reached, with what changed.',
  body: which,
})

/** Carries out again what was undone. */
export const redoCommand = endpoint({
  ...command,
  id: 'redoCommand',
  path: '/app/planning/redo',
  summary: 'Redo a planning command',
  body: which,
})

/** A planning command as the list shows it. */
export const PlanningCommand = z
  .object({
    command_id: UuidOut.describe('Id of the command.'),
    kind: openSet([
      'PLAN',
      'PLAN_TRIPS',
      'MOVE',
      'RESEQUENCE',
      'SPLIT',
      'COMBINE',
      'ASSIGN',
      'PLACE',
      'INSERT_CROSSING',
      'CHANGE_CROSSING',
      'CONFIRM',
      'CANCEL',
      'BLOCK',
    ]).describe('What was done.'),
    summary: z.string().describe('What was done, in words.'),
    status: z.enum(['DONE', 'UNDONE']).describe('Whether it is in effect.'),
    by: z.string().nullable().describe('Name of who did it.'),
    user_id: UuidOut.nullable().describe('Id of the user who did it; null when a program did.'),
    at: UtcInstant.describe('When it was given first.'),
    undone_at: UtcInstant.nullable().describe('When it was undone.'),
    undone_by: z.string().nullable().describe('Name of who undid it.'),
    trip_ids: z.array(UuidOut).describe('Trips it touched.'),
    order_ids: z.array(UuidOut).describe('Orders whose hold it changed.'),
    override_reason: z.string().nullable().describe('Why soft reasons were overridden.'),
    overridden: z.array(PlanReason).describe('The soft reasons that were overridden.'),
  })
  .meta({ id: 'AppPlanningCommand' })
export type PlanningCommand = z.output<typeof PlanningCommand>

/** Planning commands, the newest first. */
export const listPlanningCommands = endpoint({
  ...ofApplication,
  id: 'listPlanningCommands',
  method: 'GET',
  path: '/app/planning/commands',
  summary: 'List planning commands',
  permission: 'trip.read',
  query: CursorQuery.extend({ trip_id: Uuid.optional().describe('Only those that touched this trip.') }),
  response: page(PlanningCommand),
})
