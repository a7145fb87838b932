import { msg } from '@cartage/contract/message'
import type { PlanningAnswer } from '@cartage/contract/planning/app/commands'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem, sentenceOf } from '../http/problem.ts'
import { setHold } from '../orders/hold.commands.ts'
import { markPlannedAgain } from '../orders/planned/store.ts'
import { ordersByIdForUpdate } from '../orders/store.ts'
import { changeTrips } from '../trips/change/commands.ts'
import { kilometresOf, measuredAgain } from '../trips/eta/ways.rules.ts'
import { tripOutput } from '../trips/record/output.rules.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripIdsOfOrders, tripsByIds, tripsForUpdate, tripsOfStops } from '../trips/store.ts'
import { decideCommand } from './decide.rules.ts'
import { otherTripsOf } from './facts/others.rules.ts'
import type { Facts, Reason } from './facts/rules.ts'
import { vehicleOf } from './facts/vehicle.rules.ts'
import { areKnown, type CommandSubjects, loadFacts, loadWorld, orderIdsOf } from './facts/views.ts'
import { lastChanges } from './history.views.ts'
import { timedAround } from './hours/rounds.rules.ts'
import { plannableAt } from './instants.rules.ts'
import { mentionsOf, plannedAgain } from './mentions.rules.ts'
import type { Hold, PlanningCommand, PlanState, World } from './rules.ts'
import { rangeOf } from './schedule.rules.ts'
import { insertCommand } from './store.ts'
import { summaryOf } from './summary.rules.ts'
import { type Images, imagesOf, tripIdsOf, withHolds } from './undo.rules.ts'
import { isLiftable } from './verdict/carrier.rules.ts'
import { pastReasons } from './verdict/past.rules.ts'
import { gravest, type Judged, judged, verdictOf } from './verdict/rules.ts'

/** The version of a trip that a screen shows. */
export interface SeenVersion {
  trip_id: string
  version: number
}

/** The request of a planner. */
export interface PlanningCall {
  tenantId: string
  by: By
  dry_run: boolean
  override_reason: string | null
  /** Whether the caller may override HARD reasons about a carrier (FIT-6). */
  may_lift?: boolean
  /** The plan is recorded after it was driven, so that its stops may begin before now (TIME-10). */
  is_afterwards?: boolean
  versions: readonly SeenVersion[]
  /** Hooks in the transaction of the command: before the plan is read, and after it is written. */
  along?: { before: (tx: Tx) => Promise<void>; after: (tx: Tx) => Promise<void> }
}

/**
 * Carries out a planning command, or only reports its effect (dry run). In one transaction it loads the subjects,
 * checks the versions on the screen, decides, checks the verdict, writes, and stores what undo needs.
 * @throws Problem not_found, state_conflict, trip_changed, plan_refused, plan_doubtful
 */
export async function carryOut(
  ctx: Context,
  requested: PlanningCall,
  command: PlanningCommand,
): Promise<PlanningOutcome> {
  const run = requested.dry_run && !requested.along ? ctx.db.inTrips : ctx.db.asTenant
  return await run(requested.tenantId, async (tx) => {
    await requested.along?.before(tx)
    const { before, world } = await load(ctx, tx, requested, command)
    await checkVersions(tx, before, requested.versions)
    const { subjects, images, facts } = await decided(tx, before, command, world)
    const from = requested.is_afterwards ? undefined : plannableAt(ctx.now())
    const reasons = facts ? judge(command, images, facts, from) : []
    if (requested.dry_run) return answerOf(null, images, reasons, world, requested.may_lift)
    checkVerdict(reasons, requested)
    if (isNothing(images)) return answerOf(null, images, reasons, world, requested.may_lift)
    const after = await write(ctx, tx, requested.by, before, subjects)
    const kept = await keep(ctx, tx, requested, command, { images: imagesOf(before, after), reasons, world })
    await requested.along?.after(tx)
    return kept
  })
}

/** The plan after a command, and its changes. */
interface Decided {
  subjects: PlanState
  images: Images
}

