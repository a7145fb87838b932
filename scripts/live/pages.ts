import type { Victim } from '../../server/src/testing/matrix/world.ts'
import { orderCreditQuery } from '../../web/src/accounting/receivables/queries.ts'
import * as charges from '../../web/src/charges/queries.ts'
import * as companies from '../../web/src/companies/queries.ts'
import * as deliveries from '../../web/src/deliveries/queries.ts'
import { boardCountsQuery, loadBoard } from '../../web/src/dispatch/board/queries.ts'
import { tripBookingsQuery } from '../../web/src/dispatch/bookings/queries.ts'
import * as dispatch from '../../web/src/dispatch/queries.ts'
import { standingQuery } from '../../web/src/dispatch/standings.queries.ts'
import * as documents from '../../web/src/documents/queries.ts'
import { documentLinksQuery, sharedLinksQuery } from '../../web/src/documents/sharing/queries.ts'
import * as events from '../../web/src/events/queries.ts'
import * as fleet from '../../web/src/fleet/queries.ts'
import { portalLinksQuery } from '../../web/src/links/portal.queries.ts'
import { carrierLinksQuery, trackingLinksQuery } from '../../web/src/links/queries.ts'
import { savedViewsQuery } from '../../web/src/lists/saved-views.queries.ts'
import * as locations from '../../web/src/locations/queries.ts'
import { mailChoicesQuery } from '../../web/src/mails/automatic.queries.ts'
import { mailsQuery } from '../../web/src/mails/queries.ts'
import * as messages from '../../web/src/messages/queries.ts'
import { combinationsQuery, loadOptimisations } from '../../web/src/optimise/queries.ts'
import { orderReferenceQuery } from '../../web/src/orders/entry/queries.ts'
import { orderEventsQuery, orderExportQuery, orderHistoryQuery } from '../../web/src/orders/order.queries.ts'
import * as orders from '../../web/src/orders/queries.ts'
import { orderScansQuery, orderTripsQuery } from '../../web/src/orders/tabs/queries.ts'
import { driversOfDayQuery, papersQuery } from '../../web/src/papers/queries.ts'
import { hoursQuery, payrollSettingsQuery } from '../../web/src/payroll/queries.ts'
import { boardQuery } from '../../web/src/planning/board.queries.ts'
import { commandsQuery, conflictsQuery, drivingQuery } from '../../web/src/planning/queries.ts'
import { proofsQuery } from '../../web/src/proofs/queries.ts'
import { groupsQuery } from '../../web/src/records/resource.queries.ts'
import { allGroupsQuery, membersQuery } from '../../web/src/resources/groups/queries.ts'
import * as resources from '../../web/src/resources/queries.ts'
import { countsQuery } from '../../web/src/shell/counts.queries.ts'
import { indexGaps, tasksToSettle, unbilledWork } from '../../web/src/start/attention/queries.ts'
import { dayQuery } from '../../web/src/start/day/queries.ts'
import { recentUploadsQuery } from '../../web/src/start/latest.queries.ts'
import { standstillsQuery } from '../../web/src/start/standstills.queries.ts'
import { subscriptionsQuery } from '../../web/src/subscriptions/queries.ts'
import { orderTemperatureQuery, tripTemperatureQuery } from '../../web/src/temperatures/queries.ts'
import * as trips from '../../web/src/trips/queries.ts'
import { proposalsQuery } from '../../web/src/trips/stops/proposals.queries.ts'
import { calendarQuery, unavailabilitiesQuery } from '../../web/src/unavailabilities/queries.ts'
import * as uploads from '../../web/src/uploads/queries.ts'
import { moneyPages, settingPages } from './office-pages.ts'
import { list, log, type PageUnderTest, pages, plain, type Shown, timed } from './shown.ts'

/** Record ids for the pages. */
export interface Records {
  victim: Victim
  driverId: string
  orderIds: readonly string[]
  from: number
  to: number
}

/** Every page whose content depends on records, with one record of each kind. */
export function pagesOf({ victim, driverId, orderIds, from, to }: Records): PageUnderTest[] {
  return [
    ...planningPages(victim, driverId, from, to),
    ...orderPages([victim.orderId, victim.trip.tripOrderId, ...orderIds.slice(0, 2)]),
    ...recordPages(victim),
    ...driverPages(driverId, from),
    ...sharedPages(victim),
    ...moneyPages(victim),
    ...settingPages(victim),
  ]
}

