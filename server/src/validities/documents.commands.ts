import type { RecordDocument } from '@cartage/contract/documents/app/record'
import type { Permission } from '@cartage/contract/endpoint'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { isReadable } from '../documents/access.rules.ts'
import { findRecordDocument } from '../documents/latest.views.ts'
import { findKind } from '../documents/list.views.ts'
import { deleteDocument, documentForUpdate, linkDocument } from '../documents/store.ts'
import { findSubject, type Subject } from '../documents/views.ts'
import { Problem } from '../http/problem.ts'
import { requireOwner, type ValidityCommand } from './commands.ts'
import { checkRemovable, type Owner, ownerOfDocument } from './rules.ts'
import { isOfValidity } from './views.ts'

/** An accepted file and the document to make of it. */
export interface NewDocument {
  uploadId: string
  documentType: string
  name: string
}

/** Subject of an owner's documents. */
export function subjectOf(owner: Owner): Subject {
  return 'resource_id' in owner
    ? { subject_type: 'RESOURCE', subject_id: owner.resource_id }
    : { subject_type: 'COMPANY', subject_id: owner.company_id }
}

/**
 * Attaches a file to an active resource or a company.
 * @throws Problem not_found, upload_unknown
 */
export async function attachDocument(
  ctx: Context,
  { tenantId, owner, by }: ValidityCommand,
  { uploadId, documentType, name }: NewDocument,
): Promise<RecordDocument> {
  const subject = subjectOf(owner)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await requireOwner(tx, owner)
    const given = { ...subject, upload_id: uploadId, document_type: documentType, name }
    const documentId = await linkDocument(tx, given)
    const after = { ...subject, type: documentType, name }
    await recordChanges(tx, by, [
      { entity_type: 'document', entity_id: documentId, action: 'created', before: null, after },
    ])
    return (await findRecordDocument(tx, documentId))!
  })
}

/**
 * Removes a document of an active resource or a company permanently.
 * @throws Problem not_found, state_conflict while it is the proof of a validity
 */
export async function removeDocument(
  ctx: Context,
  { tenantId, owner, by }: ValidityCommand,
  documentId: string,
): Promise<void> {
  const subject = subjectOf(owner)
  await ctx.db.asTenant(tenantId, async (tx) => {
    await requireOwner(tx, owner)
    const document = await documentForUpdate(tx, documentId, subject)
    if (!document) throw new Problem('not_found')
    checkRemovable(await isOfValidity(tx, documentId))
    await deleteDocument(tx, document)
    const before = { ...subject, type: document.document_type, name: document.name }
    await recordChanges(tx, by, [
      { entity_type: 'document', entity_id: documentId, action: 'deleted', before, after: null },
    ])
  })
}

/**
 * Removes a document permanently, whatever its subject.
 * @param permissions of the person or client that removes it
 * @throws Problem not_found, also for one that these permissions may not read (DOC-10), state_conflict for one that
 * cannot be removed, role_missing
 */
export async function removeAnyDocument(
  ctx: Context,
  { tenantId, by, permissions }: { tenantId: string; by: By; permissions: readonly Permission[] },
  documentId: string,
): Promise<void> {
  const [subject, kind = null] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([findSubject(tx, documentId), findKind(tx, documentId)]),
  )
  if (!subject || !isReadable(permissions, kind)) throw new Problem('not_found')
  await removeDocument(ctx, { tenantId, owner: ownerOfDocument(subject, permissions), by }, documentId)
}
