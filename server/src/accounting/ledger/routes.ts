import * as contract from '@cartage/contract/accounting/app/ledger'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { exportLedger, readExport } from './export.commands.ts'
import { listExports } from './export.store.ts'
import { findEntry } from './rows.views.ts'

/** Binds the endpoints of the ledger. */
export function serveLedger(server: Server): void {
  const { ctx } = server
  serve(server, contract.getLedgerEntry, async ({ params, inTenant }) => {
    const entry = await inTenant((tx) => findEntry(tx, params.invoice_id))
    if (!entry) throw new Problem('not_found')
    return entry
  })
  serve(server, contract.listLedgerExports, ({ query, inTenant }) => inTenant((tx) => listExports(tx, query)))
  serve(server, contract.createLedgerExport, async ({ caller, requestId, body }) => {
    const { billing_entity_id: id, profile, from, to } = body
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    return (await exportLedger(ctx, command, { entity: { id }, profile, from, to })).record
  })
  serve(server, contract.downloadLedgerExport, async ({ params, inTenant, reply }) => {
    const file = await inTenant((tx) => readExport(tx, params.ledger_export_id))
    await reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(file.text)
    return undefined
  })
}
