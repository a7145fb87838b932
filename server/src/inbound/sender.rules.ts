import type { By } from '../audit/rules.ts'
import type { InboundMessage } from '../messages/rules.ts'

type Sender = Pick<InboundMessage, 'actor' | 'credentialId' | 'requestId'>

/** Author of changes by a message: its webhook credentials, unless it has another sender. */
export function bySender({ actor, credentialId, requestId }: Sender): By {
  return { actor: actor ?? { kind: 'webhook', id: credentialId }, requestId }
}
