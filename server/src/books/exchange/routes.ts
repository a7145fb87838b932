import * as contract from '@cartage/contract/books/app'
import { createExchangeRate, listExchangeRates } from '@cartage/contract/books/endpoints'
import { byCaller } from '../../audit/rules.ts'
import { walkList } from '../../http/page.ts'
import { type Server, serve } from '../../http/serve.ts'
import { importEcbRates, setExchangeRate } from './commands.ts'
import { readOneWay, readRate } from './rules.ts'
import { exchangeRateOutput, listExchangeRateRecords, listExchangeRateRows } from './views.ts'

/** Binds the endpoints of exchange rates. */
export function serveExchangeRates(server: Server): void {
  const { ctx } = server
  serve(server, listExchangeRates, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, listExchangeRates.id, query)
    const rows = await inTenant((tx) => listExchangeRateRows(tx, walk.filters, walk.after, walk.limit))
    const page = walk.page(rows, ({ rate_date, exchange_rate_id }) => [rate_date, exchange_rate_id])
    return { items: page.items.map(exchangeRateOutput), next_cursor: page.next_cursor }
  })
  serve(server, createExchangeRate, async ({ caller, requestId, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await setExchangeRate(ctx, command, readRate(body), 'API')
  })
  serve(server, contract.listExchangeRateRecords, async ({ query, inTenant }) =>
    inTenant((tx) => listExchangeRateRecords(tx, query)),
  )
  serve(server, contract.setExchangeRate, async ({ caller, requestId, body }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await setExchangeRate(ctx, command, readOneWay(body), 'MANUAL')
  })
  serve(server, contract.importExchangeRates, async ({ caller, requestId, body: { csv, ...filter } }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return await importEcbRates(ctx, command, csv, filter)
  })
}
