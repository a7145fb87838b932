import { holdReasons } from '@cartage/contract/orders/hold-reason'
import { bySystem } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { setHold } from '../../orders/hold.commands.ts'
import { creditFigure, overLimit } from './rules.ts'
import { findCredit, findPayer } from './views.ts'

/** Maximum checks, two seconds apart, whether an order is rated. After that it counts without a price. */
const mostWaits = 30

/**
 * CREDIT-1: checks an accepted order against the payer's credit limit, once its price is known. If exceeded, it is put
 * on hold or gets a warning, as the tenant has configured. A release is final, without further checks.
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
