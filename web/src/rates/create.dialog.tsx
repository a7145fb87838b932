import { type ChargeSide, chargeSides } from '@cartage/contract/rates/app/charge-type'
import { Currency, RateCode } from '@cartage/contract/rates/app/decimal'
import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { useLabels } from '../records/code-labels.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useNewRecord } from './queries.ts'
import { kindLabels, sideLabels } from './state.labels.ts'

/** Creates a rate card, tariff table or zone set. Its content is entered on its page. */
export function NewRecordDialog({
  kind,
  onClose,
  onCreated,
}: {
  kind: RateRecordKind
  onClose: () => void
  onCreated: (record: RateRecord) => void
}) {
  const { t } = useLingui()
  const create = useNewRecord()
  const [texts, setTexts] = useState({ code: '', name: '', currency: 'EUR' })
  const [chosenSide, setSide] = useState<ChargeSide>('SALES')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isCard = kind === 'RATE_CARD'
  const { faults: fromServer, rest } = formFaults(create.error, Object.keys(texts))
  const own = {
    code: RateCode.safeParse(texts.code).success ? undefined : t`Enter a code: letters, digits and . _ -`,
    name: texts.name.trim() === '' ? t`Enter a name.` : undefined,
    currency: !isCard || Currency.safeParse(texts.currency).success ? undefined : t`Enter a currency, such as EUR.`,
  }

  function submit() {
    setIsSubmitted(true)
    if (own.code !== undefined || own.name !== undefined || own.currency !== undefined) return
    const { code, name, currency } = texts
    create.mutate(
      { kind, code: code.trim(), name: name.trim(), ...(isCard && { side: chosenSide, currency }) },
      {
        onSuccess: onClose,
        goOn: onCreated,
      },
    )
  }

  const line = (member: keyof typeof texts, label: string) => (
    <TextField
      label={label}
      fault={isSubmitted ? (own[member] ?? fromServer[member]) : undefined}
      maxLength={200}
      value={texts[member]}
      onChange={(text) => setTexts({ ...texts, [member]: text })}
    />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t(kindLabels[kind].create)}>
      <Form
        label={t(kindLabels[kind].create)}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        {line('code', t`Code`)}
        {line('name', t`Name`)}
        {isCard && (
          <div className="grid grid-cols-2 gap-3">
            <SideField value={chosenSide} onChange={setSide} />
            {line('currency', t`Currency`)}
          </div>
        )}
      </Form>
    </Dialog>
  )
}

function SideField({ value, onChange }: { value: ChargeSide; onChange: (side: ChargeSide) => void }) {
  const { t } = useLingui()
  const word = useLabels(sideLabels)
  const choices = chargeSides.map((side) => ({ value: side, label: word(side) }))
  return (
    <Field label={t`Side`} fault={undefined}>
      {({ id, className }) => (
        <Select id={id} className={className} choices={choices} value={value} onChange={onChange} />
      )}
    </Field>
  )
}
