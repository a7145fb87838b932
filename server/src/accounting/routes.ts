import type { Server } from '../http/serve.ts'
import { serveMoneyChecks } from './checks/routes.ts'
import { serveMoneyIssues } from './home/routes.ts'
import { serveLedger } from './ledger/routes.ts'
import { servePayments } from './payments/routes.ts'
import { serveUnposted } from './periods/routes.ts'
import { serveReceivables } from './receivables/routes.ts'
import { serveReminders } from './reminders/routes.ts'
import { serveStatements } from './statements/routes.ts'
import { serveSummary } from './summary/routes.ts'
import { serveTasks } from './tasks/routes.ts'
import { serveTaskScreens } from './tasks/screens.routes.ts'

/** Binds the endpoints of accounting: tasks, payments, the ledger and receivables. */
export function serveAccounting(server: Server): void {
  serveTasks(server)
  serveTaskScreens(server)
  servePayments(server)
  serveLedger(server)
  serveSummary(server)
  serveStatements(server)
  serveUnposted(server)
  serveReceivables(server)
  serveReminders(server)
  serveMoneyIssues(server)
  serveMoneyChecks(server)
}
