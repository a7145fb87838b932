import type { PortalEntry } from '@cartage/contract/doors/app/portal-entry'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { enterOrder } from '../../orders/entry/commands.ts'
import { findUploadsByKey } from '../../orders/entry/views.ts'
import { readOrderExport } from '../../orders/record/export.views.ts'
import { copiedOrder } from './copy.rules.ts'
import { readCustomer } from './customer.views.ts'

/** An order as a customer entered it. */
export interface CustomerEntry {
  readonly tenantId: string
  readonly by: By
  readonly companyId: string
  /** Idempotency key: the same key again returns the first result. */
  readonly key: string
  readonly entry: PortalEntry
}

/**
 * Accepts a new order of a customer as a copy of a previous one (PORTAL-4). It is applied like every upload, so one
 * that fails goes to the inbox.
 * @throws Problem not_found when the previous order does not belong to this customer; validation_failed
 */
export async function enterCopy(ctx: Context, { tenantId, by, companyId, key, entry }: CustomerEntry): Promise<string> {
  const [source, customer] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([readOrderExport(tx, entry.order_id, companyId), readCustomer(tx, companyId)]),
  )
  const order = copiedOrder(source, entry, customer)
  // Per company, not per link: a person who was invited again keeps pending orders.
  const ofCompany = `portal ${companyId} ${key}`
  try {
    return (await enterOrder(ctx, { tenantId, by, order, companyId, key: ofCompany })).upload_id
  } catch (error) {
    // Two concurrent clicks: each took an order number, so the bodies differ. The first one counts.
    if (!(error instanceof Problem) || error.code !== 'idempotency_key_reused') throw error
    const known = (await ctx.db.asTenant(tenantId, (tx) => findUploadsByKey(tx, [ofCompany]))).get(ofCompany)
    if (!known) throw error
    return known.upload_id
  }
}