/**
 * HOURS-4: the plan after a command, timed after the earlier work of its drivers, also on its other trips, with the
 * facts for the verdict. No facts if no trip changes.
 */
async function decided(
  tx: Tx,
  before: PlanState,
  command: PlanningCommand,
  world: World,
): Promise<Decided & { facts: Facts | undefined }> {
  const decide = (known: World): Decided => {
    const subjects = measuredPlan(before, decideCommand(before, command, known), known)
    return { subjects, images: imagesOf(before, subjects) }
  }
  const tripsOf = ({ images }: Decided) => [...images.before.trips, ...images.after.trips]
  const first = decide(world)
  const trips = tripsOf(first)
  if (trips.length === 0) return { ...first, facts: undefined }
  const facts = await loadFacts(tx, world, trips)
  const changed = ({ images }: Decided) => otherTripsOf(images.after.trips)
  const fresh = changed(first)
  const besides = fresh.length > 1 ? [...facts.others, ...fresh] : facts.others
  const isBusy = besides.some(({ resource_ids }) => resource_ids.some((id) => world.drivers.has(id)))
  if (!isBusy && (facts.hours?.size ?? 0) === 0) return { ...first, facts }
  const again = timedAround(first, facts, (elsewhere) => decide({ ...world, before: elsewhere }))
  const last = (some: readonly TripState[]) =>
    some
      .map((trip) => rangeOf(trip).ends_at ?? '')
      .toSorted()
      .at(-1) ?? ''
  const after = tripsOf(again)
  return { ...again, facts: last(after) > last(trips) ? await loadFacts(tx, world, after) : facts }
}

type MapOfWorld = Pick<World, 'places' | 'roads' | 'orders' | 'vehicles'>

/** The plan after a command with the kilometres of each trip, which screens show before a planner decides (ETA-3). */
export function measuredPlan(before: PlanState, after: PlanState, world: MapOfWorld) {
  return { ...after, trips: measuredAgain(before.trips, after.trips, waysOf(world)) }
}

/** The routes of trips, each on the roads for its vehicle (ROAD-1). */
function waysOf(world: MapOfWorld) {
  return {
    places: world.places,
    road: world.roads.find,
    vehicle: (trip: PlanState['trips'][number]) => vehicleOf(trip, world),
  }
}

/**
 * Trips before orders, each sorted, so that concurrent commands queue instead of deadlocking. A dry run locks nothing.
 */
async function load(
  ctx: Context,
  tx: Tx,
  requested: PlanningCall,
  command: PlanningCommand,
): Promise<{ before: PlanState; world: World }> {
  const mentions = mentionsOf(command)
  const isHold = command.kind === 'BLOCK' || command.kind === 'UNBLOCK'
  const subjectsWith = (found: readonly string[]): CommandSubjects => {
    const trip_ids = isHold ? [] : [...new Set([...mentions.trip_ids, ...found])]
    return { ...mentions, trip_ids, resource_ids: givenResources(command) }
  }
  // A dry run of PLAN guesses that the orders are on no trip, and reads again if they are.
  const least = subjectsWith([])
  const isGuessed = requested.dry_run && command.kind === 'PLAN'
  const [ofOrders, ofStops, guessed] = await Promise.all([
    tripIdsOfOrders(tx, mentions.order_ids),
    tripsOfStops(tx, mentions.stop_ids),
    isGuessed ? readWorld(ctx, tx, least) : undefined,
  ])
  const subjects = subjectsWith([...ofOrders, ...ofStops.values()])
  const isRight = subjects.trip_ids.length === least.trip_ids.length
  const read = requested.dry_run ? readWorld : lockedWorld
  const [trips, known] = guessed && isRight ? guessed : await read(ctx, tx, subjects)
  const world = { ...known, newId: ctx.newId }
  const isMissing = mentions.order_ids.some((id) => !world.orders.has(id))
  if (isMissing || mentions.location_ids.some((id) => !world.places.has(id))) throw new Problem('not_found')
  await checkReferences(tx, command)
  return { before: { trips, holds: isHold ? holdsOf(mentions.order_ids, world) : [] }, world }
}

