import type { Server } from '../http/serve.ts'
import { serveCreations } from './creation/routes.ts'
import { serveDrafts } from './drafts/routes.ts'
import { servePreferences } from './preferences/routes.ts'
import { serveInvoiceRecords } from './records/routes.ts'
import { serveRuns } from './runs/routes.ts'
import { serveSendings } from './sendings/routes.ts'

/**
 * Binds the endpoints of invoices and credit notes: billing preferences, drafts, runs, and documents created by
 * programs.
 */
export function serveBilling(server: Server): void {
  servePreferences(server)
  serveInvoiceRecords(server)
  serveDrafts(server)
  serveRuns(server)
  serveSendings(server)
  serveCreations(server)
}
