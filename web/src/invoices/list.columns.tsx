import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Amount } from '../books/amount.tsx'
import { useLabels } from '../records/code-labels.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { dateText } from '../ui/time/zone.ts'
import { DispatchStatus, InvoiceStatus, kindLabels, PaymentStatus, PostingStatus } from './labels.tsx'
import { isCreditNote, isDraft, isOverdue } from './states.ts'

/** Number of a document, or a note that it has none yet. */
export function NumberCell({ invoice }: { invoice: Pick<ListedInvoice, 'name'> }) {
  if (invoice.name !== null) return <span className="tnum font-semibold">{invoice.name}</span>
  return (
    <span className="text-ink-3">
      <Trans>No number yet</Trans>
    </span>
  )
}

/** Amount of a document; negative for credit notes. */
export function DocumentAmount({
  invoice,
  amount,
  isMain = false,
}: {
  invoice: ListedInvoice
  amount: string
  isMain?: boolean
}) {
  const isNegative = isCreditNote(invoice) && !amount.startsWith('-') && Number(amount) !== 0
  const shown = <Amount amount={isNegative ? `-${amount}` : amount} currency={invoice.currency} />
  return isMain ? <span className="font-medium">{shown}</span> : shown
}

/** Open amount of a finalised document (PAY-8). */
function OpenAmount({ invoice }: { invoice: ListedInvoice }) {
  const { open_amount: open } = invoice
  if (open === null || Number(open) === 0) return <span className="text-ink-3">—</span>
  return <DocumentAmount invoice={invoice} amount={open} />
}

function DueDay({ invoice }: { invoice: ListedInvoice }) {
  return (
    <span className={isOverdue(invoice) ? 'text-red' : undefined}>
      <OrderDay date={invoice.due_date} />
    </span>
  )
}

/** Columns of the invoice list. */
export function useInvoiceColumns(): readonly Column<ListedInvoice>[] {
  const { t } = useLingui()
  const kindOf = useLabels(kindLabels)
  return useMemo(
    () => [
      {
        id: 'number',
        title: t`Number`,
        width: 132,
        isFixed: true,
        cell: (invoice) => <NumberCell invoice={invoice} />,
      },
      { id: 'kind', title: t`Kind`, width: 130, cell: ({ kind }) => kindOf(kind) },
      { id: 'customer', title: t`Company`, width: 180, sortKey: 'company', cell: ({ company_name }) => company_name },
      { id: 'status', title: t`Status`, width: 124, cell: ({ status }) => <InvoiceStatus status={status} /> },
      { id: 'date', title: t`Date`, width: 104, sortKey: 'date', cell: ({ date }) => <OrderDay date={date} /> },
      {
        id: 'due',
        title: t`Due`,
        width: 104,
        cell: (invoice) => <DueDay invoice={invoice} />,
      },
      {
        id: 'incl',
        title: t`Incl. VAT`,
        width: 110,
        align: 'right',
        cell: (invoice) => <DocumentAmount isMain invoice={invoice} amount={invoice.total_incl_tax} />,
      },
      {
        id: 'open',
        title: t({ message: 'Open', context: 'amount' }),
        width: 110,
        align: 'right',
        cell: (invoice) => <OpenAmount invoice={invoice} />,
      },
      {
        id: 'payment',
        title: t`Payment`,
        width: 110,
        cell: (invoice) =>
          isDraft(invoice) ? null : <PaymentStatus invoice={invoice} isOverdue={isOverdue(invoice)} />,
      },
      { id: 'sent', title: t`Sent to the customer`, width: 160, cell: (invoice) => <DispatchStatus {...invoice} /> },
      { id: 'posting', title: t`Posting`, width: 130, cell: ({ posting }) => <PostingStatus posting={posting} /> },
      {
        id: 'excl',
        title: t`Excl. VAT`,
        width: 120,
        align: 'right',
        cell: (invoice) => <DocumentAmount invoice={invoice} amount={invoice.total_excl_tax} />,
      },
      { id: 'entity', title: t`Billing entity`, width: 110, cell: ({ billing_entity_code: code }) => code },
      {
        id: 'supplier',
        title: t`Supplier's number`,
        width: 150,
        cell: ({ external_name }) => external_name ?? <span className="text-ink-3">—</span>,
      },
      {
        id: 'created',
        title: t`Created`,
        width: 120,
        sortKey: 'created',
        cell: ({ created_at }) => <OrderDay date={dateText(Date.parse(created_at))} />,
      },
    ],
    [t, kindOf],
  )
}
