import type { Endpoint } from '@cartage/contract/endpoint'
import * as orderCommands from '@cartage/contract/orders/app/commands'
import { addedDocumentTypes, addOrderDocument } from '@cartage/contract/orders/app/documents'
import { changeOrders } from '@cartage/contract/orders/app/list'
import type { PlanningBoard } from '@cartage/contract/planning/app/board'
import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { reportStop } from '@cartage/contract/trips/app/record'
import { MutationObserver } from '@tanstack/react-query'
import { formOf, formType, pdf } from '../../server/src/testing/data/files.ts'
import { bodies } from '../../server/src/testing/matrix/operations.ts'
import { pathIds } from '../../server/src/testing/matrix/parameters.ts'
import { plainPath } from '../../server/src/testing/matrix/tenants.ts'
import type { Victim } from '../../server/src/testing/matrix/world.ts'
import { call } from '../../web/src/api/call.ts'
import { boardMutation, type PlanningCommand, undoMutation } from '../../web/src/planning/command.queries.ts'
import type { Chance } from './chance.ts'
import { changing, type Seat } from './seat.ts'

/** A command and how it is run. */
export interface Drawn {
  text: string
  run: () => Promise<unknown>
}

/** Records that commands can use. */
export interface Known {
  victim: Victim
  resourceIds: readonly string[]
  locationIds: readonly string[]
  from: number
}

const hour = 3_600_000

/** Planning command for the board as a session sees it; undefined if the board offers none. */
function boardCommand(
  chance: Chance,
  board: PlanningBoard,
  { resourceIds, locationIds, from }: Known,
): PlanningCommand | undefined {
  const trip = chance.of(board.trips)
  const order = chance.of(board.unplanned)
  const other = chance.of(board.trips.filter((one) => one !== trip))
  const resource = chance.of(resourceIds)!
  const at = from + Math.floor(chance.next() * 5 * 24) * hour
  const starts_at = new Date(at).toISOString()
  const order_ids = order ? [order.order_id] : []
  const onTrip = [...new Set(trip?.stops.flatMap(({ order_id }) => order_id ?? []))]
  const planned = chance.of(onTrip)
  const stop = trip && chance.of(trip.stops)
  const chosen =
    stop && (planned === undefined || chance.is(0.3))
      ? { order_ids: [], stop_ids: [stop.stop_id] }
      : { order_ids: planned === undefined ? [] : [planned], stop_ids: [] }
  const kind = chance.of([
    ...([
      'NEW',
      'NEW',
      'NEW',
      'PLAN',
      'PLAN',
      'PLACE',
      'CANCEL',
      'CONFIRM',
      'COMBINE',
      'SPLIT',
      'MOVE',
      'MOVE',
    ] as const),
    ...([
      'RESEQUENCE',
      'INSERT_STOP',
      'UNPLAN',
      'UNPLAN',
      'ASSIGN',
      'TAKE_OFF',
      'SET_TIMES',
      'BLOCK',
      'UNBLOCK',
    ] as const),
  ])!
  if (kind === 'NEW') {
    const new_trip = { resource_ids: chance.is(0.7) ? [resource] : [] }
    return order && { kind: 'PLAN', order_ids, new_trip, ...(chance.is(0.7) && { starts_at }) }
  }
  if (kind === 'BLOCK') return order && { kind, order_ids, reason: 'live' }
  if (kind === 'UNBLOCK') return order && { kind, order_ids }
  if (trip === undefined) return undefined
  const { trip_id } = trip
  const location_id = chance.of(locationIds)!
  switch (kind) {
    case 'PLAN':
      return order && { kind, order_ids, trip_id }
    case 'PLACE':
      return { kind, trip_id, ...(chance.is(0.5) && { resource_ids: [resource] }), starts_at }
    case 'CANCEL':
    case 'CONFIRM':
      return { kind, trip_ids: [trip_id] }
    case 'COMBINE':
      return other && { kind, trip_id, trip_ids: [other.trip_id] }
    case 'SPLIT': {
      const new_trip = { resource_ids: [resource] }
      return planned === undefined
        ? undefined
        : { kind, order_id: planned, from_trip_id: trip_id, location_id, new_trip }
    }
    case 'MOVE': {
      const to = other && chance.is(0.5) ? { trip_id: other.trip_id } : { new_trip: { resource_ids: [resource] } }
      return { kind, ...to, ...chosen }
    }
    case 'RESEQUENCE':
      return { kind, trip_id, stop_ids: trip.stops.map(({ stop_id }) => stop_id).toReversed() }
    case 'INSERT_STOP': {
      const before_stop_id = chance.is(0.5) ? stop?.stop_id : undefined
      return { kind, trip_id, location_id, activity_label: 'Fuel', minutes: 15, before_stop_id }
    }
    case 'UNPLAN':
      return { kind, ...chosen }
    case 'ASSIGN':
      return { kind, trip_id, resources: [{ resource_id: resource }] }
    case 'TAKE_OFF':
      return { kind, trip_id, resource_ids: trip.resources.slice(0, 1).map(({ resource_id }) => resource_id) }
    case 'SET_TIMES': {
      const end_at = new Date(at + hour).toISOString()
      return stop && { kind, trip_id, times: [{ stop_id: stop.stop_id, start_at: starts_at, end_at }] }
    }
  }
}