function planningPages({ trip: { tripId } }: Victim, driverId: string, from: number, to: number): PageUnderTest[] {
  return [
    {
      name: 'board',
      shown: plain(
        boardQuery(from, to),
        conflictsQuery(from, to),
        drivingQuery(from, to, [driverId]),
        commandsQuery,
        groupsQuery,
      ),
      board: { from, to },
    },
    { name: 'board alone', shown: plain(boardQuery(from, to)), board: { from, to } },
    {
      name: 'Today',
      shown: [
        ...plain(dayQuery(undefined), standstillsQuery, unbilledWork, tasksToSettle, indexGaps),
        ...timed(plain(recentUploadsQuery)),
      ],
    },
    { name: 'map', shown: plain(fleet.vehiclesQuery, locations.fencesQuery([-10, 35, 20, 60])) },
    { name: 'trips', shown: [list(['trips', 'list', {}], trips.loadTrips({})), ...plain(trips.tripCountsQuery({}))] },
    {
      name: 'late trips',
      shown: [
        list(['trips', 'list', { late: true }], trips.loadTrips({ late: true })),
        ...plain(trips.tripCountsQuery({ late: true })),
      ],
    },
    {
      name: 'dispatch',
      shown: [list(['dispatch', 'board', { when: 'all' }], loadBoard({})), ...plain(boardCountsQuery({}))],
    },
    {
      name: 'trip',
      shown: [
        ...plain(
          trips.tripQuery(tripId),
          trips.tripEventsQuery(tripId),
          trips.tripHistoryQuery(tripId),
          trips.rawTripQuery(tripId),
          trips.tripDriverActsQuery(tripId),
          standingQuery(tripId),
          proposalsQuery,
        ),
      ],
    },
    {
      name: 'trip tabs',
      shown: plain(
        dispatch.tripDispatchesQuery(tripId),
        dispatch.tripAnswerQuery(tripId),
        tripBookingsQuery(tripId),
        documents.tripFilesQuery(tripId),
        charges.tripCostsQuery(tripId),
        carrierLinksQuery(tripId),
        papersQuery({ type: 'trip', id: tripId }),
        mailsQuery({ type: 'trip', id: tripId }),
        tripTemperatureQuery(tripId),
      ),
    },
    { name: 'optimisations', shown: [list(['optimisations', 'list'], loadOptimisations), ...plain(combinationsQuery)] },
  ]
}

function orderPages(orderIds: readonly string[]): PageUnderTest[] {
  return [
    {
      name: 'orders',
      shown: [list(['orders', 'list', {}], orders.loadOrders({})), ...plain(orders.orderCountsQuery({}))],
    },
    {
      name: 'orders to plan',
      shown: [
        list(['orders', 'list', { status: 'TO_PLAN' }], orders.loadOrders({ status: 'TO_PLAN' })),
        ...plain(orders.orderCountsQuery({ status: 'TO_PLAN' }), savedViewsQuery('orders'), orderReferenceQuery),
      ],
    },
    ...orderIds.flatMap((id): PageUnderTest[] => [
      {
        name: `order ${id}`,
        shown: plain(
          orders.orderRecordQuery(id),
          orderEventsQuery(id),
          orderHistoryQuery(id),
          orderExportQuery(id),
          orderTripsQuery(id),
          orderScansQuery(id),
          orderCreditQuery(id),
        ),
      },
      {
        name: `order tabs ${id}`,
        shown: plain(
          documents.orderFilesQuery(id),
          charges.orderChargesQuery(id),
          trackingLinksQuery(id),
          papersQuery({ type: 'order', id }),
          mailsQuery({ type: 'order', id }),
          orderTemperatureQuery(id),
        ),
      },
    ]),
    {
      name: 'uploads',
      shown: timed([log(['uploads', 'list', {}], uploads.loadUploads({})), ...plain(uploads.uploadCountsQuery({}))]),
    },
    {
      name: 'events',
      shown: [
        list(['events', 'list', {}], events.loadEvents({})),
        ...plain(events.eventCountsQuery({}), events.logEndQuery({})),
      ],
    },
    {
      name: 'proofs',
      shown: [...pages(proofsQuery('WITHOUT'), proofsQuery('TO_REVIEW')), ...plain(documents.proofsToReviewQuery)],
    },
    {
      name: 'documents',
      shown: [
        list(['documents', 'list', {}], documents.loadDocuments({})),
        ...plain(documents.documentCountsQuery({})),
      ],
    },
    {
      name: 'messages',
      shown: timed([
        log(['messages', 'list', {}], messages.loadMessages({})),
        ...plain(messages.messageCountsQuery({})),
      ]),
    },
    {
      name: 'inbox',
      shown: timed([
        log(['messages', 'inbox', {}], messages.loadInbox({})),
        ...plain(messages.itemCountsQuery({}), messages.inboxCountsQuery),
      ]),
    },
    {
      name: 'deliveries',
      shown: timed([
        list(['deliveries', 'list', {}], deliveries.loadDeliveries({})),
        ...plain(deliveries.deliveryCountsQuery({}), subscriptionsQuery),
      ]),
    },
  ]
}

