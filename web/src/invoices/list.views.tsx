import { type InvoiceKind, invoiceKinds } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ViewsNav } from '../lists/views-nav.tsx'
import type { InvoicesSearch } from './address.ts'
import { invoiceCountsQuery } from './queries.ts'

type View = InvoiceKind | 'all'

/** Views of the list by document kind. */
export function InvoiceViews({
  search,
  onChange,
}: {
  search: InvoicesSearch
  onChange: (change: Partial<InvoicesSearch>) => void
}) {
  const { t } = useLingui()
  const counts = useQuery(invoiceCountsQuery(search)).data?.by_kind
  const labels: Readonly<Record<View, string>> = {
    all: t`All`,
    SALES_INVOICE: t`Invoices`,
    SALES_CREDIT_NOTE: t`Credit notes`,
    PURCHASE_INVOICE: t`Purchase invoices`,
    PURCHASE_CREDIT_NOTE: t`Purchase credit notes`,
  }
  const chosen = invoiceKinds.find((kind) => kind === search.kind) ?? 'all'
  return (
    <ViewsNav<View>
      views={(['all', ...invoiceKinds] as const).map((value) => ({
        value,
        title: labels[value],
        count: value === 'all' ? undefined : counts?.[value],
      }))}
      value={chosen}
      onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
    />
  )
}
