import { statement } from '../../db/statement.ts'
import { pdf } from '../data/files.ts'
import { sendMessage } from '../data/messages.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** An unmatched message of the victim. */
export interface VictimMessage {
  messageId: string
  inboxItemId: string
}

const selectItem = statement(
  'testing.inbox_item_of_victim',
  'select i.inbox_item_id, i.message_id from inbox_item i where i.tenant_id = $1 order by i.created_at limit 1',
)

/** Sends the message, with `word` in every readable text. */
export async function createVictimMessage(
  server: TestServer,
  tenant: TestTenant,
  word: string,
): Promise<VictimMessage> {
  await sendMessage(server.app, tenant, {
    kind: 'document-import',
    query: { filename: `${word}.pdf`, document_type: 'ORIGINAL_CMR', customer_reference_number: word },
    headers: { 'content-type': 'application/pdf' },
    body: pdf(word),
  })
  const [item] = await tenant.asTenant((tx) => tx.query<{ inbox_item_id: string; message_id: string }>(selectItem))
  return { messageId: item!.message_id, inboxItemId: item!.inbox_item_id }
}

/** Requests for the message log and the inbox. */
export const messageCases = {
  pathIds: {
    message_id: { of: (victim: Victim) => victim.message.messageId },
    inbox_item_id: { of: (victim: Victim) => victim.message.inboxItemId },
  },
  plainQuery: ['search', 'kind', 'direction', 'result', 'from', 'to', 'status'],
  bodies: {
    tryInboxItem: [(_: string, victim: Victim) => ({ entity_type: 'order', entity_id: victim.orderId })],
    resolveInboxItem: [(_: string, victim: Victim) => ({ entity_type: 'order', entity_id: victim.orderId })],
    dismissInboxItem: [() => ({ reason: 'matrix' })],
  },
}
