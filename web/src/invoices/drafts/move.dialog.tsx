import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useAmountText } from '../../books/amount.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { dateIn } from '../../ui/time/date-format.ts'
import { draftsOfCompanyQuery, moveLines, useInvoiceChange } from '../queries.ts'

/** Choice of a new draft. */
const fresh = 'new'

/**
 * Moves lines to a new draft, which splits this one, or to another draft of the company; moving all lines merges the
 * two.
 */
export function MoveLinesDialog({
  draft,
  lineIds,
  onClose,
  onMoved,
}: {
  draft: InvoiceRecord
  lineIds: readonly string[]
  onClose: () => void
  /** Reports the draft that received the lines. */
  onMoved: (invoiceId: string) => void
}) {
  const { t, i18n } = useLingui()
  const toasts = useToasts()
  const textOf = useAmountText()
  const [target, setTarget] = useState(fresh)
  const change = useInvoiceChange<InvoiceRecord>()
  const others = (useQuery(draftsOfCompanyQuery(draft.company_id)).data?.items ?? []).filter(
    ({ invoice_id, currency }) => invoice_id !== draft.invoice_id && currency === draft.currency,
  )
  const isWhole = lineIds.length === draft.lines.length
  const dayText = (day: string) =>
    dateIn(i18n, new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const submit = () =>
    change.mutate(() => moveLines(draft.invoice_id, lineIds, target === fresh ? null : target), {
      onSuccess({ invoice_id }) {
        toasts.done(isWhole && target !== fresh ? t`Drafts merged` : t`Lines moved`)
        onMoved(invoice_id)
      },
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Move ${plural(lineIds.length, { one: '# line', other: '# lines' })}`}
      text={isWhole && target !== fresh ? <Trans>All lines move, so the two drafts become one.</Trans> : undefined}
    >
      <Form
        label={t`Move lines`}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={<Trans>Move</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
            isDisabled={isWhole && target === fresh}
          />
        }
      >
        <Field label={t`To`} fault={undefined}>
          {({ className, ...input }) => (
            <Select
              {...input}
              className={className}
              choices={[
                { value: fresh, label: t`New draft` },
                ...others.map(({ invoice_id, date, total_excl_tax, currency, line_count }) => ({
                  value: invoice_id,
                  label: [
                    date === null ? '—' : dayText(date),
                    textOf(total_excl_tax, currency),
                    t`${plural(line_count, { one: '# line', other: '# lines' })}`,
                  ].join(' · '),
                })),
              ]}
              value={target}
              onChange={setTarget}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
