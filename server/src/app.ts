import type { FastifyInstance } from 'fastify'
import { checkCreditQueued } from './accounting/receivables/jobs.ts'
import { serveAccounting } from './accounting/routes.ts'
import { postQueued } from './accounting/tasks/jobs.ts'
import { noteHead } from './audit/jobs.ts'
import { serveAudit } from './audit/routes.ts'
import { createGatekeeper } from './auth/authenticate.routes.ts'
import { createOnce } from './auth/creation-keys.routes.ts'
import { rolesWith } from './auth/permissions.rules.ts'
import { serveAuth } from './auth/routes.ts'
import { followDelivery, makeInvoiceFiles, notifyBilled, runInvoices, sendInvoice } from './billing/jobs.ts'
import { servePublishedDocuments } from './billing/published/routes.ts'
import { serveBilling } from './billing/routes.ts'
import { serveBookings } from './bookings/routes.ts'
import { serveBooks } from './books/routes.ts'
import { serveCosts } from './charges/costs/routes.ts'
import { serveDesk } from './charges/desk/routes.ts'
import { serveChargeLists } from './charges/list/routes.ts'
import { serveMargin } from './charges/margin/routes.ts'
import { serveOrderPreview } from './charges/preview/routes.ts'
import { followCompany, followPlacedOrder, followRates, rateAlone, ratingLoop } from './charges/rating/jobs.ts'
import { serveCharges } from './charges/routes.ts'
import { serveCompanies } from './companies/routes.ts'
import type { Context } from './context.ts'
import { serveDeliveries } from './deliveries/routes.ts'
import { deliveryLoop } from './deliveries/sending/jobs.ts'
import { purgeExpired } from './deliveries/sending/retention.jobs.ts'
import { notifyPaused } from './deliveries/subscriptions/paused.jobs.ts'
import { sealAddresses } from './deliveries/subscriptions/seal.jobs.ts'
import { dispatchLoop, followBooking, followTrip } from './dispatch/jobs.ts'
import { serveDispatch } from './dispatch/routes.ts'
import { documentLoop } from './documents/jobs.ts'
import { keepMessageBody } from './documents/message-body.commands.ts'
import { serveDocuments } from './documents/routes.ts'
import { authenticateLink } from './doors/authenticate.routes.ts'
import { serveDoors } from './doors/routes.ts'
import { serveEvents } from './events/routes.ts'
import { sealLoop } from './events/seal.jobs.ts'
import { createHttp } from './http/listen.ts'
import { plainRequest } from './http/plain-request.ts'
import { countersOf, createAdmit } from './http/rate-limit.ts'
import { createRejections } from './http/rejections.ts'
import type { Server } from './http/serve.ts'
import { publishCreatedDocument } from './inbound/documents/jobs.ts'
import { serveInbound } from './inbound/routes.ts'
import type { Loop } from './jobs/loop.ts'
import { jobLoop } from './jobs/queue.ts'
import { geocodingLoop } from './locations/geocoder/jobs.ts'
import { locationsLoop } from './locations/jobs.ts'
import { serveLocations } from './locations/routes.ts'
import { mailLoop } from './mails/automatic/jobs.ts'
import { sendQueuedMail } from './mails/jobs.ts'
import { serveMails } from './mails/routes.ts'
import { retryPartsJob } from './messages/inbox/retry.jobs.ts'
import { messageLoop } from './messages/jobs.ts'
import { recordUnread } from './messages/receive.commands.ts'
import { serveMessages } from './messages/routes.ts'
import { serveOperations } from './operations/endpoints.ts'
import { uploadsLoop } from './orders/intake/jobs.ts'
import { serveOrders } from './orders/routes.ts'
import { keepTemperatureRecord } from './papers/jobs.ts'
import { servePapers } from './papers/routes.ts'
import { servePayroll } from './payroll/routes.ts'
import { periodContent } from './period-holds.ts'
import { optimisationLoop } from './planning/optimise/jobs.ts'
import { servePlanning } from './planning/routes.ts'
import { positionLoop } from './positions/jobs.ts'
import { roadsLoop } from './positions/roads/jobs.ts'
import { servePositions } from './positions/routes.ts'
import { weeksLoop } from './positions/weeks.jobs.ts'
import { serveProofs } from './proofs/routes.ts'
import { servePurchases } from './purchases/routes.ts'
import { agreeSelfBilledByTime } from './purchases/self-billing/jobs.ts'
import { serveRates } from './rates/routes.ts'
import { replayKinds } from './replay-kinds.ts'
import { serveResources } from './resources/routes.ts'
import { purgeQueued, retentionLoop } from './retention/jobs.ts'
import { serveRetention } from './retention/routes.ts'
import { fillSample } from './sample/jobs.ts'
import { serveSample } from './sample/routes.ts'
import { simulationLoop } from './sample/simulation/advance.jobs.ts'
import { searchLoop, writeAlone } from './search/jobs.ts'
import { settingKinds } from './setting-kinds.ts'
import { serveShell } from './shell/routes.ts'
import { serveTachograph } from './tachograph/routes.ts'
import { telematicsLoop } from './telematics/jobs.ts'
import { serveTelematics } from './telematics/routes.ts'
import { watchTemperatures } from './temperatures/jobs.ts'
import { serveTemperatures } from './temperatures/routes.ts'
import { sealEngine } from './tenants/jobs.ts'
import { serveOrganisation } from './tenants/organisation/routes.ts'
import { serveSettings } from './tenants/routes.ts'
import { estimateTrip } from './trips/eta/jobs.ts'
import { followOrder } from './trips/follow.jobs.ts'
import { serveGeofence } from './trips/geofence.routes.ts'
import { serveTrips } from './trips/routes.ts'
import { serveUnavailabilities } from './unavailabilities/routes.ts'
import { usageLoop } from './usage/jobs.ts'
import { keepRejection, noteUsage, serveUsage } from './usage/routes.ts'
import { validityLoop } from './validities/follow.jobs.ts'
import { serveValidities } from './validities/routes.ts'

