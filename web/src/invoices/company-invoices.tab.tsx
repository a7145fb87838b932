import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../records/loaded.tsx'
import { ReceiptText } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { InvoiceStatus, PaymentStatus } from './labels.tsx'
import { DocumentAmount, NumberCell } from './list.columns.tsx'
import { companyInvoicesQuery } from './queries.ts'
import { isDraft, isOverdue } from './states.ts'

/** Newest invoices and credit notes of a company, with a link to all of them. */
export function CompanyInvoicesTab({ companyId }: { companyId: string }) {
  const { t } = useLingui()
  const query = useQuery(companyInvoicesQuery(companyId))
  return (
    <Loaded query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={ReceiptText} title={t`No invoices yet`} text={t`Invoices of this company appear here.`}>
            <p className="pt-4">
              <Link to="/orders-to-invoice" search={{ company: companyId }} className="btn btn-outline">
                <Trans>Orders to invoice</Trans>
              </Link>
            </p>
          </EmptyState>
        ) : (
          <div className="max-w-[960px] px-4 py-2">
            <PlainTable
              label={t`Invoices`}
              rows={items}
              keyOf={({ invoice_id }) => invoice_id}
              columns={[
                {
                  id: 'number',
                  title: t`Number`,
                  cell: (invoice) => (
                    <Link
                      to="/invoices/$invoiceId"
                      params={{ invoiceId: invoice.invoice_id }}
                      className="hover:underline"
                    >
                      <NumberCell invoice={invoice} />
                    </Link>
                  ),
                },
                {
                  id: 'status',
                  title: t`Status`,
                  width: 'w-32',
                  cell: ({ status }) => <InvoiceStatus status={status} />,
                },
                { id: 'date', title: t`Date`, width: 'w-32', cell: ({ date }) => <OrderDay date={date} /> },
                {
                  id: 'payment',
                  title: t`Payment`,
                  width: 'w-32',
                  cell: (invoice) =>
                    !isDraft(invoice) && <PaymentStatus invoice={invoice} isOverdue={isOverdue(invoice)} />,
                },
                {
                  id: 'amount',
                  title: t`Incl. VAT`,
                  width: 'w-32',
                  align: 'right',
                  cell: (invoice) => <DocumentAmount invoice={invoice} amount={invoice.total_incl_tax} />,
                },
              ]}
            />
            <p className="py-3">
              <Link to="/invoices" search={{ company: companyId }} className="btn btn-outline">
                <Plural value={total} one="View # document" other="View all # documents" />
              </Link>
            </p>
          </div>
        )
      }
    </Loaded>
  )
}
