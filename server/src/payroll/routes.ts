import {
  exportPayrollHours,
  getPayrollHours,
  getPayrollSettings,
  putPayrollSettings,
} from '@cartage/contract/payroll/app'
import { byCaller } from '../audit/rules.ts'
import { type NamedColumns, sendCsv } from '../http/csv.ts'
import { renderIn } from '../http/language.ts'
import { type Server, serve } from '../http/serve.ts'
import { noteDownload, setSettings } from './commands.ts'
import { columnNames } from './file.format.ts'
import { readSettings } from './settings.views.ts'
import { readHours } from './views.ts'

const separators = { COMMA: ',', SEMICOLON: ';', TAB: '\t' } as const

/** Registers the payroll routes for driver hours. */
export function servePayroll(server: Server): void {
  const { ctx } = server
  serve(server, getPayrollHours, async ({ query, render, inTenant }) =>
    inTenant((tx) => readHours(ctx, tx, query, query.language ? renderIn(query.language) : render)),
  )
  serve(server, exportPayrollHours, async ({ caller, requestId, query, render, inTenant, reply }) => {
    const renderer = query.language ? renderIn(query.language) : render
    const { headings, items, settings } = await inTenant(async (tx) => {
      const hours = await readHours(ctx, tx, query, renderer)
      await noteDownload(tx, byCaller(caller, requestId), query, hours)
      return hours
    })
    const columns: NamedColumns<readonly string[]> = headings.map((heading, at) => [heading, (cells) => cells[at]])
    async function* rows() {
      yield items.map(({ cells }) => cells)
    }
    return await sendCsv(reply, `hours-${query.month}`, columns, rows(), separators[settings.separator])
  })
  serve(server, getPayrollSettings, async ({ render, inTenant }) => ({
    settings: await inTenant(readSettings),
    names: columnNames(render),
  }))
  serve(server, putPayrollSettings, async ({ caller, requestId, body }) =>
    setSettings(ctx, { tenantId: caller.tenantId, by: byCaller(caller, requestId) }, body),
  )
}
