import { runMoneyChecks } from './checks.ts'
import { getMoneyIssues } from './home.ts'
import { createLedgerExport, downloadLedgerExport, getLedgerEntry, listLedgerExports } from './ledger.ts'
import { createPayment, listPayments, reversePayment } from './payments.ts'
import { carryOverDocuments, listUnpostedDocuments } from './periods.ts'
import { exportReceivables, getCreditFigure, getOrderCredit, listReceivables } from './receivables.ts'
import { listReminders, sendReminders } from './reminders.ts'
import { readBankStatement } from './statements.ts'
import { downloadPeriodFile, getPeriodSummary } from './summary.ts'
import {
  countTasks,
  exportTasks,
  getTaskRecord,
  listTasks,
  requestPosting,
  retryTasks,
  setTaskStatus,
} from './tasks.ts'

/** What our own application calls of accounting. */
export const accountingEndpoints = {
  getMoneyIssues,
  runMoneyChecks,
  listTasks,
  countTasks,
  exportTasks,
  getTaskRecord,
  retryTasks,
  setTaskStatus,
  requestPosting,
  listPayments,
  createPayment,
  reversePayment,
  readBankStatement,
  listUnpostedDocuments,
  carryOverDocuments,
  getLedgerEntry,
  listLedgerExports,
  createLedgerExport,
  downloadLedgerExport,
  getPeriodSummary,
  downloadPeriodFile,
  listReceivables,
  exportReceivables,
  getCreditFigure,
  getOrderCredit,
  listReminders,
  sendReminders,
}
