import type { ChargeTypeChoice } from '@cartage/contract/charges/app/read'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { DecimalField, decimalOf } from './decimal-field.tsx'
import { addCharge, type ChargeSubject, chargeTypesQuery, useChargeChange } from './queries.ts'

const fields = ['charge_type', 'quantity', 'unit_price', 'description']

/** Adds a charge to an order, or a cost to a trip. */
export function AddChargeDialog({ subject, onClose }: { subject: ChargeSubject; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const change = useChargeChange()
  const side = 'order_id' in subject ? 'SALES' : 'COST'
  const types = (useQuery(chargeTypesQuery).data?.items ?? []).filter(({ sides }) => sides.includes(side))
  const [type, setType] = useState<string | null>(null)
  const [texts, setTexts] = useState({ quantity: '1', unit_price: '', description: '' })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, fields)
  const title = side === 'SALES' ? t`Add charge` : t`Add cost`
  const set = (member: keyof typeof texts) => (text: string) => setTexts({ ...texts, [member]: text })
  const missing = isSubmitted && texts.unit_price.trim() === '' ? t`Enter a price.` : undefined

  function submit() {
    setIsSubmitted(true)
    const [quantity, unit_price] = [decimalOf(texts.quantity, language), decimalOf(texts.unit_price, language)]
    if (type === null || quantity === undefined || unit_price === undefined) return
    const body = { charge_type: type, quantity, unit_price, description: texts.description.trim() }
    change.mutate(() => addCharge(subject, body), {
      onSuccess: () => {
        toasts.done(side === 'SALES' ? t`Charge added` : t`Cost added`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Add</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <TypeField types={types} value={type} onChange={setType} isMissing={isSubmitted && type === null} />
        <div className="grid grid-cols-2 gap-3">
          <DecimalField
            label={t`Quantity`}
            value={texts.quantity}
            onChange={set('quantity')}
            fault={faults.quantity}
            isChecked={isSubmitted}
          />
          <DecimalField
            label={t`Unit price`}
            value={texts.unit_price}
            onChange={set('unit_price')}
            fault={missing ?? faults.unit_price}
            isChecked={isSubmitted}
          />
        </div>
        <TextField
          label={t`Description`}
          fault={faults.description}
          maxLength={500}
          value={texts.description}
          onChange={set('description')}
        />
      </Form>
    </Dialog>
  )
}

function TypeField({
  types,
  value,
  onChange,
  isMissing,
}: {
  types: readonly ChargeTypeChoice[]
  value: string | null
  onChange: (code: string) => void
  isMissing: boolean
}) {
  const { t } = useLingui()
  return (
    <Field label={t`Charge type`} fault={isMissing ? t`Choose a charge type.` : undefined}>
      {({ className, ...input }) => (
        <Select
          {...input}
          className={className}
          choices={types.map(({ code, name }) => ({ value: code, label: name }))}
          value={value}
          placeholder={t`Choose…`}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
