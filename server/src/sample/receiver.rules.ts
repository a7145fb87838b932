import { sampleCarriers } from '../../../seeds/companies.ts'

/** Where the sample receiver is on this server. */
export const sampleReceiverPath = '/sample-receiver'

/** How a receiver of the sample world answers. */
export interface SampleAnswer {
  status: number
  body: Record<string, unknown>
  /** How long it takes to answer: longer than a sender waits. */
  delay_ms?: number
}

/** The receiver of a living world that often does not answer in time. */
export const slowReceiver = 'slow-platform'
/** Longer than a sender waits for the first byte. */
const tooLongMs = 20_000

/** Where a carrier of the sample world takes trips. */
export function carrierPath(name: string): string {
  return `carrier-${name.toLowerCase().replaceAll(' ', '-')}`
}

/** This one has no truck left: it reads every trip and says no (DISP-4). */
const fullCarrier = carrierPath(sampleCarriers[2]!)

/**
 * What the receiver of the sample world says to a message. `old-erp` rejects everything and one carrier every trip,
 * `slow-platform` often takes too long; the others take all but a few, which they take at the second or third attempt.
 * @param attempts how often this message came, from 1
 */
export function decideAnswer(name: string, messageId: string, attempts: number): SampleAnswer {
  if (name === 'old-erp')
    return { status: 422, body: { error: 'unknown message type ORDER_STATUS, expected STATUS_V1' } }
  if (name === fullCarrier) return { status: 200, body: { errors: [{ message: 'no truck is free on this day' }] } }
  const digit = Number.parseInt(messageId.replaceAll('-', '').slice(-2), 16)
  if (name === slowReceiver && digit < 60 && attempts < 2) {
    return { status: 504, body: {}, delay_ms: tooLongMs }
  }
  // Six in a hundred fail once, two of them twice.
  if (digit < 5 && attempts < 3) return { status: 503, body: { error: 'database is being backed up, try again' } }
  if (digit < 15 && attempts < 2) return { status: 500, body: { error: 'lock wait timeout exceeded' } }
  return { status: 200, body: { received: messageId } }
}
