import { dismissPlanChanges as contractDismiss } from '@cartage/contract/orders/app/plan-changes'
import {
  exportOrderRecord,
  getOrderRecord,
  listOrderEvents,
  listOrderHistory,
} from '@cartage/contract/orders/app/record'
import { byCaller } from '../../audit/rules.ts'
import { listTrail } from '../../audit/views.ts'
import { shownTo } from '../../auth/personal.rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { dismissPlanChanges } from '../planned/commands.ts'
import { readOrderExport } from './export.views.ts'
import { listEventsOfOrder, mostShown, readOrderRecord } from './page.views.ts'
import { getOrderRow } from './row.views.ts'

/** Serves one order for its page and its panel. */
export function serveOrderRecord(server: Server): void {
  serve(server, getOrderRecord, async ({ caller, params, inTenant }) =>
    shownTo(caller, await inTenant((tx) => readOrderRecord(tx, params.order_id, server.ctx.now().getTime()))),
  )
  serve(server, listOrderEvents, async ({ params, inTenant }) => ({
    items: await inTenant((tx) => listEventsOfOrder(tx, params.order_id)),
  }))
  serve(server, listOrderHistory, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await getOrderRow(tx, params.order_id, null)
      const entity = { type: 'order', id: params.order_id }
      return { items: await listTrail(tx, { entity }, { before: undefined, limit: mostShown }) }
    }),
  )
  serve(server, contractDismiss, async ({ caller, requestId, params, body }) => ({
    changed: await dismissPlanChanges(server.ctx, {
      tenantId: caller.tenantId,
      by: byCaller(caller, requestId),
      orderId: params.order_id,
      changeIds: body.change_ids,
    }),
  }))
  serve(server, exportOrderRecord, async ({ params, inTenant }) =>
    inTenant((tx) => readOrderExport(tx, params.order_id, null)),
  )
}
