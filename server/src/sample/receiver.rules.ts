/** Where the sample receiver is on this server. */
export const sampleReceiverPath = '/sample-receiver'

/** How a receiver of the sample world answers. */
export interface SampleAnswer {
  status: number
  body: Record<string, string>
}

/**
 * What the receiver of the sample world says to a message. `old-erp` refuses everything; the others take all but a few,
 * which they take at the second or third try.
 * @param tries how often this message came, from 1
 */
export function decideAnswer(name: string, messageId: string, tries: number): SampleAnswer {
  if (name === 'old-erp')
    return { status: 422, body: { error: 'unknown message type ORDER_STATUS, expected STATUS_V1' } }
  const digit = Number.parseInt(messageId.replaceAll('-', '').slice(-2), 16)
  // Six in a hundred fail once, two of them twice.
  if (digit < 5 && tries < 3) return { status: 503, body: { error: 'database is being backed up, try again' } }
  if (digit < 15 && tries < 2) return { status: 500, body: { error: 'lock wait timeout exceeded' } }
  return { status: 200, body: { received: messageId } }
}
