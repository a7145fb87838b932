import type { ShownSecret } from '@cartage/contract/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Failure, failureOf } from '../shell/failure.ts'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/checkbox.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import type { useCredentialDeeds } from './clients.queries.ts'

/** Id and secret, this once. It closes only when the person says that both are kept. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const { t } = useLingui()
  const [isStored, setIsStored] = useState(false)
  return (
    <Dialog
      isOpen
      onClose={() => isStored && onClose()}
      title={t`Store the secret now`}
      text={<Trans>It is shown this once. Cartage keeps only its fingerprint and cannot show it again.</Trans>}
      className="w-[520px]"
      foot={
        <Button variant="brand" disabled={!isStored} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="grid gap-3">
        <SecretLine label={t`Id`} text={shown.client_id} />
        <SecretLine label={t`Secret`} text={shown.client_secret} />
        <CheckField isOn={isStored} onChange={setIsStored}>
          <Trans>I have stored it</Trans>
        </CheckField>
      </div>
    </Dialog>
  )
}

function SecretLine({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="pb-1 text-[12px] font-medium text-ink-2">{label}</p>
      <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 font-mono text-[12px] [overflow-wrap:anywhere]" data-secret={label}>
          {text}
        </code>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  )
}

type Deeds = ReturnType<typeof useCredentialDeeds>

/** A second secret; the present one works on for a while, so that nothing stops. */
export function RotateDialog({
  credential,
  rotate,
  onClose,
  onShown,
}: {
  credential: { client_id: string; name: string }
  rotate: Deeds['rotate']
  onClose: () => void
  onShown: (shown: ShownSecret) => void
}) {
  const { t } = useLingui()
  const [overlap, setOverlap] = useState('86400')
  const choices = [
    { value: '0', label: t`At once` },
    { value: '3600', label: t`In one hour` },
    { value: '86400', label: t`In 24 hours` },
    { value: '604800', label: t`In seven days` },
  ]
  function submit() {
    rotate.mutate({ id: credential.client_id, overlap_seconds: Number(overlap) }, { onSuccess: onShown })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`New secret for ${credential.name}`}
      text={
        <Trans>Both secrets work until the present one ends. Put the new one into the other system meanwhile.</Trans>
      }
    >
      <Form
        label={t`New secret`}
        failure={rotate.error ? failureOf(rotate.error) : undefined}
        onSubmit={submit}
        foot={
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="brand" type="submit" isBusy={rotate.isPending}>
              <Trans>Make new secret</Trans>
            </Button>
          </>
        }
      >
        <Field label={t`The present secret ends`} fault={undefined}>
          {({ id, className }) => (
            <Select id={id} className={className} choices={choices} value={overlap} onChange={setOverlap} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}

/** Removes credentials for ever; typing the name makes sure that they are the right ones. */
export function RemoveDialog({
  credential,
  remove,
  onClose,
  onRemoved,
}: {
  credential: { client_id: string; name: string }
  remove: Deeds['remove']
  onClose: () => void
  onRemoved: () => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const failure: Failure | undefined = remove.error ? failureOf(remove.error) : undefined
  const isSame = typed.trim() === credential.name
  return (
    <Dialog isOpen onClose={onClose} title={t`Remove ${credential.name}?`}>
      <Form
        label={t`Remove`}
        failure={failure}
        onSubmit={() => isSame && remove.mutate(credential.client_id, { onSuccess: onRemoved })}
        foot={
          <>
            <Button onClick={onClose}>
              <Trans>Keep</Trans>
            </Button>
            <Button variant="danger" type="submit" disabled={!isSame} isBusy={remove.isPending}>
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      >
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>The system that uses them is refused from its next request on. This cannot be taken back.</Trans>
        </Notice>
        <Field label={t`Type the name “${credential.name}” to go on`} fault={undefined}>
          {(input) => (
            <input {...input} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
