import type { InboxItem } from '@cartage/contract/messages/app/record'
import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import type { Tx } from '../../db/tenant.ts'
import { findInboxItem, inbox } from '../../messages/inbox/views.ts'

const kind = 'e-invoicing'

/** A page of unplaced documents, oldest first. */
export async function listUnplaced(
  tx: Tx,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: UnplacedPurchase[]; total: number }> {
  const open = inbox.open(tx, { status: 'OPEN', kind }, undefined)
  const { items, total } = await open.window({ sort: 'oldest', offset, limit })
  return { items: items.map(unplacedOf), total }
}

/** Inbox item of a supplier's document, even if settled; undefined for other items. */
export async function findUnplacedItem(tx: Tx, itemId: string): Promise<InboxItem | undefined> {
  const item = await findInboxItem(tx, itemId)
  return item?.kind === kind ? item : undefined
}

/** Document data in an inbox item; empty if the document could not be read. */
export function unplacedOf(item: InboxItem): UnplacedPurchase {
  const document = membersOf(item.item)
  const supplier = membersOf(document.supplier)
  const is_self_billed = document.is_self_billed === true
  const isDisputed = is_self_billed && item.status === 'OPEN' && item.last_failure !== item.reason
  return {
    inbox_item_id: item.id,
    status: item.status,
    kind: textOf(document.kind),
    is_self_billed,
    customer_name: is_self_billed ? textOf(membersOf(document.buyer).name) : null,
    dispute: isDisputed ? item.last_failure : null,
    external_name: textOf(document.external_name),
    supplier_name: textOf(supplier.name),
    supplier_vat_number: textOf(supplier.vat_number),
    supplier_iban: textOf(supplier.iban),
    date: textOf(document.date),
    currency: textOf(document.currency),
    total_excl_tax: textOf(document.total_excl_tax),
    total_incl_tax: textOf(document.total_incl_tax),
    reason: item.reason,
    last_failure: item.last_failure,
    is_to_type: !is_self_billed && (textOf(document.kind) === null || isUnclear(document.unreadable)),
    occurrences: item.occurrences,
    received_at: item.last_at,
  }
}

/** Whether the document was only partly readable. */
function isUnclear(unreadable: unknown): boolean {
  return Array.isArray(unreadable) && unreadable.length > 0
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
