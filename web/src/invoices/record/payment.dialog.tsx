import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { Amount } from '../../books/amount.tsx'
import { DecimalField, decimalOf } from '../../charges/decimal-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { paymentsQuery, recordPayment, useInvoiceChange } from '../queries.ts'
import { isCreditNote } from '../states.ts'

const fields = ['amount', 'paid_on']

/** Records a payment of an invoice, or a refund of a credit note; defaults to the whole open amount. */
export function PaymentDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { today, language } = useReading()
  const open = useQuery(paymentsQuery(invoice.invoice_id)).data?.open
  const change = useInvoiceChange()
  const [typed, setTyped] = useState<string>()
  const [paidOn, setPaidOn] = useState(today)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const amount = typed ?? open ?? ''
  const isRefund = isCreditNote(invoice)
  const title = isRefund ? t`Record refund` : t`Record payment`
  const { faults, rest } = formFaults(change.error, fields)

  function submit() {
    setIsSubmitted(true)
    const read = decimalOf(amount, language)
    if (read === undefined || paidOn === '') return
    change.mutate(() => recordPayment(invoice.invoice_id, { amount: read, paid_on: paidOn }), {
      onSuccess() {
        toasts.done(isRefund ? t`Refund recorded` : t`Payment recorded`)
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={
        open !== undefined && (
          <Trans>
            Open: <Amount amount={open} currency={invoice.currency} />
          </Trans>
        )
      }
    >
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={
          <DialogFooter verb={<Trans context="verb">Record</Trans>} onClose={onClose} isBusy={change.isPending} />
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <DecimalField
            label={t`Amount (${invoice.currency})`}
            value={amount}
            onChange={setTyped}
            fault={isSubmitted && amount.trim() === '' ? t`Enter an amount.` : faults.amount}
            isChecked={isSubmitted}
          />
          <Field
            label={isRefund ? t`Refunded on` : t`Paid on`}
            fault={isSubmitted && paidOn === '' ? t`Enter a date.` : faults.paid_on}
          >
            {(input) => <DayField {...input} value={paidOn} onChange={setPaidOn} />}
          </Field>
        </div>
      </Form>
    </Dialog>
  )
}