/** Random board action: a command, undo or redo, with the page's code. */
export function drawPlanning(
  chance: Chance,
  seat: Seat,
  board: PlanningBoard | undefined,
  known: Known,
): Drawn | undefined {
  const live = seat.live ?? { put: () => {}, follow: () => {}, note: () => {}, end: () => {} }
  if (chance.is(0.2)) {
    const way = chance.is(0.7) ? 'undo' : 'redo'
    return {
      text: way,
      run: () => new MutationObserver(seat.queries, undoMutation(seat.queries, live)).mutate({ way }),
    }
  }
  const command = board && boardCommand(chance, board, known)
  if (command === undefined) return undefined
  const seen = chance.is(0.5) ? board!.trips.map(({ trip_id, version }) => ({ trip_id, version })) : []
  const ids = new Set(JSON.stringify(command).match(/[0-9a-f-]{36}/g))
  const named = seen.filter(({ trip_id }) => ids.has(trip_id))
  return {
    text: JSON.stringify(command),
    run: () =>
      new MutationObserver(seat.queries, boardMutation(seat.queries, live)).mutate({
        command,
        seen: named,
        reason: 'live',
      }),
  }
}

/** Random action on an order or on a stop of a trip, as on their pages. */
export function drawWork(chance: Chance, board: PlanningBoard | undefined): Drawn | undefined {
  const order_id = chance.of([...(board?.unplanned ?? []), ...(board?.orders ?? [])])?.order_id
  const stop_id = chance.of(board?.trips.flatMap(({ stops }) => stops) ?? [])?.stop_id
  const kind = chance.of(['block', 'unblock', 'skip', 'cancel', 'arrive', 'arrive', 'done', 'done'] as const)!
  if (kind === 'arrive' || kind === 'done') {
    const status = kind === 'arrive' ? 'AT_STOP' : 'COMPLETED'
    return stop_id === undefined
      ? undefined
      : { text: `${kind} ${stop_id}`, run: () => call(reportStop, { params: { stop_id }, body: { status } }) }
  }
  if (order_id === undefined) return undefined
  const params = { order_id }
  const run = {
    block: () => call(orderCommands.blockOrder, { params, body: { reason: 'live' } }),
    unblock: () => call(orderCommands.unblockOrder, { params }),
    skip: () => call(orderCommands.skipOrder, { params }),
    cancel: () => call(changeOrders, { body: { action: 'cancel', order_ids: [order_id] } }),
  }[kind]
  return { text: `${kind} ${order_id}`, run }
}

/** Adds a file to an order or its stop, or an unreadable supplier invoice. */
export function drawFile(
  chance: Chance,
  seat: Seat,
  board: PlanningBoard | undefined,
  victim: Victim,
): Drawn | undefined {
  const endpoint = chance.of([addOrderDocument, addOrderDocument, uploadPurchase])!
  const stop = chance.is(0.5) ? chance.of(board?.trips.flatMap(({ stops }) => stops) ?? []) : undefined
  const orderId = stop?.order_id ?? chance.of(board?.unplanned ?? [])?.order_id ?? victim.orderId
  const type = chance.of(addedDocumentTypes)!
  if (!seat.mayCall(endpoint)) return undefined
  const query = `document_type=${type}${stop?.order_id ? `&stop_id=${stop.stop_id}` : ''}`
  const url = endpoint === uploadPurchase ? endpoint.path : `${endpoint.path.replace('{order_id}', orderId)}?${query}`
  const name = `${type.toLowerCase()}-${Math.floor(chance.next() * 1000)}.pdf`
  const body = formOf([{ bytes: pdf(name), name, type: 'application/pdf' }]).toString('latin1')
  const headers = { 'content-type': formType }
  return { text: `${endpoint.id} ${url}`, run: () => fetch(url, { method: 'POST', headers, body }) }
}

/** Excluded operations that would end the session or cause hours of work. */
const untried: ReadonlySet<string> = new Set([
  'logout',
  'login',
  'switchOrganisation',
  'startSimulation',
  'changeSimulation',
  'reportPlanningPresence',
  'loadSampleData',
  'startOptimisation',
  'acceptOptimisation',
  'retryOptimisation',
  'runPurge',
  'erasePerson',
])

const tried = changing.filter(({ id, bodyType }) => !untried.has(id) && (bodyType ?? 'json') === 'json')

/** Random command of any page, on the initial record of its kind. */
export function drawAny(chance: Chance, seat: Seat, victim: Victim): Drawn | undefined {
  const endpoint = chance.of(tried)!
  if (!seat.mayCall(endpoint)) return undefined
  const url = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => plainPath[name] ?? pathIds[name]?.of(victim, endpoint.path) ?? '',
  )
  const body = chance.of(bodies[endpoint.id] ?? [])?.(victim.orderIdentifier, victim)
  return { text: `${endpoint.id} ${JSON.stringify(body) ?? ''}`, run: () => send(endpoint, url, body) }
}

async function send({ method }: Endpoint, url: string, body: unknown): Promise<number> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return (await fetch(url, { method, ...init })).status
}
