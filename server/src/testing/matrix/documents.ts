import { randomUUID } from 'node:crypto'
import { createCompanyValidity, createResourceValidity } from '@cartage/contract/validities/endpoints'
import type { FastifyInstance } from 'fastify'
import { insertLink } from '../../documents/sharing/store.ts'
import { pdf, uploadDocument, uploadFile } from '../data/files.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's files and validities. */
export interface VictimDocuments {
  uploadId: string
  documentId: string
  /** Link to that document. */
  documentLinkId: string
  resourceValidityId: string
  companyValidityId: string
}

const start_time = '2026-01-01T00:00:00Z'

/** Creates the documents, with `word` in every readable text. */
export async function createVictimDocuments(
  app: FastifyInstance,
  tenant: TestTenant,
  owners: { resourceId: string; companyId: string },
  word: string,
): Promise<VictimDocuments> {
  const { resourceId: resource_id, companyId: company_id } = owners
  const file = { bytes: pdf(word), name: `${word}.pdf`, type: 'application/pdf' }
  const uploadId = await uploadFile(app, tenant, file)
  const document = { upload_id: uploadId, document_type: 'OTHER' as const, name: word }
  const reported = { start_time, external_id: word, description: word, documents: [document] }
  const ofResource = await tenant.call(createResourceValidity, {
    params: { resource_id },
    body: { ...reported, type: 'FUEL_CARD' },
  })
  const ofCompany = await tenant.call(createCompanyValidity, {
    params: { company_id },
    body: { ...reported, type: 'CARGO_INSURANCE' },
  })
  const documentId = await uploadDocument(app, tenant, file, { subject_type: 'COMPANY', subject_id: company_id })
  const now = new Date()
  const link = { linkId: randomUUID(), documentId, createdBy: null, now }
  const expires_at = new Date(now.getTime() + 86_400_000).toISOString()
  await tenant.asTenant((tx) => insertLink(tx, { ...link, expires_at }))
  return {
    uploadId,
    documentId,
    documentLinkId: link.linkId,
    resourceValidityId: ofResource.id,
    companyValidityId: ofCompany.id,
  }
}

/** A file to upload. */
export function form(): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(pdf('matrix'))], { type: 'application/pdf' }), 'matrix.pdf')
  return data
}

const validity = (type: string) => (_: string, victim: Victim) => ({
  start_time,
  type,
  documents: [{ upload_id: victim.documents.uploadId, document_type: 'OTHER', name: 'matrix.pdf' }],
})
const ofResource = (victim: Victim) => victim.documents.resourceValidityId
const ofCompany = (victim: Victim) => victim.documents.companyValidityId

/** Requests for the endpoints of documents and validities. */
export const documentCases = {
  idsByPath: {
    '/document/{id}/download': (victim: Victim) => victim.documents.documentId,
    '/documents/shared/{id}': (victim: Victim) => victim.documents.documentId,
    '/resource/{resource_id}/validity/{id}': ofResource,
    '/resource/{resource_id}/validity/{id}/documents': ofResource,
    '/company/{company_id}/validity/{id}': ofCompany,
    '/company/{company_id}/validity/{id}/documents': ofCompany,
  },
  pathIds: { document_link_id: { of: (victim: Victim) => victim.documents.documentLinkId } },
  queryIds: {
    before: { of: (victim: Victim) => victim.documents.documentLinkId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: ['direct', 'start_time', 'end_time', 'tenant', 'expires', 'link', 'signature'],
  bodies: {
    uploadDocumentContent: [form],
    addOrderDocument: [form],
    uploadPurchase: [form],
    uploadDriverCard: [form],
    createDocumentLink: [() => ({ days: 1 })],
    reviewDocument: [() => ({ state: 'REJECTED', reason: 'Not signed' })],
    addResourceDocument: [form],
    addCompanyDocument: [form],
    createResourceValidity: [validity('FUEL_CARD')],
    replaceResourceValidity: [validity('FUEL_CARD')],
    createCompanyValidity: [validity('CARGO_INSURANCE')],
    replaceCompanyValidity: [validity('CARGO_INSURANCE')],
    createCompanyDocument: [
      (_: string, victim: Victim) => ({
        upload_id: victim.documents.uploadId,
        document_type: 'OTHER',
        name: 'matrix.pdf',
      }),
    ],
  },
}
