import type { BulkAnswer } from '@cartage/contract/listing'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { putOnDraft } from '../queries.ts'

/**
 * Puts orders on drafts. If all are on one draft, it opens; otherwise a notification links to the drafts, next to the
 * result for each rejected order.
 */
export function usePutOnDraft(): (orderIds: readonly string[]) => Promise<BulkAnswer> {
  const { t } = useLingui()
  const toasts = useToasts()
  const navigate = useNavigate()
  return async (orderIds) => {
    const { invoice_ids, rejected } = await putOnDraft(orderIds)
    const [first] = invoice_ids
    if (first !== undefined && invoice_ids.length === 1 && rejected.length === 0) {
      void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: first } })
    } else if (first !== undefined) {
      toasts.done(t`${plural(invoice_ids.length, { one: '# draft', other: '# drafts' })}`, {
        word: t`Open drafts`,
        run: () => void navigate({ to: '/drafts' }),
      })
    }
    const why = new Map(rejected.map(({ id, order_id, message }) => [order_id ?? id, message]))
    return { items: orderIds.map((id) => ({ id, is_done: !why.has(id), message: why.get(id) ?? null })) }
  }
}
