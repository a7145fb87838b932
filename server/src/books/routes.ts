import { tryTaxRules } from '@cartage/contract/books/app/tax-trial'
import { getLedgerAccount, getTaxRate, listLedgerAccounts, listTaxRates } from '@cartage/contract/books/endpoints'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { serveExchangeRates } from './exchange/routes.ts'
import type { PeriodContent } from './periods/commands.ts'
import { servePeriods } from './periods/routes.ts'
import { taxAnswer, taxFacts } from './tax-answer.rules.ts'
import { chooseTaxRate } from './tax-rates.rules.ts'
import { findAccount, findEntityCountry, findTaxRate, listAccountRows, listTaxRateRows, loadTaxRates } from './views.ts'

/**
 * Binds the endpoints of the books.
 * @param content callbacks of the features that book
 */
export function serveBooks(server: Server, content: PeriodContent): void {
  serveAccounts(server)
  serveTaxRates(server)
  serveExchangeRates(server)
  servePeriods(server, content)
}

function serveAccounts(server: Server): void {
  serve(server, listLedgerAccounts, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listLedgerAccounts.id, query)
    const rows = await inTenant((tx) => listAccountRows(tx, walk.filters, walk.after, walk.limit))
    return walk.page(rows, ({ created_key, id }) => [created_key, id])
  })
  serve(server, getLedgerAccount, async ({ params, inTenant }) => {
    const account = await inTenant((tx) => findAccount(tx, params.id))
    if (!account) throw new Problem('not_found')
    return account
  })
}

function serveTaxRates(server: Server): void {
  serve(server, listTaxRates, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listTaxRates.id, query)
    const rows = await inTenant((tx) => listTaxRateRows(tx, walk.filters, walk.after, walk.limit))
    return walk.page(rows, ({ created_key, id }) => [created_key, id])
  })
  serve(server, getTaxRate, async ({ params, inTenant }) => {
    const rate = await inTenant((tx) => findTaxRate(tx, params.id))
    if (!rate) throw new Problem('not_found')
    return rate
  })
  serve(server, tryTaxRules, async ({ body, inTenant, render }) =>
    inTenant(async (tx) => {
      const country = await findEntityCountry(tx, body.billing_entity_id)
      if (country === undefined) throw new Problem('not_found')
      const rows = await loadTaxRates(tx, body.billing_entity_id, body.invoice_type)
      return taxAnswer(chooseTaxRate(taxFacts(body, country), rows), render)
    }),
  )
}
