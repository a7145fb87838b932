import type { Passkey } from '@cartage/contract/auth/app/passkeys'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { knowsPasskeys } from '../session/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { KeyRound } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { AddPasskeySteps } from './add-passkey-steps.tsx'
import { accountQuery, passkeysQuery, usePasskeys } from './queries.ts'
import { ConfirmStep } from './set-up-steps.tsx'

/** The user's passkeys: names, last use, and actions to add and remove them. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery)
  const hasPassword = useQuery(accountQuery).data?.has_password !== false
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
            {hasPassword ? (
              <Trans>Sign in with the fingerprint, face or PIN of a device. Your password alone no longer does.</Trans>
            ) : (
              <Trans>Sign in with the fingerprint, face or PIN of a device.</Trans>
            )}
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

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [mayClose, setMayClose] = useState(true)
  return (
    <Dialog isOpen onClose={() => mayClose && onClose()} title={t`Add passkey`}>
      <AddPasskeySteps
        onCancel={onClose}
        onAdded={() => {
          toasts.done(t`Passkey added`)
          onClose()
        }}
        onDone={onClose}
        onHeld={(isHeld) => setMayClose(!isHeld)}
      />
    </Dialog>
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
      <ConfirmStep
        step={remove}
        verb={t`Remove`}
        isDangerous
        onCancel={onClose}
        onSubmit={(current) =>
          remove.mutate(
            { id: passkey.passkey_id, current },
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
