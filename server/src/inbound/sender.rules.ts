import type { By } from '../audit/rules.ts'
import type { InboundMessage } from '../messages/rules.ts'

type Sender = Pick<InboundMessage, 'actor' | 'credentialId' | 'requestId'>

/** On whose behalf a message changes records: its webhook credentials, unless it came from someone else. */
export function bySender({ actor, credentialId, requestId }: Sender): By {
  return { actor: actor ?? { kind: 'webhook', id: credentialId }, requestId }
}
