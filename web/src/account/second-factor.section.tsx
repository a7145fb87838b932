import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { ShieldCheck, ShieldOff } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { accountQuery, useSecondFactor } from './queries.ts'
import { NewCodesDialog, RecoveryCodes } from './recovery-codes.dialog.tsx'

/** A code of an app in addition to the password: on or off, and how to change that. */
export function SecondFactorSection() {
  const { t } = useLingui()
  const account = useQuery(accountQuery).data
  const [openDialog, setOpenDialog] = useState<'on' | 'off' | 'codes'>()
  const isOn = account?.has_second_factor === true
  return (
    <section aria-labelledby="factor-title" className="grid grid-cols-[260px_1fr] gap-8">
      <div>
        <h2 id="factor-title" className="font-semibold">
          <Trans>Second factor</Trans>
        </h2>
        <p className="mt-1 text-ink-2">
          <Trans>A 6-digit code from an app on your phone, after your password.</Trans>
        </p>
      </div>
      <div className="flex items-center gap-3 self-start rounded-lg border border-line px-3 py-2.5">
        {isOn ? (
          <ShieldCheck size={18} className="text-green" aria-hidden="true" />
        ) : (
          <ShieldOff size={18} className="text-ink-3" aria-hidden="true" />
        )}
        <div className="min-w-0 flex-1">
          <p className="font-medium">{isOn ? t`On` : t`Off`}</p>
          {isOn && (
            <p className="tnum text-[12px] text-ink-3">
              <Plural value={account.recovery_codes_left} one="# recovery code left" other="# recovery codes left" />
            </p>
          )}
        </div>
        {isOn && (
          <Button onClick={() => setOpenDialog('codes')}>
            <Trans>New recovery codes…</Trans>
          </Button>
        )}
        {account && (
          <Button onClick={() => setOpenDialog(isOn ? 'off' : 'on')}>
            {isOn ? <Trans>Turn off…</Trans> : <Trans>Set up…</Trans>}
          </Button>
        )}
      </div>
      {openDialog === 'on' && <SetUpDialog onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'codes' && <NewCodesDialog onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'off' && <TurnOffDialog onClose={() => setOpenDialog(undefined)} />}
    </section>
  )
}

/** Password, then the picture and a first code, then the recovery codes. */
function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { begin, confirm } = useSecondFactor()
  const [isStored, setIsStored] = useState(false)
  const codes = confirm.data?.recovery_codes
  const mayClose = codes === undefined || isStored
  return (
    <Dialog isOpen onClose={() => mayClose && onClose()} title={t`Set up the second factor`}>
      {codes !== undefined ? (
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
          onDone={onClose}
        />
      ) : begin.data === undefined ? (
        <PasswordStep
          step={begin}
          verb={t`Continue`}
          onCancel={onClose}
          onSubmit={(password) => begin.mutate(password)}
        />
      ) : (
        <CodeStep secret={begin.data} confirm={confirm} onCancel={onClose} />
      )}
    </Dialog>
  )
}

interface Step {
  error: Error | null
  isPending: boolean
}

function PasswordStep({
  step,
  verb,
  isDangerous = false,
  onCancel,
  onSubmit,
}: {
  step: Step
  verb: string
  isDangerous?: boolean
  onCancel: () => void
  onSubmit: (password: string) => void
}) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const failure = step.error ? failureOf(step.error) : undefined
  return (
    <Form
      label={t`Current password`}
      failure={restOf(failure, ['current_password'])}
      onSubmit={() => password !== '' && onSubmit(password)}
      foot={<DialogFoot verb={verb} onClose={onCancel} isBusy={step.isPending} isDangerous={isDangerous} />}
    >
      <Field label={t`Current password`} fault={faultsByField(failure).current_password}>
        {(input) => (
          <input
            {...input}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
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
  onCancel: () => void
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const failure = confirm.error ? failureOf(confirm.error) : undefined
  return (
    <Form
      label={t`First code`}
      failure={restOf(failure, ['code'])}
      onSubmit={() => code.trim() !== '' && confirm.mutate(code.trim())}
      foot={<DialogFoot verb={<Trans>Turn on</Trans>} onClose={onCancel} isBusy={confirm.isPending} />}
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
      <Field label={t`6-digit code`} fault={faultsByField(failure).code}>
        {(input) => (
          <input
            {...input}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
    </Form>
  )
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { remove } = useSecondFactor()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Turn off the second factor?`}
      text={<Trans>You then sign in with your password only. Recovery codes stop working.</Trans>}
    >
      <PasswordStep
        step={remove}
        verb={t`Turn off`}
        isDangerous
        onCancel={onClose}
        onSubmit={(password) =>
          remove.mutate(password, {
            onSuccess: () => {
              toasts.done(t`Second factor turned off`)
              onClose()
            },
          })
        }
      />
    </Dialog>
  )
}
