import type { Context } from '../../context.ts'
import { deliveryOf } from '../../deliveries/directed.views.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { setEInvoicing } from '../records/store.ts'
import { failureOf, registrationIn } from './access-point.rules.ts'
import { finishSending, sendingForUpdate } from './store.ts'

/** Seconds until a delivery without a result is checked again. */
const lookAgainSeconds = 3_600

/**
 * Records the result of a delivery to the access point (BILL-34): SENT only if accepted, with its registration; FAILED
 * with the reason after the last attempt. A delivery that is accepted on a later repeat is SENT too.
 */
export async function followSending(
  _ctx: Context,
  { payload, finishing }: Job<'billing.follow_sending'>,
): Promise<void> {
  const { sending_id } = payload
  await finishing(async (tx) => {
    const sending = await sendingForUpdate(tx, sending_id)
    const isOpen = sending?.status === 'STARTED' || (sending?.status === 'FAILED' && sending.finished_by === null)
    if (!isOpen || sending.channel !== 'ACCESS_POINT') return
    const [delivery] = await deliveryOf(tx, [sending_id])
    if (delivery?.state === 'PENDING') {
      return await enqueue(tx, 'billing.follow_sending', { sending_id }, { inSeconds: lookAgainSeconds })
    }
    if (delivery?.state !== 'DELIVERED') {
      const failure = failureOf(delivery ?? { reason: 'removed', last_answer: null })
      return await finishSending(tx, sending_id, { status: 'FAILED', failure })
    }
    await finishSending(tx, sending_id, { status: 'SENT', failure: null })
    const registration = registrationIn(delivery.last_answer?.body ?? '')
    if (registration) await setEInvoicing(tx, sending.invoice_id, registration)
  })
}