/** The table of contents: features in order. Builds the server without listening. */
export function buildApp(ctx: Context): { app: FastifyInstance; served: Set<string> } {
  const gatekeeper = createGatekeeper(ctx, authenticateLink(ctx))
  const app = createHttp(ctx, createRejections(ctx, gatekeeper.authenticate, keepRejection(ctx)))
  const server: Server = {
    app,
    ctx,
    gate: {
      authenticate: gatekeeper.authenticate,
      rolesWith,
      admit: createAdmit(ctx, noteUsage(ctx)),
      once: createOnce(ctx),
      unread: (endpoint, call, error) => recordUnread(ctx, endpoint, plainRequest(call), error, keepMessageBody),
    },
    served: new Set(),
  }
  app.addHook('onClose', () => countersOf(ctx).close())
  serveOperations(app, ctx)
  serveAudit(server)
  serveSettings(server, settingKinds)
  serveOrganisation(server)
  serveAuth(server, gatekeeper)
  serveUsage(server)
  serveEvents(server)
  serveMessages(server, replayKinds)
  serveDeliveries(server)
  serveResources(server)
  serveUnavailabilities(server)
  serveDocuments(server)
  serveLocations(server)
  serveCompanies(server)
  serveValidities(server)
  servePositions(server)
  serveBooks(server, periodContent)
  serveRates(server)
  serveOrders(server)
  serveTrips(server)
  serveTachograph(server)
  serveTelematics(server)
  servePlanning(server)
  serveBookings(server)
  servePapers(server)
  serveBilling(server)
  servePublishedDocuments(server)
  serveAccounting(server)
  servePurchases(server, replayKinds)
  serveDesk(server)
  serveCosts(server)
  serveMargin(server)
  serveOrderPreview(server)
  serveChargeLists(server)
  serveCharges(server)
  serveDispatch(server)
  serveInbound(server)
  serveGeofence(server)
  serveDoors(server)
  serveMails(server)
  serveRetention(server)
  serveProofs(server)
  servePayroll(server)
  serveTemperatures(server)
  serveShell(server)
  serveSample(server)
  return { app, served: server.served }
}

/** All background loops, for one process or many. */
export function backgroundLoops(ctx: Context): Loop[] {
  return [
    uploadsLoop(ctx),
    sealLoop(ctx),
    searchLoop(ctx),
    deliveryLoop(ctx),
    locationsLoop(ctx),
    geocodingLoop(ctx),
    documentLoop(ctx),
    messageLoop(ctx),
    validityLoop(ctx),
    positionLoop(ctx),
    weeksLoop(ctx),
    roadsLoop(ctx),
    usageLoop(ctx),
    dispatchLoop(ctx),
    ratingLoop(ctx),
    optimisationLoop(ctx),
    simulationLoop(ctx),
    telematicsLoop(ctx),
    mailLoop(ctx),
    retentionLoop(ctx),
    jobLoop(ctx, {
      'audit.note_head': noteHead,
      'deliveries.purge_expired': purgeExpired,
      'deliveries.tell_paused': notifyPaused,
      'documents.tell_created': publishCreatedDocument,
      'papers.keep_temperatures': keepTemperatureRecord,
      'temperatures.watch': watchTemperatures,
      'trips.estimate': estimateTrip,
      'trips.follow_order': followOrder,
      'dispatch.follow_trip': followTrip,
      'dispatch.follow_booking': followBooking,
      'charges.rate_alone': rateAlone,
      'charges.follow_order': followPlacedOrder,
      'charges.follow_company': followCompany,
      'charges.follow_rates': followRates,
      'billing.make_files': makeInvoiceFiles,
      'billing.send': sendInvoice,
      'mails.send': sendQueuedMail,
      'billing.follow_sending': followDelivery,
      'billing.notify_orders': notifyBilled,
      'billing.run': runInvoices,
      'accounting.post': postQueued,
      'accounting.check_credit': checkCreditQueued,
      'purchases.agree_by_time': agreeSelfBilledByTime,
      'retention.purge': purgeQueued,
      'messages.retry_parts': retryPartsJob(replayKinds),
      'search.write_alone': writeAlone,
      'tenants.seal_engine': sealEngine,
      'deliveries.seal_addresses': sealAddresses,
      'sample.fill': fillSample,
    }),
  ]
}
