import type { By } from '../audit/rules.ts'
import type { InboundMessage } from '../messages/rules.ts'

/** On whose behalf a message changes records: its webhook credentials. */
export function bySender({ credentialId, requestId }: Pick<InboundMessage, 'credentialId' | 'requestId'>): By {
  return { actor: { kind: 'webhook', id: credentialId }, requestId }
}
