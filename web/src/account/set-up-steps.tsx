import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { ConfirmationField, useConfirmation } from './confirmation.tsx'
import { useSecondFactor } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.dialog.tsx'

/**
 * Confirmation, then the QR code and a first code, then the recovery codes.
 * @param onCancel absent where the step is mandatory
 * @param onHeld receives whether unsaved codes are shown, so that nothing may close
 */
export function SetUpSteps({
  onCancel,
  onDone,
  onHeld,
}: {
  onCancel?: (() => void) | undefined
  onDone: () => void
  onHeld?: (isHeld: boolean) => void
}) {
  const { t } = useLingui()
  const { begin, confirm } = useSecondFactor()
  const [isStored, setIsStored] = useState(false)
  const codes = confirm.data?.recovery_codes
  const isHeld = codes !== undefined && !isStored
  useEffect(() => onHeld?.(isHeld), [onHeld, isHeld])
  if (codes !== undefined) {
    return (
      <RecoveryCodes
        text={
          <Trans>
            Second factor is on. Keep these codes away from your phone: each signs you in once without it. They are
            shown only once.
          </Trans>
        }
        codes={codes}
        isStored={isStored}
        onStored={setIsStored}
        onDone={onDone}
      />
    )
  }
  if (begin.data !== undefined) return <CodeStep secret={begin.data} confirm={confirm} onCancel={onCancel} />
  return (
    <ConfirmStep step={begin} verb={t`Continue`} onCancel={onCancel} onSubmit={(current) => begin.mutate(current)} />
  )
}

interface Step {
  error: Error | null
  isPending: boolean
}

/** Confirms the user's identity before a step. */
export function ConfirmStep({
  step,
  verb,
  isDangerous = false,
  onCancel,
  onSubmit,
}: {
  step: Step
  verb: string
  isDangerous?: boolean
  /** Absent where the step is mandatory. */
  onCancel?: (() => void) | undefined
  /** `current`: the password, undefined if a provider confirmed the user. */
  onSubmit: (current: string | undefined) => void
}) {
  const { t } = useLingui()
  const confirmation = useConfirmation()
  const failure = step.error ? failureOf(step.error) : undefined
  return (
    <Form
      label={t`Confirm that it is you`}
      failure={restOf(failure, ['current_password'])}
      onSubmit={() => confirmation.isReady && onSubmit(confirmation.current)}
      footer={
        (confirmation.way !== 'provider' || onCancel) && (
          <StepFooter
            verb={verb}
            onCancel={onCancel}
            isBusy={step.isPending}
            isDangerous={isDangerous}
            isDisabled={confirmation.way === 'provider'}
          />
        )
      }
    >
      <ConfirmationField confirmation={confirmation} fault={faultsByField(failure).current_password} />
    </Form>
  )
}

function CodeStep({
  secret,
  confirm,
  onCancel,
}: {
  secret: { secret: string; url: string }
  confirm: ReturnType<typeof useSecondFactor>['confirm']
  onCancel?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const failure = confirm.error ? failureOf(confirm.error) : undefined
  return (
    <Form
      label={t`First code`}
      failure={restOf(failure, ['code'])}
      onSubmit={() => code.trim() !== '' && confirm.mutate(code.trim())}
      footer={<StepFooter verb={<Trans>Turn on</Trans>} onCancel={onCancel} isBusy={confirm.isPending} />}
    >
      <p className="text-ink-2">
        <Trans>Scan this with the app or type in the secret. Then enter the 6-digit code.</Trans>
      </p>
      <QrCode text={secret.url} label={t`QR code for the app`} />
      <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 font-mono text-[11.5px] [overflow-wrap:anywhere]" data-totp="">
          {secret.secret}
        </code>
        <CopyButton text={secret.secret} label={t`Copy secret`} />
      </div>
      <TextField
        label={t`6-digit code`}
        fault={faultsByField(failure).code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={setCode}
      />
    </Form>
  )
}

/** Buttons of a step; only the submit button if it cannot be cancelled. */
export function StepFooter({
  verb,
  onCancel,
  isBusy,
  isDangerous = false,
  isDisabled = false,
}: {
  verb: ReactNode
  onCancel: (() => void) | undefined
  isBusy: boolean
  isDangerous?: boolean
  isDisabled?: boolean
}) {
  if (onCancel) return <DialogFooter {...{ verb, isBusy, isDangerous, isDisabled }} onClose={onCancel} />
  return (
    <Button variant="brand" type="submit" isBusy={isBusy}>
      {verb}
    </Button>
  )
}
