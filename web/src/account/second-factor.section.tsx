import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ShieldCheck, ShieldOff } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { accountQuery, useSecondFactor } from './queries.ts'
import { NewCodesDialog } from './recovery-codes.dialog.tsx'
import { ConfirmStep, SetUpSteps } from './set-up-steps.tsx'

/** Authenticator app as a second factor: its state, and actions to change it. */
export function SecondFactorSection() {
  const { t } = useLingui()
  const account = useQuery(accountQuery).data
  const [openDialog, setOpenDialog] = useState<'on' | 'off' | 'codes'>()
  const isOn = account?.has_code_app === true
  return (
    <section aria-labelledby="factor-title" className="grid grid-cols-[260px_1fr] gap-8">
      <div>
        <h2 id="factor-title" className="font-semibold">
          <Trans>Second factor</Trans>
        </h2>
        <p className="mt-1 text-ink-2">
          {account?.has_password === false ? (
            <Trans>A 6-digit code from an app on your phone, after your sign-in provider.</Trans>
          ) : (
            <Trans>A 6-digit code from an app on your phone, after your password.</Trans>
          )}
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

/** Set-up steps in a dialog that stays open until the recovery codes are stored. */
function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [mayClose, setMayClose] = useState(true)
  return (
    <Dialog isOpen onClose={() => mayClose && onClose()} title={t`Set up the second factor`}>
      <SetUpSteps onCancel={onClose} onDone={onClose} onHeld={(isHeld) => setMayClose(!isHeld)} />
    </Dialog>
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
      text={<Trans>You then sign in without a code. Recovery codes stop working.</Trans>}
    >
      <ConfirmStep
        step={remove}
        verb={t`Turn off`}
        isDangerous
        onCancel={onClose}
        onSubmit={(current) =>
          remove.mutate(current, {
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
