import { randomUUID } from 'node:crypto'
import type { Victim } from './world.ts'

const file = (_: string, victim: Victim) => ({ remote_document: { upload_id: victim.documents.uploadId } })

/** Requests for the document webhooks: stops, orders and uploads of the victim. */
export const transportDocumentCases = {
  queryIds: {
    stop_id: { of: (victim: Victim) => victim.stopId, unknown: randomUUID() },
    stop_group_id: { of: (victim: Victim) => victim.stopId, unknown: randomUUID() },
    id: { of: (victim: Victim) => victim.orderId, unknown: randomUUID() },
  },
  plainQuery: ['question_path_key', 'filename', 'document_type', 'document_name', 'customer_reference_number', 'name'],
  bodies: {
    uploadSubcontractorDocument: [file],
    uploadFleetDocument: [file],
    importDocument: [file],
  },
}
