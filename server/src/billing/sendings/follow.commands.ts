import type { Context } from '../../context.ts'
import { deliveryOf } from '../../deliveries/directed.views.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { setEInvoicing } from '../records/store.ts'
import { failureOf, registrationIn } from './access-point.rules.ts'
import { finishSending, sendingForUpdate } from './store.ts'

/** Seconds until a delivery that has not ended is looked at again. */
const lookAgainSeconds = 3_600

/**
 * Writes how the delivery to an access point ended (BILL-34): SENT only when it was accepted, with the registration it
 * answered; FAILED with the reason after the last attempt. A delivery that was repeated and accepted later is SENT as well.
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
