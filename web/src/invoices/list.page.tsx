import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { usePermission } from '../session/permission.ts'
import { ReceiptText } from '../ui/icons.tsx'
import type { InvoicesSearch } from './address.ts'
import { InvoicesBulkBar } from './bulk-bar.tsx'
import { useInvoiceColumns } from './list.columns.tsx'
import { InvoiceFilters } from './list.filters.tsx'
import { InvoiceViews } from './list.views.tsx'
import { filtersOf, loadInvoices } from './queries.ts'

const invoicesRoute = getRouteApi('/shell/invoices')

/** All invoices and credit notes, from and to us. */
export function InvoicesPage() {
  const { t } = useLingui()
  const search = invoicesRoute.useSearch()
  const mayWrite = usePermission('invoice.write')
  const address = useListAddress<InvoicesSearch>('/invoices', ['kind'])
  return (
    <RecordList<ListedInvoice, InvoicesSearch>
      name="invoices"
      title={t`Invoices`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# document', other: '# documents' })}`}
      filters={filtersOf(search)}
      isFiltered={Object.keys(filtersOf({ ...search, kind: undefined })).length > 0}
      load={loadInvoices(search)}
      columns={useInvoiceColumns()}
      hiddenAtFirst={['excl', 'supplier', 'created', 'entity']}
      keyOf={({ invoice_id }) => invoice_id}
      nameOf={({ name, company_name }) => name ?? company_name}
      isFaded={({ status }) => status === 'REJECTED'}
      sort="-created"
      bulkBar={mayWrite ? (selection) => <InvoicesBulkBar selection={selection} /> : undefined}
      views={<InvoiceViews search={search} onChange={address.change} />}
      tools={<InvoiceFilters search={search} onChange={address.change} />}
      empty={{
        icon: ReceiptText,
        title: t`No invoices yet`,
        text: t`Put completed orders on drafts, then finalise the drafts.`,
        children: (
          <p className="pt-4">
            <Link to="/orders-to-invoice" className="btn btn-brand">
              <Trans>Orders to invoice</Trans>
            </Link>
          </p>
        ),
      }}
    />
  )
}
