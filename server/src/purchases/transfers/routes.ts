import type { Sentence } from '@cartage/contract/message'
import * as operations from '@cartage/contract/purchases/app/transfers'
import { byCaller } from '../../audit/rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { confirmTransferFile, createTransferFile, readTransferFile, takeBackTransferFile } from './commands.ts'
import { plainId, transferFileText } from './file.format.ts'
import { accountOf, faultOfPayable, referenceOf } from './payable.rules.ts'
import { faultOfCredit } from './set-off.rules.ts'
import { findTransferFile, listOpenCredits, listPayable, listTransferFiles, shownFile } from './views.ts'

/** Binds payments to suppliers by credit transfer files. */
export function serveTransfers(server: Server): void {
  const { ctx } = server
  serve(server, operations.listPayablePurchases, async ({ query, inTenant, render }) => {
    const payables = await inTenant((tx) => listPayable(tx, query.billing_entity_id))
    const notes = await inTenant((tx) => listOpenCredits(tx, query.billing_entity_id))
    const rendered = (fault: Sentence | undefined) => (fault === undefined ? null : render(fault))
    const items = payables.map((payable) => {
      const { invoice_id, external_name, name, company_id, company_name, billing_entity_id, due_date, currency, open } =
        payable
      return {
        ...{ invoice_id, external_name, name, company_id, company_name, billing_entity_id, due_date, currency },
        ...{ open: amountText(decimal(open), currency), account: accountOf(payable), reference: referenceOf(payable) },
        fault: rendered(faultOfPayable(payable)),
      }
    })
    const credits = notes.map((note) => {
      const { in_file: _file, ...shown } = note
      return { ...shown, fault: rendered(faultOfCredit(note)) }
    })
    return { items, credits }
  })
  serve(server, operations.listTransferFiles, async ({ inTenant }) => ({ items: await inTenant(listTransferFiles) }))
  serve(server, operations.createTransferFile, async (call) => {
    const id = await createTransferFile(ctx, commandOf(call), call.body)
    return await call.inTenant((tx) => fileOf(tx, id))
  })
  serve(server, operations.openTransferFile, async ({ params, inTenant, reply }) => {
    const file = await inTenant((tx) => readTransferFile(tx, params.transfer_file_id))
    await reply
      .header('content-type', 'application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="transfers-${plainId(file.transfer_file_id)}.xml"`)
      .header('cache-control', 'private, no-store')
      .send(transferFileText(file))
    return undefined
  })
  serve(server, operations.takeBackTransferFile, async (call) => {
    await takeBackTransferFile(ctx, commandOf(call), call.params.transfer_file_id)
    return await call.inTenant((tx) => fileOf(tx, call.params.transfer_file_id))
  })
  serve(server, operations.confirmTransferFile, async (call) => {
    await confirmTransferFile(ctx, commandOf(call), call.params.transfer_file_id, call.body.paid_on)
    return await call.inTenant((tx) => fileOf(tx, call.params.transfer_file_id))
  })
}

function commandOf({ caller, requestId }: Pick<Call<typeof operations.createTransferFile>, 'caller' | 'requestId'>) {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}

async function fileOf(tx: Tx, id: string) {
  return shownFile((await findTransferFile(tx, id))!)
}
