import type { Passkey } from '@cartage/contract/auth/app/passkeys'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { knowsPasskeys, PasskeyCancelled } from '../session/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { KeyRound } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { CurrentPassword } from './current-password.tsx'
import { passkeysQuery, usePasskeys } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.dialog.tsx'
import { PasswordStep } from './set-up-steps.tsx'

/** The passkeys of the user: what they are called, when they were used, and how to add and remove them. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const { items = [], is_possible: isPossible = false } = query.data ?? {}
  return (
    <section aria-labelledby="passkeys-title" className="grid gap-3">
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="passkeys-title" className="font-semibold">
            <Trans>Passkeys</Trans>
          </h2>
          <p className="mt-1 text-ink-2">
            <Trans>Sign in with the fingerprint, face or PIN of a device. Your password alone no longer does.</Trans>
          </p>
        </div>
        {isPossible && knowsPasskeys() && (
          <Button onClick={() => setIsAdding(true)}>
            <Trans>Add passkey…</Trans>
          </Button>
        )}
      </div>
      {query.error !== null && query.data === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {query.data && !isPossible && (
        <p className="text-ink-3">
          <Trans>Not available: this server has no address under https.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <ul className="rounded-lg border border-line">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useLingui()
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <KeyRound size={16} className="text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="tnum text-[12px] text-ink-3">
          <Trans>since</Trans> <RelativeTime instant={created_at} />
          {last_used_at !== null && (
            <>
              {' · '}
              <Trans>last used</Trans> <RelativeTime instant={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button onClick={onRemove} aria-label={t`Remove passkey ${name}`}>
        <Trans>Remove…</Trans>
      </Button>
    </li>
  )
}

/** Password and name, then the window of the browser, then recovery codes where there were none. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { add } = usePasskeys()
  const [isStored, setIsStored] = useState(false)
  const codes = add.data?.recovery_codes ?? []
  return (
    <Dialog isOpen onClose={() => (codes.length === 0 || isStored) && onClose()} title={t`Add passkey`}>
      {codes.length > 0 ? (
        <RecoveryCodes
          text={
            <Trans>
              Passkey added. Keep these codes apart from your devices: each signs you in once without one. They are
              shown only once.
            </Trans>
          }
          codes={codes}
          isStored={isStored}
          onStored={setIsStored}
          onDone={onClose}
        />
      ) : (
        <AddForm
          add={add}
          onCancel={onClose}
          onAdded={({ recovery_codes }) => {
            if (recovery_codes.length > 0) return
            toasts.done(t`Passkey added`)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function AddForm({
  add,
  onCancel,
  onAdded,
}: {
  add: ReturnType<typeof usePasskeys>['add']
  onCancel: () => void
  onAdded: (added: { recovery_codes: string[] }) => void
}) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const isCancelled = add.error instanceof PasskeyCancelled
  const failure = add.error && !isCancelled ? failureOf(add.error) : undefined
  const faults = faultsByField(failure)
  const isReady = password !== '' && name.trim() !== ''
  return (
    <Form
      label={t`Add passkey`}
      failure={restOf(failure, ['current_password', 'name'])}
      onSubmit={() => isReady && add.mutate({ current_password: password, name: name.trim() }, { onSuccess: onAdded })}
      foot={<DialogFoot verb={<Trans>Continue</Trans>} onClose={onCancel} isBusy={add.isPending} />}
    >
      <Field label={t`Name`} fault={faults.name}>
        {(input) => <input {...input} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <CurrentPassword value={password} onChange={setPassword} fault={faults.current_password} />
      {isCancelled && (
        <p role="alert" className="text-ink-2">
          <Trans>No passkey was made. Try again.</Trans>
        </p>
      )}
    </Form>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { remove } = usePasskeys()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Remove passkey ${passkey.name}?`}
      text={<Trans>It no longer signs you in. Delete it on the device as well.</Trans>}
    >
      <PasswordStep
        step={remove}
        verb={t`Remove`}
        isDangerous
        onCancel={onClose}
        onSubmit={(current_password) =>
          remove.mutate(
            { id: passkey.passkey_id, current_password },
            {
              onSuccess: () => {
                toasts.done(t`Passkey removed`)
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}
