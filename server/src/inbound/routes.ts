import type { Server } from '../http/serve.ts'
import { serveBookingUpdates } from './bookings/routes.ts'
import { serveInboundDocuments } from './documents/routes.ts'
import { serveOrderUpdates } from './order-update/routes.ts'
import { serveStatusUpdates } from './status/routes.ts'
import { serveSuggestions } from './suggestions/routes.ts'
import { serveTracking } from './tracking.routes.ts'
import { serveTripImport } from './trip-import/routes.ts'

/**
 * Binds the inbound webhooks except order-import, which orders binds itself, and the suggestions for unmatched items.
 */
export function serveInbound(server: Server): void {
  // One line per file: status, trip import, bookings, order update, tracking, documents, suggestions.
  serveInboundDocuments(server)
  serveStatusUpdates(server)
  serveTripImport(server)
  serveBookingUpdates(server)
  serveOrderUpdates(server)
  serveTracking(server)
  serveSuggestions(server)
}
