import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { sumOf } from '../../books/sums.ts'
import { DecimalField, decimalOf } from '../../charges/decimal-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { changeDraft, type DraftChange, useInvoiceChange } from '../queries.ts'
import { isCreditNote } from '../states.ts'

const fields = ['date', 'due_date', 'booking_date', 'language', 'discount', 'percentage', 'amount', 'reason', 'note']

interface Texts {
  date: string
  due: string
  booking: string
  language: string
  references: string
  note: string
  discount: string
  discountIn: DiscountIn
  reason: string
}

/** A discount is a percentage of each line, or an amount off the total. */
type DiscountIn = 'percentage' | 'amount'

/** Edits the content of a draft: dates, language, references, text and a discount on the whole document. */
export function EditDraftDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const change = useInvoiceChange()
  const [texts, setTexts] = useState(() => textsOf(invoice))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, fields)
  const hasNoReason = texts.discount.trim() !== '' && texts.reason.trim() === ''

  function submit() {
    setIsSubmitted(true)
    if (texts.date === '' || hasNoReason) return
    const body = changeOf(invoice, texts, language)
    if (body === undefined) return
    if (Object.keys(body).length === 0) return onClose()
    change.mutate(() => changeDraft(invoice.invoice_id, body), {
      onSuccess() {
        toasts.done(t`Draft updated`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Edit draft`} text={invoice.company_name} className="w-[640px]">
      <Form
        label={t`Edit draft`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <Days
          texts={texts}
          hasDueDate={!isCreditNote(invoice)}
          faults={{ ...faults, ...(isSubmitted && texts.date === '' && { date: t`Enter a date.` }) }}
          onChange={(some) => setTexts({ ...texts, ...some })}
        />
        <Words
          texts={texts}
          faults={{ ...faults, ...(isSubmitted && hasNoReason && { reason: t`Enter a reason.` }) }}
          currency={isCreditNote(invoice) ? undefined : invoice.currency}
          isChecked={isSubmitted}
          onChange={(some) => setTexts({ ...texts, ...some })}
        />
      </Form>
    </Dialog>
  )
}

interface PartProps {
  texts: Texts
  faults: Readonly<Record<string, string | undefined>>
  onChange: (some: Partial<Texts>) => void
}

function Days({ texts, hasDueDate, faults, onChange }: PartProps & { hasDueDate: boolean }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t`Date`} fault={faults.date}>
        {(input) => <DayField {...input} value={texts.date} onChange={(date) => onChange({ date })} />}
      </Field>
      <LanguageField texts={texts} faults={faults} onChange={onChange} />
      {hasDueDate && (
        <Field label={t`Due (empty: by payment term)`} fault={faults.due_date}>
          {(input) => <DayField {...input} value={texts.due} onChange={(due) => onChange({ due })} />}
        </Field>
      )}
      <Field label={t`Booking date (empty: the date)`} fault={faults.booking_date}>
        {(input) => <DayField {...input} value={texts.booking} onChange={(booking) => onChange({ booking })} />}
      </Field>
    </div>
  )
}

function LanguageField({ texts, faults, onChange }: PartProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Language`} fault={faults.language}>
      {({ className, ...input }) => (
        <Select
          {...input}
          className={className}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={languages.find((one) => one === texts.language) ?? 'en'}
          onChange={(language) => onChange({ language })}
        />
      )}
    </Field>
  )
}

/** References, text, and the discount where allowed. */
function Words({ currency, isChecked, ...part }: PartProps & { currency: string | undefined; isChecked: boolean }) {
  const { texts, faults, onChange } = part
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`References, separated by commas`}
        fault={faults.customer_reference_numbers}
        value={texts.references}
        onChange={(text) => onChange({ references: text })}
      />
      {currency !== undefined && <DiscountFields {...part} currency={currency} isChecked={isChecked} />}
      <Field label={t`Text on the document`} fault={faults.note}>
        {({ className, ...input }) => (
          <textarea
            {...input}
            className={`${className} h-auto py-1.5`}
            rows={3}
            maxLength={2_000}
            value={texts.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

function DiscountFields({
  texts,
  faults,
  currency,
  isChecked,
  onChange,
}: PartProps & { currency: string; isChecked: boolean }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-[120px_88px_1fr] gap-3">
      <DecimalField
        label={t`Discount`}
        value={texts.discount}
        onChange={(discount) => onChange({ discount })}
        fault={faults.percentage ?? faults.amount ?? faults.discount}
        isChecked={isChecked}
      />
      <Field label={t`Unit`} fault={undefined}>
        {({ className, ...input }) => (
          <Select
            {...input}
            className={className}
            choices={[
              { value: 'percentage', label: '%' },
              { value: 'amount', label: currency },
            ]}
            value={texts.discountIn}
            onChange={(discountIn) => onChange({ discountIn })}
          />
        )}
      </Field>
      <TextField
        label={t`Reason on the invoice`}
        fault={faults.reason}
        maxLength={200}
        value={texts.reason}
        onChange={(text) => onChange({ reason: text })}
      />
    </div>
  )
}

function textsOf(invoice: InvoiceRecord): Texts {
  const discount = discountOf(invoice)
  return {
    date: invoice.date ?? '',
    due: invoice.is_due_date_given ? (invoice.due_date ?? '') : '',
    booking: invoice.booking_date ?? '',
    language: invoice.language,
    references: invoice.customer_reference_numbers.join(', '),
    note: invoice.note,
    discount: discount?.value ?? '',
    discountIn: discount?.in ?? 'percentage',
    reason: discount?.reason ?? '',
  }
}

/**
 * The manual discount; an amount is summed from its parts by VAT. A discount for early payment has a charge of the same
 * amount.
 */
function discountOf({
  adjustments,
}: InvoiceRecord): { value: string; in: DiscountIn; reason: string | null } | undefined {
  const charged = new Set(adjustments.filter(({ kind }) => kind === 'CHARGE').map(({ reason }) => reason))
  const given = adjustments.filter(({ kind, reason }) => kind === 'ALLOWANCE' && !charged.has(reason))
  const [first] = given
  if (!first) return undefined
  if (first.percentage !== null) return { value: first.percentage, in: 'percentage', reason: first.reason }
  return { value: sumOf(given.map(({ amount }) => amount)), in: 'amount', reason: first.reason }
}

/** Changed members as request body; undefined if a number is invalid. */
function changeOf(invoice: InvoiceRecord, texts: Texts, language: string): DraftChange | undefined {
  const before = textsOf(invoice)
  const change: DraftChange = {}
  if (texts.date !== before.date) change.date = texts.date
  if (texts.due !== before.due) change.due_date = texts.due || null
  if (texts.booking !== before.booking) change.booking_date = texts.booking || null
  const chosen = languages.find((one) => one === texts.language)
  if (chosen && chosen !== before.language) change.language = chosen
  if (texts.note.trim() !== before.note) change.note = texts.note.trim()
  if (texts.references !== before.references) {
    change.customer_reference_numbers = texts.references.split(',').flatMap((text) => text.trim() || [])
  }
  const reason = texts.reason.trim()
  const isSame = texts.discount.trim() === before.discount && texts.discountIn === before.discountIn
  if (isSame && reason === before.reason) return change
  if (texts.discount.trim() === '') return { ...change, discount: null }
  const value = decimalOf(texts.discount, language)
  return value === undefined ? undefined : { ...change, discount: { [texts.discountIn]: value, reason } }
}
