import { msg, type Sentence } from '@cartage/contract/message'
import { type By, bySystem } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { type CarrierOverride, checkCarriers, noOverride } from '../planning/verdict/carrier.commands.ts'
import { changeTrips } from '../trips/change/commands.ts'
import type { TripState } from '../trips/state.rules.ts'
import { tripsForUpdate } from '../trips/store.ts'
import { followBookingsOfTrip } from './bookings.commands.ts'
import { type Destination, findDestination, liveDestinations } from './destinations.store.ts'
import { draftMinutes, isAnyStopLost } from './lost-stops.views.ts'
import { draftWait, stopsIn } from './next-check.rules.ts'
import type { Json } from './payloads/difference.rules.ts'
import { integrationCodes } from './payloads/resource.rules.ts'
import { fleetPayload, type SentTrip, subcontractorPayload } from './payloads/trip.rules.ts'
import { loadSentTrip } from './payloads/trip.views.ts'
import { type Carriage, checkDestination, checkTrip, chooseForTrip, conflict, isEnded, tripKinds } from './rules.ts'
import { type PendingMessage, rememberTrouble, type Subject, sendUpdate } from './send.commands.ts'
import { type DispatchRow, dispatchesForUpdate, isOpenAnywhere, saveDispatch } from './store.ts'
import { type ReadDispatch, readDispatch } from './views.ts'

/**
 * Dispatches a trip, or sends changes to the partner that has it (DISP-1). A trip that another partner has is withdrawn
 * from it first. Sends nothing if the message is unchanged.
 * @param destinationId destination; found by the subcontractor or the resources of the trip when absent
 * @throws Problem not_found; state_conflict when the trip is not confirmed or no destination is found
 */
export async function dispatchTrip(
  ctx: Context,
  tenantId: string,
  by: By,
  tripId: string,
  destinationId: string | null = null,
  override: CarrierOverride = noOverride,
): Promise<ReadDispatch> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const trip = await existing(tx, tripId)
    checkTrip(trip)
    // A chosen destination may belong to another company than the driving one.
    const partner = destinationId === null ? undefined : await findDestination(tx, destinationId)
    const overridden = await checkCarriers(tx, trip, override, partner?.subcontractor_id)
    const [sent, known] = await Promise.all([loadSentTrip(tx, trip), dispatchesForUpdate(tx, tripId)])
    const destination = await destinationFor(tx, sent, destinationId)
    const others = known.filter((row) => row.is_open && !isWith(row, destination))
    for (const row of others) await withdraw(ctx, tx, row, by)
    const wanted = payloadFor(destination, sent)
    const own = known.find((row) => isWith(row, destination))
    const row = await sendUpdate(ctx, tx, { subject: subjectOf(sent), destination, known: own, wanted, by })
    await mark(ctx, tx, trip, true, by)
    if (overridden.length > 0) await recordChanges(tx, by, [overriddenChange(trip, override, overridden)])
    return (await readDispatch(tx, row!.dispatch_id))!
  })
}

/** Audit entry for the use of a rejected carrier (FIT-6). */
function overriddenChange({ trip_id }: TripState, { reason }: CarrierOverride, messages: readonly Sentence[]) {
  const after = { carrier_override: reason, overridden: messages.map(String) }
  return {
    entity_type: 'trip',
    entity_id: trip_id,
    action: 'updated' as const,
    before: { carrier_override: null },
    after,
  }
}

/**
 * Withdraws a trip from the partner that has it.
 * @throws Problem not_found, state_conflict when no partner has it
 */
export async function recallTrip(ctx: Context, tenantId: string, by: By, tripId: string): Promise<ReadDispatch> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const trip = await existing(tx, tripId)
    const row = (await dispatchesForUpdate(tx, tripId)).find(({ is_open }) => is_open)
    if (!row) throw conflict(msg`${trip.name} is not with a carrier, so it cannot be withdrawn.`)
    await withdraw(ctx, tx, row, by)
    await mark(ctx, tx, trip, false, by)
    return (await readDispatch(tx, row.dispatch_id))!
  })
}

/**
 * Notifies the partners of a changed trip: an UPDATE when the message differs, a CANCEL when the trip is cancelled,
 * empty or assigned to another company. The other company gets it when its destination is automatic.
 */
