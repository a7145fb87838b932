import { holdReasons } from '@cartage/contract/orders/hold-reason'
import { bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { setHold } from '../../orders/hold.commands.ts'
import { creditFigure, overLimit } from './rules.ts'
import { findCredit, findPayer } from './views.ts'

/** Times that it is looked whether an order is rated by now, two seconds apart; then it counts without a price. */
const mostWaits = 30

/**
 * CREDIT-1: sets an order that was accepted against the credit limit of who pays it, once its price is known. Over it, it is put
 * on hold or noted, as the organisation has set; who releases it has decided, and it is not looked at again.
 */
export async function checkCreditQueued(ctx: Context, job: Job<'accounting.check_credit'>): Promise<void> {
  const { order_id, waited } = job.payload
  await job.finishing(async (tx) => {
    const order = await findPayer(tx, order_id)
    if (!order || order.is_blocked || !['TO_PLAN', 'PLANNED'].includes(order.status)) return
    if (order.is_due && waited < mostWaits) {
      await enqueue(tx, 'accounting.check_credit', { order_id, waited: waited + 1 }, { inSeconds: 2 })
      return
    }
    const credit = await findCredit(tx, order.payer_id, order_id)
    const what = credit && overLimit(creditFigure(credit))
    if (what === 'HOLD') await setHold(ctx, tx, bySystem, order_id, holdReasons.CREDIT_LIMIT)
    if (what !== 'WARN') return
    const about = { entity_type: 'order', entity_id: order_id, action: 'updated' } as const
    await recordChanges(tx, bySystem, [
      { ...about, before: { credit_limit: null }, after: { credit_limit: 'EXCEEDED' } },
    ])
  })
}
