import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { PasskeyCancelled } from '../session/passkeys.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmationField, useConfirmation } from './confirmation.tsx'
import { usePasskeys } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.dialog.tsx'
import { StepFooter } from './set-up-steps.tsx'

/**
 * Confirmation and name, then the browser's passkey prompt, then recovery codes if the user has none yet.
 * @param onCancel absent where the step is mandatory
 * @param onAdded called when no recovery codes follow
 * @param onDone once the codes are stored
 * @param onHeld receives whether unsaved codes are shown, so that nothing may close
 */
export function AddPasskeySteps({
  onCancel,
  onAdded,
  onDone,
  onHeld,
}: {
  onCancel?: (() => void) | undefined
  onAdded: () => void
  onDone: () => void
  onHeld?: (isHeld: boolean) => void
}) {
  const { add } = usePasskeys()
  const [isStored, setIsStored] = useState(false)
  const codes = add.data?.recovery_codes ?? []
  const isHeld = codes.length > 0 && !isStored
  useEffect(() => onHeld?.(isHeld), [onHeld, isHeld])
  if (codes.length === 0) return <AddForm add={add} onCancel={onCancel} onAdded={onAdded} />
  return (
    <RecoveryCodes
      text={
        <Trans>
          Passkey added. Keep these codes apart from your devices: each signs you in once without one. They are shown
          only once.
        </Trans>
      }
      codes={codes}
      isStored={isStored}
      onStored={setIsStored}
      onDone={onDone}
    />
  )
}

function AddForm({
  add,
  onCancel,
  onAdded,
}: {
  add: ReturnType<typeof usePasskeys>['add']
  onCancel: (() => void) | undefined
  onAdded: () => void
}) {
  const { t } = useLingui()
  const confirmation = useConfirmation()
  const [name, setName] = useState('')
  const isCancelled = add.error instanceof PasskeyCancelled
  const failure = add.error && !isCancelled ? failureOf(add.error) : undefined
  const faults = faultsByField(failure)
  const asksProvider = confirmation.way === 'provider'

  function submit() {
    if (!confirmation.isReady || name.trim() === '') return
    const given = { current: confirmation.current, name: name.trim() }
    add.mutate(given, { onSuccess: ({ recovery_codes }) => recovery_codes.length === 0 && onAdded() })
  }

  return (
    <Form
      label={t`Add passkey`}
      failure={restOf(failure, ['current_password', 'name'])}
      onSubmit={submit}
      footer={
        (!asksProvider || onCancel) && (
          <StepFooter
            verb={<Trans>Continue</Trans>}
            onCancel={onCancel}
            isBusy={add.isPending}
            isDisabled={asksProvider}
          />
        )
      }
    >
      {!asksProvider && (
        <TextField label={t`Name`} fault={faults.name} maxLength={100} value={name} onChange={setName} />
      )}
      <ConfirmationField confirmation={confirmation} fault={faults.current_password} />
      {isCancelled && (
        <p role="alert" className="text-ink-2">
          <Trans>No passkey was made. Try again.</Trans>
        </p>
      )}
    </Form>
  )
}
