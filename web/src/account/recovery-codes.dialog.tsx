import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { accountQuery, type Proof, useRenewCodes } from './queries.ts'

/** Creates new recovery codes after confirmation by password or code. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const renew = useRenewCodes()
  const [isStored, setIsStored] = useState(false)
  const codes = renew.data?.recovery_codes
  return (
    <Dialog
      isOpen
      onClose={() => (codes === undefined || isStored) && onClose()}
      title={t`New recovery codes`}
      text={codes === undefined && <Trans>Your current codes stop working. The app on your phone keeps working.</Trans>}
    >
      {codes === undefined ? (
        <ProofForm renew={renew} onCancel={onClose} />
      ) : (
        <RecoveryCodes
          text={
            <Trans>Keep these codes away from your phone. They replace the old ones and are shown only once.</Trans>
          }
          codes={codes}
          isStored={isStored}
          onStored={setIsStored}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}

function ProofForm({ renew, onCancel }: { renew: ReturnType<typeof useRenewCodes>; onCancel: () => void }) {
  const { t } = useLingui()
  // Users without a password enter a code: only users with an authenticator app see this dialog.
  const hasPassword = useQuery(accountQuery).data?.has_password !== false
  const [kind, setKind] = useState<Proof['kind']>(hasPassword ? 'current_password' : 'code')
  const [text, setText] = useState('')
  const failure = renew.error ? failureOf(renew.error) : undefined
  const isPassword = kind === 'current_password'

  function turn() {
    setKind(isPassword ? 'code' : 'current_password')
    setText('')
    renew.reset()
  }

  return (
    <Form
      label={t`New recovery codes`}
      failure={restOf(failure, [kind])}
      onSubmit={() => text.trim() !== '' && renew.mutate({ kind, text: isPassword ? text : text.trim() })}
      footer={<DialogFooter verb={<Trans>Create new codes</Trans>} onClose={onCancel} isBusy={renew.isPending} />}
    >
      <Field
        label={isPassword ? t`Current password` : t`6-digit code`}
        fault={faultsByField(failure)[kind]}
        side={
          hasPassword && (
            <button type="button" className="h-6 rounded-md px-1 text-[12px] text-ink-2 hover:text-ink" onClick={turn}>
              {isPassword ? <Trans>Use a code from the app</Trans> : <Trans>Use password</Trans>}
            </button>
          )
        }
      >
        {(input) => (
          <input
            {...input}
            key={kind}
            type={isPassword ? 'password' : 'text'}
            inputMode={isPassword ? 'text' : 'numeric'}
            autoComplete={isPassword ? 'current-password' : 'one-time-code'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Form>
  )
}

/** Recovery codes, shown only now; the dialog stays open until they are stored. */
export function RecoveryCodes({
  text,
  codes,
  isStored,
  onStored,
  onDone,
}: {
  text: ReactNode
  codes: readonly string[]
  isStored: boolean
  onStored: (isStored: boolean) => void
  onDone: () => void
}) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{text}</p>
      <div className="relative rounded-md border border-line bg-sunken p-3">
        <CopyButton text={codes.join('\n')} label={t`Copy codes`} className="absolute top-1 right-1" />
        <ul className="tnum grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-[12px]">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <CheckField isOn={isStored} onChange={onStored}>
        <Trans>I have saved them</Trans>
      </CheckField>
      <div className="flex justify-end">
        <Button variant="brand" disabled={!isStored} onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