/**
 * The resources and other references of a trip must exist.
 * @throws Problem not_found
 */
async function checkReferences(tx: Tx, command: PlanningCommand): Promise<void> {
  const subcontractor_id = command.kind === 'ASSIGN' ? command.subcontractor_id : undefined
  const fresh = 'target' in command ? command.target.new_trip : undefined
  const resource_ids = givenResources(command)
  const planning_group_id = fresh?.planning_group_id ?? undefined
  const isGiven = subcontractor_id !== undefined || planning_group_id !== undefined || resource_ids.length > 0
  if (isGiven && !(await areKnown(tx, { subcontractor_id, planning_group_id, resource_ids }))) {
    throw new Problem('not_found')
  }
}

function givenResources(command: PlanningCommand): readonly string[] {
  if (command.kind === 'PLAN_TRIPS')
    return command.trips.flatMap((trip) => trip.resources.map((one) => one.resource_id))
  if (command.kind === 'ASSIGN') return command.resources.map(({ resource_id }) => resource_id)
  if (command.kind === 'PLACE') return command.resource_ids ?? []
  return ('target' in command && command.target.new_trip?.resource_ids) || []
}

async function readWorld(ctx: Context, tx: Tx, subjects: CommandSubjects) {
  return await Promise.all([tripsByIds(tx, subjects.trip_ids), loadWorld(ctx, tx, subjects)])
}

async function lockedWorld(ctx: Context, tx: Tx, subjects: CommandSubjects) {
  const trips = await tripsForUpdate(tx, subjects.trip_ids)
  await ordersByIdForUpdate(tx, await orderIdsOf(tx, subjects))
  return [trips, await loadWorld(ctx, tx, subjects)] as const
}

function holdsOf(orderIds: readonly string[], world: World): Hold[] {
  return [...new Set(orderIds)].map((order_id) => {
    const { is_blocked, block_reason } = world.orders.get(order_id)!
    return { order_id, is_blocked, block_reason }
  })
}

/** @throws Problem trip_changed, with the changes that the screen has not shown and their authors */
async function checkVersions(tx: Tx, { trips }: PlanState, versions: readonly SeenVersion[]): Promise<void> {
  const others = versions.filter(({ trip_id, version }) =>
    trips.some((trip) => trip.trip_id === trip_id && trip.version !== version),
  )
  if (others.length === 0) return
  const changes = await lastChanges(
    tx,
    others.map(({ trip_id }) => trip_id),
  )
  const errors = others.map(({ trip_id }) => {
    const trip = trips.find((one) => one.trip_id === trip_id)!
    const last = changes.find((one) => one.trip_id === trip_id)
    const who = last ? msg` by ${last.by ?? msg`another user`} at ${last.at}` : ''
    const message = msg`${trip.name} was changed${who}. Reload it.`
    return errorItem('versions', message, {
      trip_id,
      version: trip.version,
      by: last?.by ?? null,
      at: last?.at ?? null,
    })
  })
  throw new Problem('trip_changed', { message: sentenceOf(errors[0]!), errors })
}

/** Commands that check every HARD reason again, because their result has to be drivable. */
const strict: readonly PlanningCommand['kind'][] = ['CONFIRM', 'COMBINE']

/**
 * The verdict after the command; reasons that existed before are marked.
 * @param from when planning may begin (TIME-10); undefined for what is recorded afterwards
 */
function judge({ kind }: PlanningCommand, images: Images, facts: Facts, from: string | undefined): Judged[] {
  const was = verdictOf({ trips: images.before.trips, facts })
  const known = strict.includes(kind) ? was.filter(({ severity }) => severity === 'SOFT') : was
  const past = from === undefined ? [] : pastReasons(images, facts, from)
  return judged(known, [...past, ...verdictOf({ trips: images.after.trips, facts })])
}

