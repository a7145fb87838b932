import type { Charge } from '@cartage/contract/charges/app/charge'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { DecimalField, decimalOf } from './decimal-field.tsx'
import { changeCharge, removeOverrides, useChargeChange } from './queries.ts'

const decimals = ['quantity', 'unit_price', 'amount'] as const
const fields = [...decimals, 'description', 'reason']

/** Sets values of a charge: edits a manual charge, overrides a rated one. */
export function OverrideDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const change = useChargeChange()
  const isRated = charge.origin === 'RATED' || charge.origin === 'REQUESTED'
  const { quantity, unit_price, amount, description, charge_id, version } = charge
  const [texts, setTexts] = useState({ quantity, unit_price, amount, description, reason: '' })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, fields)
  const title = isRated ? t`Override charge` : t`Edit charge`
  const set = (member: keyof typeof texts) => (text: string) => setTexts({ ...texts, [member]: text })
  const done = () => {
    toasts.done(t`${charge.name} updated`)
    onClose()
  }

  function submit() {
    setIsSubmitted(true)
    const changed = decimals.filter((member) => texts[member].trim() !== charge[member])
    const read = changed.map((member) => [member, decimalOf(texts[member], language)] as const)
    const reason = texts.reason.trim()
    if (read.some(([, value]) => value === undefined) || (isRated && reason === '')) return
    const text = texts.description.trim()
    const values = { ...Object.fromEntries(read), ...(text !== description && { description: text }) }
    if (Object.keys(values).length === 0) return onClose()
    const body = { version, ...values, ...(reason !== '' && { reason }) }
    change.mutate(() => changeCharge(charge_id, body), { onSuccess: done })
  }

  const line = (member: 'description' | 'reason', label: string, fault: string | undefined) => (
    <TextField label={label} fault={fault} maxLength={500} value={texts[member]} onChange={set(member)} />
  )
  const noReason = isSubmitted && isRated && texts.reason.trim() === '' ? t`Enter a reason.` : undefined
  return (
    <Dialog isOpen onClose={onClose} title={title} text={charge.name}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={
          <DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending}>
            {charge.overrides.length > 0 && (
              <Button onClick={() => change.mutate(() => removeOverrides(charge_id, version), { onSuccess: done })}>
                <Trans>Use rated price</Trans>
              </Button>
            )}
          </DialogFooter>
        }
      >
        <div className="grid grid-cols-3 gap-3">
          {(
            [
              ['quantity', t`Quantity`],
              ['unit_price', t`Unit price`],
              ['amount', t`Amount`],
            ] as const
          ).map(([member, label]) => (
            <DecimalField
              key={member}
              label={label}
              value={texts[member]}
              onChange={set(member)}
              fault={faults[member]}
              isChecked={isSubmitted}
            />
          ))}
        </div>
        {line('description', t`Description`, faults.description)}
        {isRated && line('reason', t`Reason`, noReason ?? faults.reason)}
      </Form>
    </Dialog>
  )
}
