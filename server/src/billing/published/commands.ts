import { isDeepStrictEqual } from 'node:util'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { DocumentKind } from '../documents/content.rules.ts'
import type { OutputFacts } from '../records/output.rules.ts'
import { lockInvoices, setCustomFields } from '../records/store.ts'
import { loadOutputFacts } from './views.ts'

/** A document, its kind, and on whose behalf it is changed. */
export interface DocumentCommand {
  tenantId: string
  by: By
  kind: DocumentKind
  invoiceId: string
}

/**
 * ACC-9: changes the custom fields of a document, finalised or not. A sent object replaces the previous one.
 * @throws Problem not_found, also for a document of another kind
 */
export async function patchDocument(
  ctx: Context,
  { tenantId, by, kind, invoiceId }: DocumentCommand,
  fields: Record<string, unknown> | undefined,
): Promise<OutputFacts> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const facts = await loadOutputFacts(tx, invoiceId)
    if (facts?.invoice.kind !== kind) throw new Problem('not_found')
    const before = facts.invoice.custom_fields
    if (fields === undefined || isDeepStrictEqual(before, fields)) return facts
    await setCustomFields(tx, invoiceId, fields)
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: invoiceId,
        action: 'updated',
        before: { custom_fields: before },
        after: { custom_fields: fields },
      },
    ])
    return { ...facts, invoice: { ...facts.invoice, custom_fields: fields } }
  })
}
