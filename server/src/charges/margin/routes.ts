import { listMargin } from '@cartage/contract/charges/app/margin'
import { type Server, serve } from '../../http/serve.ts'
import { checkPeriod } from './rules.ts'
import { readMargin } from './views.ts'

/** Binds the margin page. */
export function serveMargin(server: Server): void {
  serve(server, listMargin, ({ query, inTenant }) => {
    checkPeriod(query)
    return inTenant((tx) => readMargin(tx, query))
  })
}
