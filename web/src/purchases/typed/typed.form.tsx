import { purchaseKinds } from '@cartage/contract/purchases/app'
import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useCurrencies } from '../../records/code-lists.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type Supplier, SupplierField } from '../supplier-field.tsx'
import { AmountField } from './amount-field.tsx'
import { useTyping } from './queries.ts'
import { TypedLines } from './typed-lines.tsx'
import type { PartProps } from './values.ts'
import { isDay, type TypedValues, typedOf, valuesOf } from './values.ts'

/** Data that a user reads off a document: supplier, number, dates, lines, totals and bank account. */
export function TypedForm({ document }: { document: UnplacedPurchase }) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const toasts = useToasts()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useTyping(document.inbox_item_id, (invoiceId) => {
    toasts.done(t`Document placed`)
    void navigate({ to: '/purchases/$invoiceId', params: { invoiceId } })
  })
  const [supplier, setSupplier] = useState<Supplier | null>(null)
  const [values, setValues] = useState(() => valuesOf(document))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const change = (some: Partial<TypedValues>) => setValues((before) => ({ ...before, ...some }))

  function submit() {
    setIsSubmitted(true)
    const typed = supplier && values.external_name.trim() !== '' && typedOf(values, supplier.id, language)
    if (typed) mutate(typed)
  }

  return (
    <Form
      label={t`Type in`}
      failure={error ? failureOf(error) : undefined}
      onSubmit={submit}
      footer={
        <Button type="submit" variant="brand" isBusy={isPending}>
          <Trans>Place</Trans>
        </Button>
      }
    >
      <SupplierField
        label={t`Supplier`}
        value={supplier}
        onChange={setSupplier}
        fault={isSubmitted && supplier === null ? t`Choose a supplier.` : undefined}
      />
      <Head values={values} onChange={change} isSubmitted={isSubmitted} />
      <TypedLines values={values} onChange={change} isSubmitted={isSubmitted} />
      <Totals values={values} onChange={change} isSubmitted={isSubmitted} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t`IBAN`} value={values.iban} onChange={(iban) => change({ iban })} maxLength={64} />
        <TextField
          label={t`Payment reference`}
          value={values.payment_reference}
          onChange={(payment_reference) => change({ payment_reference })}
          maxLength={140}
        />
      </div>
    </Form>
  )
}

function Head({ values, onChange, isSubmitted }: PartProps) {
  const { t } = useLingui()
  const currencies = useCurrencies()
  const labels = { PURCHASE_INVOICE: t`Invoice`, PURCHASE_CREDIT_NOTE: t`Credit note` }
  const missing = t`Required.`
  return (
    <div className="grid grid-cols-3 gap-3">
      <Field label={t`Kind`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={purchaseKinds.map((value) => ({ value, label: labels[value] }))}
            value={values.kind}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </Field>
      <TextField
        label={t`Number of the supplier`}
        value={values.external_name}
        onChange={(external_name) => onChange({ external_name })}
        maxLength={255}
        fault={isSubmitted && values.external_name.trim() === '' ? missing : undefined}
      />
      <Field label={t`Currency`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={currencies}
            value={values.currency}
            onChange={(currency) => onChange({ currency })}
          />
        )}
      </Field>
      <Field label={t`Document date`} fault={isSubmitted && !isDay(values.date) ? t`Enter a day.` : undefined}>
        {(input) => <DayField {...input} value={values.date} onChange={(date) => onChange({ date })} />}
      </Field>
      {values.kind === 'PURCHASE_INVOICE' && (
        <Field
          label={t`Due date`}
          fault={isSubmitted && values.due_date !== '' && !isDay(values.due_date) ? t`Enter a day.` : undefined}
        >
          {(input) => <DayField {...input} value={values.due_date} onChange={(due_date) => onChange({ due_date })} />}
        </Field>
      )}
    </div>
  )
}

function Totals({ values, onChange, isSubmitted }: PartProps) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-3 gap-3">
      <AmountField
        label={t`VAT`}
        value={values.total_tax}
        onChange={(total_tax) => onChange({ total_tax })}
        isRequired={false}
        isSubmitted={isSubmitted}
      />
      <AmountField
        label={t`Total with VAT`}
        value={values.total_incl_tax}
        onChange={(total_incl_tax) => onChange({ total_incl_tax })}
        isRequired
        isSubmitted={isSubmitted}
      />
      <AmountField
        label={t`Paid already`}
        value={values.prepaid}
        onChange={(prepaid) => onChange({ prepaid })}
        isRequired={false}
        isSubmitted={isSubmitted}
      />
    </div>
  )
}
