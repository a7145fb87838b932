import type { ReviewState } from '@cartage/contract/documents/app/review'
import type { Permission } from '@cartage/contract/endpoint'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { isReadable } from '../access.rules.ts'
import { findKind } from '../list.views.ts'
import { type Decision, decisionOn } from './rules.ts'
import { type DocumentToReview, documentForReview, writeReview } from './store.ts'

/** A person's decision about a document. */
export interface ReviewCommand {
  readonly tenantId: string
  readonly by: By
  readonly permissions: readonly Permission[]
  readonly documentId: string
  readonly state: ReviewState
  readonly reason?: string | undefined
}

/**
 * Accepts or rejects a document of an order or trip, or revokes the decision (DOC-8). Repeating it changes nothing.
 * @throws Problem not_found, state_conflict, validation_failed for a rejection without a reason
 */
export async function reviewDocument(ctx: Context, command: ReviewCommand): Promise<void> {
  const { tenantId, by, permissions, documentId } = command
  await ctx.db.asTenant(tenantId, async (tx) => {
    const document = await documentForReview(tx, documentId)
    if (!document || !isReadable(permissions, (await findKind(tx, documentId)) ?? null)) throw new Problem('not_found')
    const decision = decisionOn(document.subject_type, command)
    if (decision.state === document.state && decision.reason === document.reason) return
    await writeReview(tx, documentId, decision, { by: by.actor.id, at: ctx.now() })
    await recordChanges(tx, by, changesOf(document, decision))
  })
}

/** Audit entries of the decision, for the document and the history of its order or trip. */
function changesOf(document: DocumentToReview, decision: Decision): Change[] {
  const { document_id, order_id, subject_type, subject_id, name } = document
  const changeOf = ({ state, reason }: Decision) => ({ document_review: { document: name, state, reason } })
  const change = { action: 'updated' as const, before: changeOf(document), after: changeOf(decision) }
  const own: Change = { entity_type: 'document', entity_id: document_id, ...change }
  if (order_id !== null) return [own, { entity_type: 'order', entity_id: order_id, ...change }]
  if (subject_type === 'TRIP') return [own, { entity_type: 'trip', entity_id: subject_id, ...change }]
  return [own]
}
