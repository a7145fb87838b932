import { downloadPeriodFile, getPeriodSummary } from '@cartage/contract/accounting/app/summary'
import { msg } from '@cartage/contract/message'
import { amountText, decimal } from '../../books/money.rules.ts'
import { sendCsv, walk } from '../../http/csv.ts'
import { languageOf, type Render } from '../../http/language.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { peoplesFormat } from '../../languages/peoples-files.ts'
import { columnsOf } from './file.rules.ts'
import { summaryOf } from './rules.ts'
import { type JournalLine, type Period, readJournal, readSummary } from './views.ts'

/** Binds the summary of bookings in a period, on the screen and as files for people. */
export function serveSummary(server: Server): void {
  const { ctx } = server
  const read = async (tenantId: string, period: Period) => {
    const found = await ctx.db.asTenant(tenantId, (tx) => readSummary(tx, period))
    if (!found) throw new Problem('not_found')
    return summaryOf(found)
  }
  serve(server, getPeriodSummary, ({ caller, query }) => read(caller.tenantId, query))
  serve(server, downloadPeriodFile, async ({ caller, query, request, render, reply }) => {
    const { file, ...period } = query
    const summary = await read(caller.tenantId, period)
    const format = peoplesFormat(languageOf(request))
    const columns = columnsOf(format, render)
    const name = `${nameOf(file, render)} ${period.from} ${period.to}`
    if (file === 'VAT') return sendCsv(reply, name, columns.vat, atOnce(summary.vat), format.delimiter)
    if (file === 'ACCOUNTS') return sendCsv(reply, name, columns.accounts, atOnce(summary.accounts), format.delimiter)
    const lines = walk<JournalLine, JournalLine>(async (after) => {
      const rows = await ctx.db.asTenant(caller.tenantId, (tx) => readJournal(tx, period, after))
      return { rows: rows.map((row) => inDigits(row, summary.currency)), next: rows.at(-1) }
    })
    return sendCsv(reply, name, columns.journal, lines, format.delimiter)
  })
}

/** Formats amounts with the digits of the accounting currency. */
function inDigits(row: JournalLine, currency: string): JournalLine {
  const text = (amount: string) => amountText(decimal(amount), currency)
  return { ...row, debit: text(row.debit), credit: text(row.credit) }
}

function nameOf(file: 'JOURNAL' | 'VAT' | 'ACCOUNTS', render: Render): string {
  const message = { JOURNAL: msg`Journal`, VAT: msg`VAT`, ACCOUNTS: msg`Trial balance` }[file]
  // The name is sent in a header, so unsupported characters are removed.
  return render(message)
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '')
}

async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