export async function updatePartnersOfTrip(ctx: Context, tx: Tx, tripId: string): Promise<void> {
  const [trip] = await tripsForUpdate(tx, [tripId])
  if (!(await isOpenAnywhere(tx, tripId))) return
  const sent = trip && (await loadSentTrip(tx, trip))
  const changes = await followBookingsOfTrip(ctx, tx, tripId, sent)
  const rows = await dispatchesForUpdate(tx, tripId)
  for (const row of rows.filter(isCancelOwed)) await withdraw(ctx, tx, row, bySystem)
  const row = rows.find(({ is_open }) => is_open)
  if (row) await followOpen(ctx, tx, sent, row)
  await recordChanges(tx, bySystem, changes)
}

async function followOpen(ctx: Context, tx: Tx, sent: SentTrip | undefined, row: DispatchRow): Promise<void> {
  if (!sent) return await withdraw(ctx, tx, row, bySystem)
  const { trip } = sent
  if (isWithPartner(sent, row)) return await update(ctx, tx, sent, row)
  const isOver = isTripOver(sent)
  await withdraw(ctx, tx, row, bySystem)
  const next = isOver || trip.status === 'CREATED' ? undefined : await automaticDestination(tx, sent)
  const trouble = next && (await dispatchTo(ctx, tx, sent, next))
  if (trouble !== undefined) await explain(tx, sent, row, trouble)
  await mark(ctx, tx, trip, next !== undefined && trouble === undefined, bySystem)
}

/** Records on the withdrawn dispatch that the next partner could not be notified. */
async function explain(tx: Tx, { trip }: SentTrip, { dispatch_id }: DispatchRow, trouble: string): Promise<void> {
  const closed = (await dispatchesForUpdate(tx, trip.trip_id)).find((row) => row.dispatch_id === dispatch_id)
  if (!closed || isCancelOwed(closed)) return
  await saveDispatch(tx, { ...closed, trouble }, { differs: false, lookIn: null })
}

/** Whether the trip is cancelled or empty. */
function isTripOver({ trip }: SentTrip): boolean {
  return trip.status === 'CANCELLED' || trip.stops.length === 0
}

/** Whether the partner that has the trip still drives it. */
function isWithPartner(sent: SentTrip, row: DispatchRow): boolean {
  return !isTripOver(sent) && carriageOf(sent).partner_id === row.partner_id
}

/** A plan that is a draft again may wait a while; the partner keeps its version until then. */
async function update(ctx: Context, tx: Tx, sent: SentTrip, known: DispatchRow): Promise<void> {
  const { trip } = sent
  const destination = (await findDestination(tx, known.dispatch_destination_id))!
  await orRemember(tx, known, async () => {
    checkDestination({ ...destination, is_archived: false }, tripKinds)
    const wanted = payloadFor(destination, sent)
    const wait = trip.status === 'CREATED' ? (last: Json) => waitInDraft(tx, known, trip, last) : undefined
    await sendUpdate(ctx, tx, {
      ...{ subject: subjectOf(sent), destination, known, wanted, by: bySystem, isEnded: isEnded(trip) },
      ...(wait && { wait }),
    })
  })
}

/** Stops that are now on another trip, or no longer requested, do not wait for the plan. */
async function waitInDraft(
  tx: Tx,
  known: DispatchRow,
  trip: TripState,
  last: Json,
): Promise<PendingMessage | undefined> {
  const lookIn = draftWait(known.differs_seconds, await draftMinutes(tx))
  if (lookIn === undefined) return undefined
  const here = new Set(trip.stops.map(({ stop_id }) => stop_id))
  const missing = stopsIn(last).filter((id) => !here.has(id))
  if (await isAnyStopLost(tx, missing)) return undefined
  return { trouble: `The plan of ${trip.name} is not confirmed.`, lookIn }
}

/**
 * What the partner of a trip should have; null for nothing.
 * @throws Problem state_conflict when the partner's format cannot express the trip
 */
export function currentTripPayload(row: DispatchRow, destination: Destination, sent: SentTrip | undefined): Json {
  return sent && row.is_open && isWithPartner(sent, row) ? payloadFor(destination, sent) : null
}

