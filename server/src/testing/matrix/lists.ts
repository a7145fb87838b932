import { randomUUID } from 'node:crypto'
import type { Victim } from './world.ts'

/** Owner requests use a nonexistent id, because they could change the victim's record. */
function named(name: string, victim: Victim, id: string): string {
  return name === victim.orderIdentifier ? id : randomUUID()
}

type Body = (name: string, victim: Victim) => Record<string, unknown>

/** A body with an action on one record of the victim. */
function toOne(idOf: (victim: Victim) => string, deed: Record<string, unknown> = {}): Body {
  return (name, victim) => ({ ...deed, ids: [named(name, victim, idOf(victim))] })
}

const ofResource = ({ resources }: Victim) => resources.resourceId
const ofCompany = ({ company }: Victim) => company.companyId
const ofLocation = ({ locationId }: Victim) => locationId
const ofDocument = ({ documents }: Victim) => documents.documentId
const ofMessage = ({ message }: Victim) => message.messageId
const ofUpload = ({ uploadId }: Victim) => uploadId
const ofItem = ({ message }: Victim) => message.inboxItemId

/** Requests for bulk actions on the victim's records. */
export const listCases = {
  queryIds: {
    ids: { of: ofDocument, unknown: randomUUID() },
    order_id: { of: ({ orderId }: Victim) => orderId, unknown: randomUUID(), isFilter: true },
  },
  // Values, including ids, only filter the caller's own list.
  plainQuery: ['country', 'placing', 'subject_type', 'actor_id', 'action', 'source', 'sent_by', 'cause'],
  bodies: {
    changeResources: [
      toOne(ofResource, { action: 'archive' }),
      toOne(ofResource, { action: 'restore' }),
      (name: string, victim: Victim) => ({
        action: 'group',
        resource_group_id: victim.resources.resourceGroupId,
        ids: [named(name, victim, victim.resources.resourceId)],
      }),
    ],
    changeCompanies: [toOne(ofCompany, { action: 'block' }), toOne(ofCompany, { action: 'archive' })],
    changeLocations: [
      toOne(ofLocation, { action: 'archive' }),
      toOne(ofLocation, { action: 'restore' }),
      toOne(ofLocation, { action: 'merge', into: randomUUID() }),
    ],
    removeDocuments: [toOne(ofDocument)],
    retryUploads: [toOne(ofUpload)],
    retryUploadsOfCause: [() => ({ cause: 'No transport service has the code "MATRIX".' })],
    replayMessages: [toOne(ofMessage)],
    changeInboxItems: [toOne(ofItem, { action: 'retry' }), toOne(ofItem, { action: 'dismiss', reason: 'matrix' })],
  },
}
