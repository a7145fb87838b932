import type { MailServer } from '@cartage/contract/billing/app/mail-server'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByPath, restOf } from '../api/field-faults.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type MailServerInput, useSetMailServer } from './queries.ts'

const members = ['host', 'port', 'security', 'username', 'password', 'sender', 'reply_to'] as const
type Texts = Readonly<Record<Exclude<(typeof members)[number], 'security'>, string>>

/** Fields of a mail server. An empty password field keeps the stored password. */
export function MailServerForm({ server }: { server: MailServer['server'] }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const set = useSetMailServer()
  const [security, setSecurity] = useState<MailServerInput['security']>(server?.security ?? 'STARTTLS')
  const [texts, setTexts] = useState<Texts>({
    host: server?.host ?? '',
    port: String(server?.port ?? 587),
    username: server?.username ?? '',
    password: '',
    sender: server?.sender ?? '',
    reply_to: server?.reply_to ?? '',
  })
  const failure = set.error ? failureOf(set.error) : undefined
  const faults = failure ? faultsByPath(failure) : {}
  const labels: Readonly<Record<keyof Texts, string>> = {
    host: t`Server`,
    port: t`Port`,
    username: t`Username`,
    password: server?.has_password ? t`Password (empty: unchanged)` : t`Password`,
    sender: t`Sender`,
    reply_to: t`Reply to`,
  }

  function submit() {
    const { host, port, username, password, sender, reply_to } = texts
    const body = {
      ...{ host, port: Number(port), security, sender, username: username.trim() || null },
      reply_to: reply_to.trim() || null,
      ...(password !== '' && { password }),
    }
    set.mutate(body, { onSuccess: () => toasts.done(t`Mail server saved`) })
  }

  const text = (name: keyof Texts) => (
    <Field key={name} label={labels[name]} fault={faults[name]}>
      {(input) => (
        <input
          {...input}
          type={name === 'password' ? 'password' : 'text'}
          autoComplete="off"
          value={texts[name]}
          onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <Form
      label={t`Mail server`}
      failure={restOf(failure, members)}
      onSubmit={submit}
      footer={
        <Button variant="brand" type="submit" isBusy={set.isPending}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      {text('host')}
      {text('port')}
      <Field label={t`Encryption`} fault={faults.security}>
        {(input) => (
          <Select<MailServerInput['security']>
            {...input}
            choices={[
              { value: 'STARTTLS', label: 'STARTTLS' },
              { value: 'TLS', label: 'TLS' },
            ]}
            value={security}
            onChange={setSecurity}
          />
        )}
      </Field>
      {(['username', 'password', 'sender', 'reply_to'] as const).map(text)}
    </Form>
  )
}