async function automaticDestination(tx: Tx, sent: SentTrip): Promise<Destination | undefined> {
  const found = chooseForTrip(await liveDestinations(tx), carriageOf(sent))
  return found?.is_automatic ? found : undefined
}

/** @returns why it could not be dispatched, undefined on success; a person has to correct the cause first */
async function dispatchTo(ctx: Context, tx: Tx, sent: SentTrip, destination: Destination): Promise<string | undefined> {
  const known = (await dispatchesForUpdate(tx, sent.trip.trip_id)).find((row) => isWith(row, destination))
  try {
    await checkCarriers(tx, sent.trip, noOverride)
    const wanted = payloadFor(destination, sent)
    await sendUpdate(ctx, tx, { subject: subjectOf(sent), destination, known, wanted, by: bySystem })
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `It was not dispatched to ${destination.name}: ${error.message}`
  }
}

/** Runs work that decides before it writes, and records a rejection by a rule on the dispatch. */
async function orRemember(tx: Tx, row: DispatchRow, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await rememberTrouble(tx, row, error.message)
  }
}

/** Withdraws a trip; if the channel was removed, the dispatch records that the partner was not notified. */
async function withdraw(ctx: Context, tx: Tx, row: DispatchRow, by: By): Promise<void> {
  const destination = (await findDestination(tx, row.dispatch_destination_id))!
  if (destination.subscription_id === null) {
    const trouble = `The channel of ${destination.name} was removed, so it was not notified of the withdrawal.`
    return await rememberTrouble(tx, { ...row, is_open: false }, trouble)
  }
  await sendUpdate(ctx, tx, { subject: row, destination, known: row, wanted: null, by })
}

/** Marks whether another system has the trip: its stops show it, and its changes are followed. */
async function mark(ctx: Context, tx: Tx, trip: TripState, isDispatched: boolean, by: By): Promise<void> {
  if (trip.is_dispatched === isDispatched) return
  const at = ctx.now().toISOString()
  await changeTrips(ctx, tx, [trip], [{ ...trip, is_dispatched: isDispatched }], { by, at })
}

async function existing(tx: Tx, id: string): Promise<TripState> {
  const [trip] = await tripsForUpdate(tx, [id])
  if (!trip) throw new Problem('not_found')
  return trip
}

async function destinationFor(tx: Tx, sent: SentTrip, id: string | null): Promise<Destination> {
  if (id !== null) {
    const named = await findDestination(tx, id)
    if (!named) throw new Problem('not_found', { message: 'There is no destination with this id.' })
    checkDestination(named, tripKinds)
    return named
  }
  const found = chooseForTrip(await liveDestinations(tx), carriageOf(sent))
  if (found) return found
  const whose = carriageOf(sent).partner_id === null ? 'own vehicles' : 'its carrier'
  throw conflict(msg`There is no destination for ${whose}. Add one, or choose another for ${sent.trip.name}.`)
}

/** The partner of a trip: its subcontractor, else the first company that owns one of its resources. */
function carriageOf({ trip, resources }: SentTrip): Carriage {
  const owner = resources.find(({ row }) => row.subcontractor_id !== null)?.row.subcontractor_id
  return { partner_id: trip.subcontractor_id ?? owner ?? null, codes: integrationCodes(resources) }
}

function subjectOf(sent: SentTrip): Subject {
  const { trip_id } = sent.trip
  return { subject_type: 'TRIP', subject_id: trip_id, trip_id, partner_id: carriageOf(sent).partner_id }
}

function payloadFor(destination: Destination, sent: SentTrip): Json {
  return asJson(
    destination.kind === 'SUBCO' ? subcontractorPayload(sent) : fleetPayload(sent, destination.account_code),
  )
}

/** The sent and stored form, without undefined members. */
function asJson(payload: object): Json {
  return JSON.parse(JSON.stringify(payload)) as Json
}

/** Whether a withdrawal still has to be sent to the partner. */
function isCancelOwed({ is_open, differs_seconds }: DispatchRow): boolean {
  return !is_open && differs_seconds !== null
}

function isWith(row: DispatchRow, destination: Destination): boolean {
  return row.dispatch_destination_id === destination.dispatch_destination_id
}
