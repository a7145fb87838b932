import type { Charge } from '@cartage/contract/charges/app/charge'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { DecimalField, decimalOf } from '../decimal-field.tsx'
import { approveCharge, useChargeChange } from '../queries.ts'

/** Approves a charge with the agreed amount. */
export function ApproveDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const change = useChargeChange()
  const [amount, setAmount] = useState(charge.amount)
  const [reason, setReason] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(change.error, ['amount', 'reason'])
  const isMissing = isSubmitted && reason.trim() === ''
  const title = t`Approve ${charge.name}?`

  function submit() {
    setIsSubmitted(true)
    const read = decimalOf(amount, language)
    if (read === undefined || reason.trim() === '') return
    change.mutate(() => approveCharge(charge.charge_id, charge.version, { amount: read, reason: reason.trim() }), {
      onSuccess: () => {
        toasts.done(t`${charge.name} approved`)
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} text={<Trans>The charge is set to the amount you approve.</Trans>}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Approve</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <DecimalField
          label={t`Amount (${charge.currency})`}
          value={amount}
          onChange={setAmount}
          fault={faults.amount}
          isChecked={isSubmitted}
        />
        <TextField
          label={t`Reason`}
          fault={isMissing ? t`Enter a reason.` : faults.reason}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  )
}
