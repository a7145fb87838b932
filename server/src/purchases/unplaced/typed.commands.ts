import type { TypedPurchase } from '@cartage/contract/purchases/app/typed'
import type { Context } from '../../context.ts'
import { storeBytes } from '../../documents/attach.commands.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type InboxCommand, lockInboxItem, settleInboxItem } from '../../messages/inbox/commands.ts'
import { unreadFileOf } from '../files/commands.ts'
import { place } from '../intake/commands.ts'
import { withoutSign } from '../intake/document.rules.ts'
import { findKnown } from '../intake/views.ts'
import { documentOfTyped } from './typed.rules.ts'
import { findUnplacedItem, unplacedOf } from './views.ts'

/**
 * PURCH-32: places an unreadable document with the data entered by a person and the received file, in one transaction
 * with its inbox item. It is checked and compared like any other.
 * @returns id of the document
 * @throws Problem not_found, validation_failed for an unknown supplier, state_conflict (409) with why it cannot be
 * placed
 */
export async function placeTyped(ctx: Context, command: InboxCommand, typed: TypedPurchase): Promise<string> {
  const { tenantId, itemId, by } = command
  const item = await ctx.db.asTenant(tenantId, (tx) => findUnplacedItem(tx, itemId))
  if (!item) throw new Problem('not_found')
  if (!unplacedOf(item).is_to_type) {
    throw new Problem('state_conflict', { message: 'This document can be read. Choose its supplier or dismiss it.' })
  }
  const document = withoutSign(documentOfTyped(typed))
  const file = await unreadFileOf(ctx, { tenantId, itemId, number: document.external_name })
  const upload_id = await storeBytes(ctx, tenantId, file)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInboxItem(tx, itemId)
    const supplier = await findKnown(tx, typed.company_id)
    if (!supplier) {
      throw new Problem('validation_failed', {
        errors: [errorItem('company_id', 'is not a known company', 'unknown_company')],
      })
    }
    const sender = { actor: by.actor, credentialId: by.actor.id ?? '', requestId: by.requestId ?? ctx.newId() }
    const placed = await place(ctx, tx, {
      prepared: {
        document: {
          ...document,
          supplier: { ...document.supplier, name: supplier.name },
          ...(by.actor.id !== null && { typed_by: by.actor.id }),
        },
        files: [{ upload_id, name: file.name, is_message: false }],
      },
      sender,
      chosen: supplier.company_id,
    })
    if (placed.reason !== undefined) throw new Problem('state_conflict', { message: placed.reason })
    await settleInboxItem(tx, command, { entity_type: 'company', entity_id: supplier.company_id })
    return placed.invoice_id
  })
}
