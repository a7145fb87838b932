import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { decimalOf } from '../../charges/decimal-field.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import * as queries from '../queries.ts'
import { CreditFields, type CreditInput } from './credit-fields.tsx'
import { CreditResult } from './credit-result.tsx'

/**
 * Credits an invoice: the whole rest, a percentage, or amounts of lines. Previews the VAT before anything is stored.
 */
export function CreditDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const [input, setInput] = useState<CreditInput>({ what: 'REST', percentage: '50', amounts: {} })
  const [release, setRelease] = useState(false)
  const [note, setNote] = useState('')
  const change = queries.useInvoiceChange<Awaited<ReturnType<typeof queries.creditInvoice>>>()
  const chosen = orderOf(input, language)
  const canRelease = input.what === 'REST'
  const order = chosen && { ...chosen, release: release && canRelease }
  const preview = useQuery(queries.creditPreviewQuery(invoice.invoice_id, order))
  const failure = change.error ?? preview.error

  function submit() {
    if (order === undefined) return
    change.mutate(() => queries.creditInvoice(invoice.invoice_id, { ...order, note: note.trim() }), {
      onSuccess() {
        toasts.done(t`Credit note drafted`)
        onClose()
      },
      goOn: ({ invoice_id }) => navigate({ to: '/invoices/$invoiceId', params: { invoiceId: invoice_id } }),
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Credit invoice ${invoice.name ?? ''}`} className="w-[680px]">
      <Form
        label={t`Credit invoice`}
        failure={failure ? failureOf(failure) : undefined}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={<Trans>Draft credit note</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
            isDisabled={order === undefined || preview.isError}
          />
        }
      >
        <CreditFields invoice={invoice} value={input} onChange={setInput} />
        <CheckField isOn={release && canRelease} disabled={!canRelease} onChange={setRelease}>
          <Trans>Release the charges, to bill them again on a new invoice</Trans>
        </CheckField>
        <TextField label={t`Text on the credit note`} maxLength={2_000} value={note} onChange={setNote} />
        {order !== undefined && preview.data && !preview.isError && <CreditResult credit={preview.data} />}
      </Form>
    </Dialog>
  )
}

/** Request body of the credit; undefined while some input is invalid. */
function orderOf({ what, percentage, amounts }: CreditInput, language: string): queries.CreditOrder | undefined {
  if (what === 'REST') return {}
  if (what === 'PART') {
    const percent = Number(decimalOf(percentage, language))
    return percent > 0 && percent <= 100 ? { fraction: fractionOf(percent) } : undefined
  }
  const entered = Object.entries(amounts).filter(([, text]) => text.trim() !== '')
  const lines = entered.flatMap(([invoice_line_id, text]) => {
    const amount = decimalOf(text, language)
    return amount === undefined ? [] : [{ invoice_line_id, amount }]
  })
  return lines.length > 0 && lines.length === entered.length ? { lines } : undefined
}

function fractionOf(percent: number): string {
  return percent === 100 ? '1' : (percent / 100).toFixed(6).replace(/0+$/, '')
}
