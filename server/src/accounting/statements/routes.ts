import { readBankStatement } from '@cartage/contract/accounting/app/statements'
import { type Server, serve } from '../../http/serve.ts'
import { readCamt } from './camt.rules.ts'
import { mostLines, unreadable } from './line.rules.ts'
import { matchLines } from './match.rules.ts'
import { readMt940 } from './mt940.rules.ts'
import { payableInvoices } from './views.ts'

/** Binds the matching of bank statements. Nothing is stored. */
export function serveStatements(server: Server): void {
  serve(server, readBankStatement, async ({ body: { text }, inTenant }) => {
    const isXml = /^\s*(\u{feff})?\s*</u.test(text)
    const lines = isXml ? readCamt(text) : readMt940(text)
    if (lines.length > mostLines) throw unreadable('The statement has more than 5,000 entries. Export fewer days.')
    const days = lines.map(({ booked_on: day }) => day).sort()
    const invoices = await inTenant((tx) => payableInvoices(tx, days[0] ?? '0001-01-01', days.at(-1) ?? '0001-01-01'))
    return { format: isXml ? ('CAMT053' as const) : ('MT940' as const), lines: matchLines(lines, invoices) }
  })
}
