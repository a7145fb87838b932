import { listReminders, sendReminders } from '@cartage/contract/accounting/app/reminders'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { proposeReminders, sendReminder } from './commands.ts'

/** Binds reminders of overdue invoices. */
export function serveReminders(server: Server): void {
  const { ctx } = server
  serve(server, listReminders, ({ query, inTenant }) => inTenant((tx) => proposeReminders(ctx, tx, query.company_id)))
  serve(server, sendReminders, async ({ caller, requestId, body, doEach }) => {
    const command = { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
    const idOf = ({ invoice_id }: { invoice_id: string }) => invoice_id
    return { items: await doEach(body.items, idOf, (item) => sendReminder(ctx, command, item)) }
  })
}
