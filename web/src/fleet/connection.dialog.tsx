import { type TelematicsConnection, telematicsSignIns } from '@cartage/contract/positions/app/connections'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { type NewConnection, useConnectionActions } from './connections.queries.ts'

const empty = { name: '', base_url: '', user_name: '', token_url: '', secret: '' }
const kinds = [
  { value: 'RFMS', label: 'rFMS 4' },
  { value: 'TRACCAR', label: 'Traccar' },
] as const

/** Default polling interval of a new connection, in seconds. */
const usualSeconds = 60

function textsOf(connection: TelematicsConnection | undefined): typeof empty {
  if (!connection) return empty
  const { name, base_url, user_name, token_url } = connection
  return { ...empty, name, base_url: base_url ?? '', user_name: user_name ?? '', token_url: token_url ?? '' }
}

const members = [...Object.keys(empty), 'sign_in', 'kind']

interface ConnectionDialogProps {
  /** Connection to edit; absent for a new one. */
  connection?: TelematicsConnection | undefined
  forwardUrl: string | null
  onClose: () => void
}

/** Adds or edits a connection; the token for forwarding is shown once. */
export function ConnectionDialog({ connection, forwardUrl, onClose }: ConnectionDialogProps) {
  const { t } = useLingui()
  const form = useConnectionForm(connection, onClose)
  if (form.token) return <TokenDialog token={form.token} forwardUrl={forwardUrl} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={connection ? t`Change ${connection.name}` : t`Add connection`}>
      <Form
        label={t`Connection`}
        failure={restOf(form.failure, members)}
        onSubmit={form.submit}
        footer={
          <DialogFooter
            verb={connection ? <Trans>Save</Trans> : <Trans>Add</Trans>}
            onClose={onClose}
            isBusy={form.isBusy}
          />
        }
      >
        <ConnectionFields form={form} isNew={connection === undefined} />
      </Form>
    </Dialog>
  )
}

/** Form state, and saving. */
function useConnectionForm(connection: TelematicsConnection | undefined, onClose: () => void) {
  const { add, change } = useConnectionActions()
  const [kind, setKind] = useState<NewConnection['kind']>(connection?.kind === 'TRACCAR' ? 'TRACCAR' : 'RFMS')
  const [signIn, setSignIn] = useState<NewConnection['sign_in']>(connection?.sign_in ?? 'BASIC')
  const [isPaused, setPaused] = useState(connection?.is_paused ?? false)
  const [texts, setTexts] = useState(() => textsOf(connection))
  const error = add.error ?? change.error
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  function submit() {
    const { name, base_url, user_name, token_url, secret } = texts
    const address = { base_url: orNull(base_url), user_name: orNull(user_name), token_url: orNull(token_url) }
    const interval_seconds = connection?.interval_seconds ?? usualSeconds
    const facts = { name, ...address, sign_in: signIn, interval_seconds, is_paused: isPaused }
    const body = { ...facts, ...(secret !== '' && { secret }) }
    if (connection) change.mutate({ connection_id: connection.connection_key, body }, { onSuccess: onClose })
    else add.mutate({ kind, ...body }, { onSuccess: ({ token }) => token === null && onClose() })
  }
  return {
    ...{ kind, setKind, signIn, setSignIn, isPaused, setPaused, texts, submit, token: add.data?.token },
    setText: (member: keyof typeof empty, text: string) => setTexts((before) => ({ ...before, [member]: text })),
    failure: error ? failureOf(error) : undefined,
    isBusy: add.isPending || change.isPending,
  }
}

function ConnectionFields({ form, isNew }: { form: ReturnType<typeof useConnectionForm>; isNew: boolean }) {
  const { t } = useLingui()
  const { kind, setKind, signIn, setSignIn, isPaused, setPaused, texts, setText } = form
  const faults = faultsByField(form.failure)
  const field = (member: keyof typeof empty, label: string, type = 'text') => (
    <TextField
      label={label}
      fault={faults[member]}
      type={type}
      autoComplete="off"
      spellCheck={false}
      value={texts[member]}
      onChange={(text) => setText(member, text)}
    />
  )
  const labels = {
    NONE: t`No sign-in`,
    BASIC: t`User and password`,
    BEARER: t`Token`,
    CLIENT_CREDENTIALS: t`Client id and secret`,
  }
  return (
    <>
      {isNew && (
        <Select
          label={t({ message: 'Service', context: 'telematics' })}
          choices={kinds}
          value={kind}
          onChange={setKind}
        />
      )}
      {field('name', t`Name`)}
      {field('base_url', t`Address`)}
      <Select
        label={t`Sign-in`}
        choices={telematicsSignIns.map((value) => ({ value, label: labels[value] }))}
        value={signIn}
        onChange={setSignIn}
      />
      {signIn !== 'NONE' && signIn !== 'BEARER' && field('user_name', t`User or client id`)}
      {signIn === 'CLIENT_CREDENTIALS' && field('token_url', t`Address of the token endpoint`)}
      {signIn !== 'NONE' && field('secret', isNew ? t`Secret` : t`Secret (empty: stays)`, 'password')}
      {!isNew && (
        <CheckField isOn={isPaused} onChange={setPaused}>
          <Trans>Paused: it is not polled</Trans>
        </CheckField>
      )}
    </>
  )
}

/** Token with the configuration lines for Traccar; shown only now. */
export function TokenDialog({
  token,
  forwardUrl,
  onClose,
}: {
  token: string
  forwardUrl: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  const lines = [
    'forward.enable=true',
    'forward.type=json',
    `forward.url=${forwardUrl ?? ''}`,
    `forward.header=Authorization: Bearer ${token}`,
  ]
  const text = lines.join('\n')
  return (
    <Dialog isOpen onClose={onClose} title={t`Forward from Traccar`}>
      <div className="grid gap-3">
        <p>
          <Trans>Add these lines to the configuration of Traccar. The token is shown this once.</Trans>
        </p>
        <pre className="rounded-md border border-line bg-sunken p-2 font-mono text-[12px] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
        <CopyButton text={text} label={t`Copy`} />
        <DialogFooter verb={<Trans>Done</Trans>} onClose={onClose} onConfirm={onClose} />
      </div>
    </Dialog>
  )
}
