import { byOperator } from '../../audit/rules.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { agreeByTime } from './decide.commands.ts'

const hourSeconds = 3_600

/** Marks a self-billed document as agreed when the objection period is over, else checks again later. */
export const agreeSelfBilledByTime: JobHandler<'purchases.agree_by_time'> = async (ctx, { payload, finishing }) => {
  await finishing(async (tx) => {
    const isDone = await agreeByTime(ctx, tx, byOperator, payload.invoice_id)
    if (!isDone) await enqueue(tx, 'purchases.agree_by_time', payload, { inSeconds: hourSeconds })
  })
}
