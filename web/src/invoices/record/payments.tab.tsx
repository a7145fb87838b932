import type { PaymentList, PaymentRecord } from '@cartage/contract/accounting/app/payments'
import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../books/amount.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { HandCoins } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type PlainColumn, PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { paymentsQuery, reversePayment, useInvoiceChange } from '../queries.ts'
import { isCreditNote } from '../states.ts'

// Loaded when it is opened.
const PaymentDialog = lazy(async () => ({ default: (await import('./payment.dialog.tsx')).PaymentDialog }))

/** Payments of an invoice or refunds of a credit note, and the open amount. */
export function PaymentsTab({ invoice }: { invoice: InvoiceRecord }) {
  const query = useQuery(paymentsQuery(invoice.invoice_id))
  return <Loaded query={query}>{(payments) => <Payments invoice={invoice} payments={payments} />}</Loaded>
}

function Payments({ invoice, payments }: { invoice: InvoiceRecord; payments: PaymentList }) {
  const { t } = useLingui()
  const mayWrite = usePermission('task.write')
  const [isRecording, setIsRecording] = useState(false)
  const [reversed, setReversed] = useState<PaymentRecord>()
  const columns = useColumns(mayWrite ? setReversed : undefined)
  const isOpen = payments.status === 'UNPAID' || payments.status === 'OPEN'
  const button = mayWrite && isOpen && (
    <Button icon={HandCoins} onClick={() => setIsRecording(true)}>
      {isCreditNote(invoice) ? <Trans>Record refund…</Trans> : <Trans>Record payment…</Trans>}
    </Button>
  )
  return (
    <div className="max-w-[960px] px-4">
      <Section
        title={
          <Trans>
            Open: <Amount amount={payments.open} currency={payments.currency} />
          </Trans>
        }
        actions={payments.items.length > 0 && button}
      >
        {payments.items.length === 0 ? (
          <EmptyState icon={HandCoins} title={t`No payments yet`} text={t`Payments and refunds appear here.`}>
            <div className="pt-4">{button}</div>
          </EmptyState>
        ) : (
          <PlainTable
            label={t`Payments`}
            columns={columns}
            rows={payments.items}
            keyOf={({ payment_id }) => payment_id}
            isFaded={({ reversed_at }) => reversed_at !== null}
          />
        )}
      </Section>
      {isRecording && (
        <LateDialog>
          <PaymentDialog invoice={invoice} onClose={() => setIsRecording(false)} />
        </LateDialog>
      )}
      {reversed && <ReverseDialog invoice={invoice} payment={reversed} onClose={() => setReversed(undefined)} />}
    </div>
  )
}

function useColumns(onReverse: ((payment: PaymentRecord) => void) | undefined): PlainColumn<PaymentRecord>[] {
  const { t } = useLingui()
  return [
    { id: 'day', title: t`Paid on`, width: 'w-36', cell: ({ paid_on }) => <OrderDay date={paid_on} /> },
    {
      id: 'amount',
      title: t`Amount`,
      width: 'w-32',
      align: 'right',
      cell: ({ amount, currency, reversed_at }) => (
        <span className={reversed_at === null ? undefined : 'line-through'}>
          <Amount amount={amount} currency={currency} />
        </span>
      ),
    },
    {
      id: 'by',
      title: t`Recorded`,
      cell: ({ created_at, created_by }) => (
        <>
          <When instant={created_at} /> {created_by !== null && <span className="text-ink-2">· {created_by}</span>}
        </>
      ),
    },
    {
      id: 'reversed',
      title: t`Reversed`,
      width: 'w-40',
      cell: ({ reversed_at }) => reversed_at !== null && <When instant={reversed_at} />,
    },
    {
      id: 'actions',
      title: '',
      width: 'w-28',
      cell: (payment) =>
        onReverse &&
        payment.reversed_at === null && (
          <Button onClick={() => onReverse(payment)}>
            <Trans>Reverse…</Trans>
          </Button>
        ),
    },
  ]
}

function ReverseDialog({
  invoice,
  payment,
  onClose,
}: {
  invoice: InvoiceRecord
  payment: PaymentRecord
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useInvoiceChange()
  return (
    <ConfirmDialog
      isOpen
      title={t`Reverse this payment?`}
      text={t`The payment is kept, and its amount is open again.`}
      verb={t`Reverse`}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(() => reversePayment(invoice.invoice_id, payment.payment_id), {
          onSuccess: () => {
            toasts.done(t`Payment reversed`)
            onClose()
          },
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }
    />
  )
}
