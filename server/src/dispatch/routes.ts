import * as contract from '@cartage/contract/dispatch/app'
import { byCaller } from '../audit/rules.ts'
import { shownTo } from '../auth/personal.rules.ts'
import { intermodalBookingOutput, locationBookingOutput } from '../bookings/output.rules.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { checkTripExists } from '../trips/record/views.ts'
import { serveAnswers } from './answers/routes.ts'
import { serveDispatchBoard } from './board/routes.ts'
import * as bookings from './bookings.commands.ts'
import * as destinations from './destinations.commands.ts'
import { shownDispatch, shownDispatches } from './pending.commands.ts'
import { resend } from './resend.commands.ts'
import { dispatchTrip, recallTrip } from './trip.commands.ts'
import { readRevision } from './views.ts'

/** Binds dispatching of trips and bookings on screens. */
export function serveDispatch(server: Server): void {
  serveDestinations(server)
  serveTrips(server)
  serveMessages(server)
  serveBookingRequests(server)
  serveAnswers(server)
  serveDispatchBoard(server)
}

function serveDestinations(server: Server): void {
  const { ctx } = server
  serve(server, contract.listDispatchDestinations, async ({ caller }) => ({
    items: await destinations.destinationsOf(ctx, caller.tenantId),
  }))
  serve(server, contract.addDispatchDestination, async ({ caller, requestId, body }) =>
    destinations.addDestination(ctx, caller.tenantId, byCaller(caller, requestId), body),
  )
  serve(server, contract.changeDispatchDestination, async ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    return destinations.changeDestination(ctx, caller.tenantId, by, params.dispatch_destination_id, body)
  })
}

/** The caller's override of a rejected carrier, if permitted. */
function overrideOf({ permissions }: Caller, { override }: { override?: { reason: string } | null | undefined }) {
  return { reason: override?.reason ?? null, isAllowed: permissions.includes('carrier.override') }
}

function serveTrips(server: Server): void {
  const { ctx } = server
  serve(server, contract.dispatchTrip, async ({ caller, requestId, params, body, inTenant }) => {
    const by = byCaller(caller, requestId)
    const input = body.dispatch_destination_id ?? null
    const dispatched = await dispatchTrip(ctx, caller.tenantId, by, params.trip_id, input, overrideOf(caller, body))
    return inTenant((tx) => shownDispatch(tx, dispatched))
  })
  serve(server, contract.recallTrip, async ({ caller, requestId, params, inTenant }) => {
    const recalled = await recallTrip(ctx, caller.tenantId, byCaller(caller, requestId), params.trip_id)
    return inTenant((tx) => shownDispatch(tx, recalled))
  })
  serve(server, contract.listTripDispatches, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      const items = await shownDispatches(tx, params.trip_id)
      // The history of a trip remains after the trip was deleted.
      if (items.length === 0) await checkTripExists(tx, params.trip_id)
      return { items: shownTo(caller, items) }
    }),
  )
}

function serveMessages(server: Server): void {
  serve(server, contract.getDispatchRevision, async ({ caller, params, inTenant }) => {
    const found = await inTenant((tx) => readRevision(tx, params.dispatch_id, params.revision))
    if (!found) throw new Problem('not_found')
    return shownTo(caller, found)
  })
  serve(server, contract.resendDispatch, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    return resend(server.ctx, caller.tenantId, by, params.dispatch_id, params.revision)
  })
}

function serveBookingRequests(server: Server): void {
  const { ctx } = server
  serve(server, contract.requestLocationBooking, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    const { location_booking_id: id } = params
    return locationBookingOutput(await bookings.requestLocationBooking(ctx, caller.tenantId, by, id))
  })
  serve(server, contract.cancelLocationBooking, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    const { location_booking_id: id } = params
    return locationBookingOutput(await bookings.cancelLocationBooking(ctx, caller.tenantId, by, id))
  })
  serve(server, contract.requestIntermodalBooking, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    const { intermodal_booking_id: id } = params
    return intermodalBookingOutput(await bookings.requestIntermodalBooking(ctx, caller.tenantId, by, id))
  })
  serve(server, contract.cancelIntermodalBooking, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    const { intermodal_booking_id: id } = params
    return intermodalBookingOutput(await bookings.cancelIntermodalBooking(ctx, caller.tenantId, by, id))
  })
}