/** @throws Problem plan_refused, plan_doubtful */
function checkVerdict(
  reasons: readonly Judged[],
  { override_reason, may_lift }: Pick<PlanningCall, 'override_reason' | 'may_lift'>,
): void {
  const verdict = gravest(reasons, may_lift)
  if (verdict === 'OK' || (verdict === 'SOFT' && override_reason !== null)) return
  // Reasons that only a special permission can override come first.
  const fresh = reasons.filter(({ is_new }) => is_new)
  const hardest = fresh.filter(({ severity }) => severity === 'HARD')
  const against = verdict === 'HARD' ? hardest : [...hardest, ...fresh.filter(({ severity }) => severity === 'SOFT')]
  const code = verdict === 'HARD' ? 'plan_refused' : 'plan_doubtful'
  const path = verdict === 'HARD' ? '' : 'override'
  throw new Problem(code, { message: against[0]!.message, errors: against.map((one) => reasonItem(path, one)) })
}

function reasonItem(path: string, { message, code, severity, trip_id, stop_id, resource_id, order_id }: Reason) {
  return errorItem(path, message, { code, severity, trip_id, stop_id, resource_id, order_id })
}

function isNothing({ before, after }: Images): boolean {
  return before.trips.length + after.trips.length + before.holds.length === 0
}

/** Writes the decided state. Returns it as stored. */
async function write(ctx: Context, tx: Tx, by: By, before: PlanState, subjects: PlanState): Promise<PlanState> {
  for (const hold of imagesOf(before, subjects).after.holds) {
    await setHold(ctx, tx, by, hold.order_id, hold.is_blocked ? hold.block_reason : null)
  }
  if (before.trips.length + subjects.trips.length === 0) return subjects
  const trips = await changeTrips(ctx, tx, before.trips, subjects.trips, { by, at: ctx.now().toISOString() })
  return { ...subjects, trips }
}

/** Stored and exported reasons are in English. */
function inEnglish(reason: Judged) {
  return { ...reason, message: String(reason.message) }
}

interface Done {
  images: Images
  reasons: readonly Judged[]
  world: World
}

/** Stores the command for undo and in the audit trail. */
async function keep(
  ctx: Context,
  tx: Tx,
  { by, override_reason, may_lift }: PlanningCall,
  command: PlanningCommand,
  { images, reasons, world }: Done,
): Promise<PlanningOutcome> {
  const command_id = ctx.newId()
  const overridden = reasons.filter((one) => one.is_new && (one.severity === 'SOFT' || isLiftable(one)))
  const summary = summaryOf(command, images.before, images.after, world)
  const kept = { command_id, kind: command.kind, summary, actor: by.actor, overridden: overridden.map(inEnglish) }
  const reason = overridden.length > 0 ? override_reason : null
  await insertCommand(tx, { ...kept, ...withHolds(images, world.orders), override_reason: reason })
  await markPlannedAgain(tx, { trip_ids: tripIdsOf(images), order_ids: plannedAgain(command, images) }, by.actor)
  const shown = {
    kind: command.kind,
    summary: String(summary),
    override_reason: reason,
    overridden: overridden.map(({ message }) => String(message)),
  }
  const about = { entity_type: 'planning_command', entity_id: command_id }
  await recordChanges(tx, by, [{ ...about, action: 'created', before: null, after: shown }])
  return answerOf(command_id, images, reasons, world, may_lift)
}

/** The effect of a command or a dry run, with reasons that are not yet translated. */
export interface PlanningOutcome extends Omit<PlanningAnswer, 'reasons'> {
  reasons: Judged[]
}

/** The effect of a command or a dry run, in the form that screens read. */
export function answerOf(
  commandId: string | null,
  { before, after }: Images,
  reasons: readonly Judged[],
  world: MapOfWorld,
  mayLift = false,
): PlanningOutcome {
  const ways = waysOf(world)
  const [was, is] = [kilometresOf(before.trips, ways), kilometresOf(after.trips, ways)]
  const left = new Set(after.trips.map(({ trip_id }) => trip_id))
  return {
    command_id: commandId,
    verdict: gravest(reasons, mayLift),
    reasons: [...reasons],
    trips: after.trips.map(tripOutput),
    gone_trip_ids: before.trips.map(({ trip_id }) => trip_id).filter((id) => !left.has(id)),
    added_km: was === null || is === null ? null : Math.round((is - was) * 10) / 10,
  }
}
