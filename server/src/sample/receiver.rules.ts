import { sampleCarriers } from '../../../seeds/companies.ts'

/** Path of the sample receiver on this server. */
export const sampleReceiverPath = '/sample-receiver'

/** How a receiver of the sample world answers. */
export interface SampleAnswer {
  status: number
  body: Record<string, unknown>
  /** Delay of the answer, beyond the timeout of the sender. */
  delay_ms?: number
}

/** A receiver that often does not answer in time. */
export const slowReceiver = 'slow-platform'
/** Beyond a sender's timeout for the first byte. */
const tooLongMs = 20_000

/** Path to which trips of a sample carrier are dispatched. */
export function carrierPath(name: string): string {
  return `carrier-${name.toLowerCase().replaceAll(' ', '-')}`
}

/** This carrier has no truck left: it reads every trip and declines it (DISP-4). */
const fullCarrier = carrierPath(sampleCarriers[2]!)

/**
 * Answer of the sample receiver to a message. `old-erp` rejects everything and one carrier every trip, `slow-platform`
 * often takes too long; the others accept nearly all at once and a few at the second or third attempt.
 * @param attempts how often this message arrived, from 1
 */
export function decideAnswer(name: string, messageId: string, attempts: number): SampleAnswer {
  if (name === 'old-erp')
    return { status: 422, body: { error: 'unknown message type ORDER_STATUS, expected STATUS_V1' } }
  if (name === fullCarrier) return { status: 200, body: { errors: [{ message: 'no truck is free on this day' }] } }
  const digit = Number.parseInt(messageId.replaceAll('-', '').slice(-2), 16)
  if (name === slowReceiver && digit < 60 && attempts < 2) {
    return { status: 504, body: {}, delay_ms: tooLongMs }
  }
  // Six in a hundred fail once, two of them a second time.
  if (digit < 5 && attempts < 3) return { status: 503, body: { error: 'database is being backed up, try again' } }
  if (digit < 15 && attempts < 2) return { status: 500, body: { error: 'lock wait timeout exceeded' } }
  return { status: 200, body: { received: messageId } }
}
