import type {
  CompanyDocumentOutput,
  UploadedCompanyDocumentWithValidity,
  ValidityInput,
} from '@cartage/contract/validities/validity'
import type { By, Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { linkDocument } from '../documents/store.ts'
import { Problem } from '../http/problem.ts'
import { findLiveResource } from '../unavailabilities/resources.views.ts'
import { followValidity, removeDerived } from './follow.jobs.ts'
import { type Content, decideContent, type Owner, type Validity, validityMembers } from './rules.ts'
import { deleteValidity, insertValidity, insertValidityDocuments, updateValidity, validityForUpdate } from './store.ts'
import { findCompanyDocument, isCompany, listValidityDocumentIds } from './views.ts'

/** The owner of a validity, and the actor. */
export interface ValidityCommand {
  tenantId: string
  owner: Owner
  by: By
}

/**
 * Adds a validity with its documents (VAL-1, VAL-3).
 * @throws Problem not_found for an unknown or foreign owner, upload_unknown, validation_failed (422)
 */
export async function createValidity(ctx: Context, command: ValidityCommand, input: ValidityInput): Promise<Validity> {
  const content = decideContent(input)
  const row = await ctx.db.asTenant(command.tenantId, async (tx) => {
    await requireOwner(tx, command.owner)
    const created = newValidity(ctx, command.owner, content)
    await insertValidity(tx, created)
    const documentIds = await attach(tx, created, input.documents ?? [])
    await recordChanges(tx, command.by, [changeOf(undefined, { row: created, documentIds })])
    return created
  })
  ctx.wake('validities')
  return row
}

/**
 * Replaces a validity; documents are added. Unavailabilities derived from it are updated.
 * @throws Problem not_found, upload_unknown, validation_failed (422)
 */
export async function replaceValidity(
  ctx: Context,
  command: ValidityCommand,
  id: string,
  input: ValidityInput,
): Promise<Validity> {
  const content = decideContent(input)
  const row = await ctx.db.asTenant(command.tenantId, async (tx) => {
    const before = await existingForUpdate(tx, command.owner, id)
    const had = await listValidityDocumentIds(tx, id)
    const isEnded = await updateValidity(tx, id, content)
    const after = { ...before, ...content }
    const added = await attach(tx, after, input.documents ?? [])
    const followed = await followValidity(tx, before, content, isEnded)
    const change = changeOf({ row: before, documentIds: had }, { row: after, documentIds: [...had, ...added] })
    await recordChanges(tx, command.by, [change, ...followed])
    return after
  })
  ctx.wake('validities')
  return row
}

/**
 * Removes a validity and the unavailabilities derived from it; its documents stay with the owner.
 * @throws Problem not_found
 */
export async function removeValidity(ctx: Context, command: ValidityCommand, id: string): Promise<void> {
  await ctx.db.asTenant(command.tenantId, async (tx) => {
    const before = await existingForUpdate(tx, command.owner, id)
    const documentIds = await listValidityDocumentIds(tx, id)
    const removed = await removeDerived(tx, id)
    await deleteValidity(tx, id)
    await recordChanges(tx, command.by, [changeOf({ row: before, documentIds }, undefined), ...removed])
  })
}

/**
 * Attaches an uploaded file to a company, with a validity of its own if one is sent.
 * @throws Problem not_found, upload_unknown, validation_failed (422)
 */
export async function attachToCompany(
  ctx: Context,
  command: ValidityCommand & { owner: { company_id: string } },
  input: UploadedCompanyDocumentWithValidity,
): Promise<CompanyDocumentOutput> {
  const content = input.validity ? decideContent(input.validity, 'validity.') : undefined
  const { company_id: companyId } = command.owner
  const output = await ctx.db.asTenant(command.tenantId, async (tx) => {
    await requireOwner(tx, command.owner)
    const { upload_id, document_type, name } = input
    const subject = { subject_type: 'COMPANY', subject_id: companyId }
    const documentId = await linkDocument(tx, { ...subject, upload_id, document_type, name })
    const changes: Change[] = [documentChange(documentId, { ...subject, type: document_type, name })]
    if (content) {
      const row = newValidity(ctx, command.owner, content)
      await insertValidity(tx, row)
      await insertValidityDocuments(tx, row.validity_id, [documentId])
      changes.push(changeOf(undefined, { row, documentIds: [documentId] }))
    }
    const document = await findCompanyDocument(tx, companyId, documentId)
    await recordChanges(tx, command.by, changes)
    return document!
  })
  ctx.wake('validities')
  return output
}

function newValidity(ctx: Context, owner: Owner, content: Content): Validity {
  const none = { resource_id: null, company_id: null }
  return { ...content, ...none, ...owner, validity_id: ctx.newId(), is_generated: false }
}

/** Attaches the uploads of a validity to its owner. */
async function attach(tx: Tx, row: Validity, documents: NonNullable<ValidityInput['documents']>): Promise<string[]> {
  const subject =
    row.resource_id === null
      ? { subject_type: 'COMPANY', subject_id: row.company_id! }
      : { subject_type: 'RESOURCE', subject_id: row.resource_id }
  const ids: string[] = []
  for (const [index, { upload_id, document_type, name }] of documents.entries()) {
    const given = { ...subject, upload_id, document_type, name }
    ids.push(await linkDocument(tx, given, `documents.${index}.upload_id`))
  }
  await insertValidityDocuments(tx, row.validity_id, ids)
  return ids
}

interface Recorded {
  row: Validity
  documentIds: readonly string[]
}

function changeOf(before: Recorded | undefined, after: Recorded | undefined): Change {
  return {
    entity_type: 'validity',
    entity_id: (after ?? before)!.row.validity_id,
    action: before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated',
    before: before ? validityMembers(before.row, before.documentIds) : null,
    after: after ? validityMembers(after.row, after.documentIds) : null,
  }
}

function documentChange(id: string, after: Readonly<Record<string, string>>): Change {
  return { entity_type: 'document', entity_id: id, action: 'created', before: null, after }
}

/** @throws Problem not_found for an unknown or foreign owner, and for an archived resource */
export async function requireOwner(tx: Tx, owner: Owner): Promise<void> {
  const isThere =
    'resource_id' in owner
      ? (await findLiveResource(tx, owner.resource_id)) !== undefined
      : await isCompany(tx, owner.company_id)
  if (!isThere) throw new Problem('not_found')
}

/** @throws Problem not_found, also when it belongs to another owner */
async function existingForUpdate(tx: Tx, owner: Owner, id: string): Promise<Validity> {
  await requireOwner(tx, owner)
  const row = await validityForUpdate(tx, id)
  if (!row || !belongsTo(row, owner)) throw new Problem('not_found')
  return row
}

/** Whether a validity belongs to the owner. */
export function belongsTo(row: Validity, owner: Owner): boolean {
  return 'resource_id' in owner ? row.resource_id === owner.resource_id : row.company_id === owner.company_id
}
