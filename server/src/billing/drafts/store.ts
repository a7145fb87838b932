import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { type InvoiceRow, invoiceColumns } from '../records/views.ts'

const selectByKey = statement(
  'billing.find_drafts_by_key',
  `select ${invoiceColumns} from invoice i
    where i.tenant_id = $1 and i.group_key = any($2::text[]) and i.status in ('DRAFT', 'PRE_INVOICED')
    order by i.invoice_id for update`,
)

/** Drafts of these groups, locked. */
export async function draftsByKey(tx: Tx, keys: readonly string[]): Promise<InvoiceRow[]> {
  return keys.length === 0 ? [] : await tx.query<InvoiceRow>(selectByKey, keys)
}

const selectByBase = statement(
  'billing.lock_drafts_by_base',
  `select i.group_key from invoice i
    where i.tenant_id = $1 and i.group_key is not null and i.status in ('DRAFT', 'PRE_INVOICED')
      and (i.group_key = $2 or starts_with(i.group_key, $2 || '#'))`,
)

/** Keys of the drafts of one group: the original and those split off. */
export async function draftsOfBase(tx: Tx, base: string): Promise<{ group_key: string }[]> {
  return await tx.query<{ group_key: string }>(selectByBase, base)
}
