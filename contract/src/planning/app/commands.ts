import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { CursorQuery, page } from '../../page.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { CrossingMembers } from './crossing.ts'
import { Override } from './override.ts'
import { PlannedTrip } from './trip.ts'

const most = 200
const ids = (what: string) => z.array(Uuid).min(1).max(most).readonly().describe(what)
const someIds = (what: string) => z.array(Uuid).max(most).readonly().default([]).describe(what)

/** Members common to all commands. */
const frame = {
  dry_run: z.boolean().default(false).describe('True: return the verdict and the result without changing anything.'),
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
    .readonly()
    .default([])
    .describe('Trips as they were when the user decided; another version is answered 409.'),
}

const before_stop_id = Uuid.optional().describe('Stop of the trip to insert it before; absent: by requested dates.')
const starts_at = SensibleInstant.optional().describe('When the first stop begins; absent: from its window.')

/** Target of stops: an existing trip, or a new one. */
const target = {
  trip_id: Uuid.optional().describe('Trip to plan into; absent: a new one.'),
  new_trip: z
    .object({
      name: z.string().trim().min(1).max(255).optional().describe('Name; absent: the next number.'),
      planning_group_id: Uuid.nullable().default(null).describe('Planning group it belongs to.'),
      resource_ids: z.array(Uuid).max(20).readonly().default([]).describe('Resources that carry it.'),
      note: z.string().max(2_000).default('').describe('Note for planners.'),
    })
    .optional()
    .describe('Members of the new trip.'),
  before_stop_id,
  starts_at,
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
const namesSomething = (body: { order_ids: readonly string[]; stop_ids: readonly string[] }) =>
  body.order_ids.length + body.stop_ids.length > 0
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

/** Actual or possible effect of a command. */
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

/** Common members of planning endpoints. */
const planning = { ...ofApplication, method: 'POST', permission: 'trip.write', response: PlanningAnswer } as const

const kind = <Kind extends string>(name: Kind) => z.literal(name).describe('What is done.')
const times = (what: string) => z.array(StopTime).max(most).readonly().default([]).describe(what)
const note = z.string().max(2_000).default('').describe('Note for the driver.')
const name = (what: string) => z.string().trim().min(1).max(100).nullish().describe(what)
const length = (longest: number, usual: number, what: string) =>
  z.int().min(0).max(longest).default(usual).describe(`${what}; ${usual} minutes when absent.`)
const trip_id = Uuid.describe('Id of the trip.')
const trip_ids = ids('Ids of the trips.')
const order_ids = ids('Ids of the orders.')
const crossing = CrossingMembers.describe('The ferry or train.')

const plan = { kind: kind('PLAN'), ...chosen, ...target, times: times('Given times.') }
const PlanOrders = z
  .object({ ...frame, ...plan })
  .refine(namesSomething, choose)
  .describe(
    'Plans orders or single stops into a trip. Without a place given, stops go in by requested date, pickups before deliveries. Times are ' +
      'computed from windows, distances and the length of the stops, unless they are given.',
  )

const move = { kind: kind('MOVE'), ...chosen, ...target }
const MoveStops = z
  .object({ ...frame, ...move })
  .refine(namesSomething, choose)
  .describe('Moves stops or orders that are planned to another trip.')

const Unplan = z
  .object({ ...frame, kind: kind('UNPLAN'), ...chosen })
  .refine(namesSomething, choose)
  .describe('Takes stops or orders off their trips. A stop of its own is removed.')

const Resequence = z
  .object({
    ...frame,
    kind: kind('RESEQUENCE'),
    trip_id,
    stop_ids: z.array(Uuid).min(1).max(2_000).readonly().describe('All stops of the trip in the new order.'),
    starts_at,
  })
  .describe('Reorders the stops of a trip.')

const split = {
  kind: kind('SPLIT'),
  order_id: Uuid.describe('Id of the order.'),
  from_trip_id: Uuid.describe('Trip that carries it to the transfer point.'),
  location_id: Uuid.describe('Location of the transfer point.'),
  stop_ids: someIds('Stops of the order that go to the other trip; absent: its deliveries.'),
  trip_id: target.trip_id,
  new_trip: target.new_trip,
}
const SplitOrder = z
  .object({ ...frame, ...split })
  .describe(
    'Splits an order over two trips: the trip it is on ends for it with a drop at the transfer point; the other begins with a pickup there.',
  )

const Combine = z
  .object({
    ...frame,
    kind: kind('COMBINE'),
    trip_id: Uuid.describe('Trip that gets all stops.'),
    trip_ids: ids('Trips whose stops it takes; they end.'),
  })
  .describe('Makes one trip of several.')

const InsertStop = z
  .object({
    ...frame,
    kind: kind('INSERT_STOP'),
    trip_id,
    location_id: Uuid.describe('Where it is.'),
    custom_activity: z.string().max(255).optional().describe('Code of a custom activity of the tenant.'),
    activity_label: z.string().trim().min(1).max(255).optional().describe('What happens, in words.'),
    minutes: length(10_080, 30, 'Duration'),
    note,
    before_stop_id,
  })
  .describe('Puts a stop that belongs to no order into a trip.')

const InsertCrossing = z
  .object({
    ...frame,
    kind: kind('INSERT_CROSSING'),
    trip_id,
    from_location_id: Uuid.describe('Where the vehicle boards.'),
    to_location_id: Uuid.describe('Where it drives off.'),
    boarding_minutes: length(1_440, 30, 'How long before departure the vehicle has to be there'),
    leaving_minutes: length(1_440, 15, 'How long driving off takes'),
    before_stop_id,
    crossing,
  })
  .describe(
    'Puts a ferry or train into a trip (CROSS-1): a stop where it is boarded, and right after it one where the vehicle drives off. Nothing ' +
      'is driven between them: the driver is aboard. For a fixed departure the vehicle is there in time and waits.',
  )

const ChangeCrossing = z
  .object({
    ...frame,
    kind: kind('CHANGE_CROSSING'),
    trip_id,
    stop_id: Uuid.describe('Stop where the vehicle boards.'),
    crossing,
  })
  .describe('Changes a crossing of a trip: another sailing, another line.')

const Assign = z
  .object({
    ...frame,
    kind: kind('ASSIGN'),
    trip_id,
    resources: z
      .array(
        z.object({
          resource_id: Uuid.describe('Id of the resource.'),
          name: name('What it is called on this trip.'),
          license_plate: name('Number plate on this trip.'),
          container_number: name('Container number on this trip.'),
        }),
      )
      .max(20)
      .readonly()
      .default([])
      .describe('Resources to add, or to give another name.'),
    subcontractor_id: Uuid.optional().describe('Company that drives it.'),
  })
  .describe('Assigns resources and a carrier to a trip.')

const TakeOff = z
  .object({
    ...frame,
    kind: kind('TAKE_OFF'),
    trip_id,
    resource_ids: someIds('Resources to take off.'),
    subcontractor: z.boolean().default(false).describe('True removes the subcontractor.'),
  })
  .describe('Takes resources or the carrier off a trip.')

const place = {
  kind: kind('PLACE'),
  trip_id,
  resource_ids: z
    .array(Uuid)
    .max(20)
    .readonly()
    .optional()
    .describe('All resources of the trip afterwards, in their order; absent: those it has.'),
  starts_at: SensibleInstant.optional().describe('When the first stop begins; absent: as it is.'),
}
const Place = z
  .object({ ...frame, ...place })
  .describe('Gives a trip other resources and another time at once, as a drag on the planning board does.')

const SetTimes = z
  .object({ ...frame, kind: kind('SET_TIMES'), trip_id, times: times('Times of single stops.'), starts_at })
  .describe(
    'Sets times by hand, which stay; the others are computed around them. starts_at computes all of them again.',
  )

const Confirm = z.object({ ...frame, kind: kind('CONFIRM'), trip_ids }).describe('CREATED becomes PLANNED.')
const TakeBack = z.object({ ...frame, kind: kind('TAKE_BACK'), trip_ids }).describe('PLANNED becomes CREATED.')
const Cancel = z
  .object({ ...frame, kind: kind('CANCEL'), trip_ids })
  .describe('Cancels trips; stops that were not reached leave them.')

const Block = z
  .object({
    ...frame,
    kind: kind('BLOCK'),
    order_ids,
    reason: z.string().trim().min(1).max(500).describe('Why; shown to everyone who opens the order.'),
  })
  .describe('Puts orders on hold.')
const Unblock = z.object({ ...frame, kind: kind('UNBLOCK'), order_ids }).describe('Takes orders off hold.')

/** Planning commands. A new kind must be added here, and the compiler then finds every place that handles kinds. */
export const PlanningCommand = z
  .discriminatedUnion('kind', [
    PlanOrders,
    MoveStops,
    Unplan,
    Resequence,
    SplitOrder,
    Combine,
    InsertStop,
    InsertCrossing,
    ChangeCrossing,
    Assign,
    TakeOff,
    Place,
    SetTimes,
    Confirm,
    TakeBack,
    Cancel,
    Block,
    Unblock,
  ])
  .meta({ id: 'AppPlanningCommand' })

/** Commands that give a trip its resources, without sending options. */
export const assigning = [
  z.object(plan).refine(namesSomething, choose),
  z.object(move).refine(namesSomething, choose),
  z.object(split),
  z.object(place),
] as const

type Unframed<C> = C extends unknown ? Omit<C, keyof typeof frame> : never

/** Command without its sending options; members with defaults may be absent. */
export type PlanningCommand = Unframed<z.input<typeof PlanningCommand>>

/** The same as parsed by the server, with defaults filled in. */
export type ReadCommand = Unframed<z.output<typeof PlanningCommand>>

/** Executes a planning command, or with `dry_run` only judges it. */
export const givePlanningCommand = endpoint({
  ...planning,
  id: 'givePlanningCommand',
  creates: 'header',
  path: '/app/planning/commands',
  summary: 'Give a planning command',
  body: PlanningCommand,
})

const which = z
  .object({
    dry_run: frame.dry_run,
    command_id: Uuid.optional().describe('Command to take; absent: the last one of the user.'),
  })
  .meta({ id: 'AppWhichCommand' })

/** Undoes a command. */
export const undoCommand = endpoint({
  ...planning,
  id: 'undoCommand',
  path: '/app/planning/undo',
  summary: 'Undo a planning command',
  description: 'Answers 409 when the trips were changed in the meantime or a stop was reached, with what changed.',
  body: which,
})

/** Redoes an undone command. */
export const redoCommand = endpoint({
  ...planning,
  id: 'redoCommand',
  path: '/app/planning/redo',
  summary: 'Redo a planning command',
  body: which,
})

/** Kinds in the planning history: commands, and accepting suggested trips (OPT-6). */
export const planningKinds = kindsOf(PlanningCommand)
export type PlanningKind = (typeof planningKinds)[number]

// A function, so that pages without the list do not load the schemas.
function kindsOf({ options }: typeof PlanningCommand) {
  return ['PLAN_TRIPS', ...options.map(({ shape }) => shape.kind.value)] as const
}

/** Planning command in the list. */
export const ListedCommand = z
  .object({
    command_id: UuidOut.describe('Id of the command.'),
    kind: openSet(planningKinds).describe('What was done.'),
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
  .meta({ id: 'AppListedCommand' })
export type ListedCommand = z.output<typeof ListedCommand>

/** Planning commands, newest first. */
export const listPlanningCommands = endpoint({
  ...ofApplication,
  id: 'listPlanningCommands',
  method: 'GET',
  path: '/app/planning/commands',
  summary: 'List planning commands',
  permission: 'trip.read',
  query: CursorQuery.extend({ trip_id: Uuid.optional().describe('Only those that touched this trip.') }),
  response: page(ListedCommand),
})
