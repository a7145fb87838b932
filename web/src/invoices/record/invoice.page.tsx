import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { TriangleAlert } from '../../ui/icons.tsx'
import { RecordFrame, RecordNotice, type RecordTab, RecordTabs } from '../../ui/page/record-frame.tsx'
import type { InvoiceTab } from '../address.ts'
import { DispatchStatus, InvoiceStatus, kindLabels, PaymentStatus, PostingStatus } from '../labels.tsx'
import { invoiceHistoryQuery, invoiceQuery } from '../queries.ts'
import { isDraft, isOverdue } from '../states.ts'
import { InvoiceActions } from './actions.tsx'
import { DocumentTab } from './document.tab.tsx'

const invoiceRoute = getRouteApi('/shell/invoices/$invoiceId')

// Tabs that are hidden initially load on demand.
const PaymentsTab = lazy(async () => ({ default: (await import('./payments.tab.tsx')).PaymentsTab }))
const PostingTab = lazy(async () => ({ default: (await import('./posting.tab.tsx')).PostingTab }))
const SendingsPanel = lazy(async () => ({ default: (await import('../../sendings/sendings.panel.tsx')).SendingsPanel }))
const HistoryTab = lazy(async () => ({ default: (await import('../../audit/history.list.tsx')).HistoryTab }))

/** Everything about one invoice or credit note. */
export function InvoicePage() {
  const { t } = useLingui()
  const { invoiceId } = invoiceRoute.useParams()
  const query = useQuery(invoiceQuery(invoiceId))
  const invoice = query.data
  const title = useTitle(invoice)
  usePageTitle(title ?? t`Invoice`)
  return (
    <RecordFrame
      list={invoice && isDraft(invoice) ? { to: '/drafts', title: t`Drafts` } : { to: '/invoices', title: t`Invoices` }}
      name={title}
      copies={invoice?.name ? { text: invoice.name, label: t`Copy number` } : undefined}
      status={invoice && <States invoice={invoice} />}
      actions={invoice && <InvoiceActions invoice={invoice} />}
      notices={invoice && <Notices invoice={invoice} />}
    >
      <Loaded query={query}>{(record) => <Parts invoice={record} />}</Loaded>
    </RecordFrame>
  )
}

/** Kind and number; for a draft the company, because it has no number. */
function useTitle(invoice: InvoiceRecord | undefined): string | undefined {
  const { t } = useLingui()
  const kindOf = useLabels(kindLabels)
  if (!invoice) return undefined
  const kind = kindOf(invoice.kind)
  return invoice.name === null ? t`${kind} for ${invoice.company_name}` : `${kind} ${invoice.name}`
}

function States({ invoice }: { invoice: InvoiceRecord }) {
  return (
    <>
      <InvoiceStatus status={invoice.status} />
      {!isDraft(invoice) && <PaymentStatus invoice={invoice} isOverdue={isOverdue(invoice)} />}
      <DispatchStatus dispatch={invoice.dispatch} />
      {invoice.posting !== 'POSTED' && <PostingStatus posting={invoice.posting} />}
    </>
  )
}

function Notices({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  return (
    <>
      {invoice.is_stale && (
        <RecordNotice tone="amber">
          <TriangleAlert size={14} aria-hidden="true" />
          <Trans>Charges changed since this draft was written. Refresh it before you finalise it.</Trans>
        </RecordNotice>
      )}
      {invoice.warnings.map(({ code, message }) => (
        <RecordNotice key={code} tone="amber">
          <TriangleAlert size={14} aria-hidden="true" />
          {message}
        </RecordNotice>
      ))}
      {invoice.credited_invoice_id !== null && (
        <RecordNotice>
          <Trans>
            Credits invoice{' '}
            <Link
              to="/invoices/$invoiceId"
              params={{ invoiceId: invoice.credited_invoice_id }}
              className="font-medium underline"
            >
              {invoice.credited_invoice_name ?? t`without a number`}
            </Link>
          </Trans>
        </RecordNotice>
      )}
    </>
  )
}

function Parts({ invoice }: { invoice: InvoiceRecord }) {
  const navigate = useNavigate()
  const { invoiceId } = invoiceRoute.useParams()
  const { tab = 'document' } = invoiceRoute.useSearch()
  const tabs = useParts(invoice)
  const choose = (value: InvoiceTab) =>
    void navigate({ to: '/invoices/$invoiceId', params: { invoiceId }, search: { tab: value }, replace: true })
  return <RecordTabs tabs={tabs} value={tab} onChange={choose} />
}

function useParts(invoice: InvoiceRecord): RecordTab<InvoiceTab>[] {
  const { t } = useLingui()
  const seesBooks = usePermission('task.read') && !isDraft(invoice)
  const booked: RecordTab<InvoiceTab>[] = [
    { value: 'payments', title: t`Payments`, panel: <PaymentsTab invoice={invoice} /> },
    { value: 'posting', title: t`Posting`, panel: <PostingTab invoice={invoice} /> },
  ]
  return [
    { value: 'document', title: t`Document`, panel: <DocumentTab invoice={invoice} /> },
    ...(isDraft(invoice)
      ? []
      : [
          {
            value: 'sendings' as const,
            title: t`Sendings`,
            panel: (
              <div className="px-4">
                <SendingsPanel invoiceId={invoice.invoice_id} />
              </div>
            ),
          },
        ]),
    ...(seesBooks ? booked : []),
    { value: 'history', title: t`History`, panel: <HistoryTab options={invoiceHistoryQuery(invoice.invoice_id)} /> },
  ]
}
