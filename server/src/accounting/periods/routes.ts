import * as contract from '@cartage/contract/accounting/app/periods'
import { byCaller } from '../../audit/rules.ts'
import { nextOpenMonth } from '../../books/periods/store.ts'
import { itself } from '../../http/each.ts'
import { type Server, serve } from '../../http/serve.ts'
import { carryOver } from './commands.ts'
import { listUnposted } from './views.ts'

/** Binds the list of what keeps a month open, and carrying documents over. */
export function serveUnposted(server: Server): void {
  const { ctx } = server
  serve(server, contract.listUnpostedDocuments, ({ query, inTenant, render }) =>
    inTenant(async (tx) => ({
      ...(await listUnposted(tx, query, render)),
      carry_over_to: await nextOpenMonth(tx, query.billing_entity_id, query.month),
    })),
  )
  serve(server, contract.carryOverDocuments, async ({ caller, requestId, body, doEach }) => ({
    items: await doEach(body.ids, itself, (id) => carryOver(ctx, caller.tenantId, byCaller(caller, requestId), id)),
  }))
}