function recordPages({
  company: { companyId },
  resources: { resourceId, resourceGroupId },
  locationId,
  documents: paper,
  uploadId,
}: Victim): PageUnderTest[] {
  return [
    {
      name: 'companies',
      shown: [list(['companies', 'list', {}], companies.loadCompanies({})), ...plain(companies.companyCountsQuery({}))],
    },
    {
      name: 'company',
      shown: plain(
        companies.companyQuery(companyId),
        companies.companyValiditiesQuery(companyId),
        companies.companyDocumentsQuery(companyId),
        companies.companyHistoryQuery(companyId),
        companies.companyOrdersQuery(companyId),
        companies.carrierTermsQuery(companyId),
        portalLinksQuery(companyId),
        mailChoicesQuery(companyId),
      ),
    },
    {
      name: 'resources',
      shown: [
        list(['resources', 'list', {}], resources.loadResources({})),
        ...plain(resources.resourceCountsQuery({})),
      ],
    },
    {
      name: 'resource',
      shown: plain(
        resources.resourceQuery(resourceId),
        resources.allocationsQuery(resourceId),
        resources.resourceValiditiesQuery(resourceId),
        resources.resourceTripsQuery(resourceId),
        resources.resourceDocumentsQuery(resourceId),
        resources.resourceHistoryQuery(resourceId),
        unavailabilitiesQuery(resourceId),
      ),
    },
    {
      name: 'calendar',
      shown: plain(
        calendarQuery(Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-03-29T00:00:00Z')),
        driversOfDayQuery('2026-03-02'),
      ),
    },
    { name: 'groups', shown: plain(allGroupsQuery, membersQuery(resourceGroupId)) },
    {
      name: 'locations',
      shown: [
        list(['locations', 'list', {}], locations.loadLocations({})),
        ...plain(locations.locationCountsQuery({}), locations.unclearPlacesQuery),
        ...plain(locations.placeQuestionsQuery({ city: 'Halle', postal_code: null, country: 'DE' })),
      ],
    },
    {
      name: 'location',
      shown: plain(
        locations.locationQuery(locationId),
        locations.usesQuery(locationId),
        locations.locationHistoryQuery(locationId),
        locations.fenceQuery(locationId),
      ),
    },
    { name: 'document', shown: plain(documents.documentQuery(paper.documentId)) },
    { name: 'upload', shown: plain(uploads.uploadQuery(uploadId)) },
  ]
}

/** Pages of one driver, and the hours of all drivers. */
function driverPages(driverId: string, from: number): PageUnderTest[] {
  return [
    {
      name: 'driver',
      shown: plain(
        resources.resourceQuery(driverId),
        resources.resourceTripsQuery(driverId),
        resources.resourceStateQuery(driverId),
        resources.resourceHistoryQuery(driverId),
        resources.driverHoursQuery(driverId),
        resources.driverLinksQuery(driverId),
      ),
    },
    {
      name: 'payroll',
      shown: plain(hoursQuery(new Date(from).toISOString().slice(0, 7), 'MONTH'), payrollSettingsQuery),
    },
  ]
}

/** Pages of shared documents, and one message in each direction. */
function sharedPages({ documents: { documentId }, delivery, message }: Victim): PageUnderTest[] {
  return [
    { name: 'shared documents', shown: [...plain(documentLinksQuery(documentId)), ...pages(sharedLinksQuery('ALL'))] },
    {
      name: 'message',
      shown: plain(
        messages.messageQuery(message.messageId),
        messages.itemQuery(message.inboxItemId),
        deliveries.deliveryQuery(delivery.eventId, delivery.subscriptionId),
        events.eventQuery(delivery.eventId),
      ),
    },
  ]
}

/** Queries of the shell on every page. */
export const frame: readonly Shown[] = plain(countsQuery)
