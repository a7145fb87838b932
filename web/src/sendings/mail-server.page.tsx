import type { MailServer } from '@cartage/contract/billing/app/mail-server'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { MailServerForm } from './mail-server.form.tsx'
import { mailServerQuery, useSetMailServer, useTestMail } from './queries.ts'

/** Mail server for invoices and reminders. */
export function MailServerPage() {
  const { t } = useLingui()
  const query = useQuery({ ...mailServerQuery, enabled: usePermission('setting.read') })
  return (
    <SettingsBody
      title={t`Mail server`}
      text={<Trans>Invoices and reminders are sent by this server.</Trans>}
      permission="setting.read"
    >
      <Loaded query={query}>{(loaded) => <Loading key={JSON.stringify(loaded)} {...loaded} />}</Loaded>
    </SettingsBody>
  )
}

function Loading({ source, server }: MailServer) {
  const mayWrite = usePermission('setting.write')
  return (
    <div className="grid max-w-xl gap-4">
      {source === 'OPERATOR' && <Trans>The mail server of the operator is used until you enter your own.</Trans>}
      {source === 'NONE' && <Trans>Enter a mail server to send documents by e-mail.</Trans>}
      {mayWrite && <MailServerForm server={server} />}
      {mayWrite && source !== 'NONE' && <TestMail />}
      {mayWrite && server !== null && <Remove />}
    </div>
  )
}

function TestMail() {
  const { t } = useLingui()
  const toasts = useToasts()
  const test = useTestMail()
  const [address, setAddress] = useState('')
  function send() {
    test.mutate(address.trim(), {
      onSuccess: ({ is_sent, message }) =>
        is_sent ? toasts.done(t`Test e-mail sent`) : toasts.failed({ title: t`Not sent`, message: message ?? '' }),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <div className="flex items-end gap-2">
      <div className="flex-1">
        <TextField label={t`Send a test e-mail to`} type="email" value={address} onChange={setAddress} />
      </div>
      <Button disabled={address.trim() === ''} isBusy={test.isPending} onClick={send}>
        {t`Send test`}
      </Button>
    </div>
  )
}

function Remove() {
  const { t } = useLingui()
  const toasts = useToasts()
  const set = useSetMailServer()
  return (
    <div>
      <Button
        isBusy={set.isPending}
        onClick={() =>
          set.mutate(null, {
            onSuccess: () => toasts.done(t`Mail server removed`),
            onError: (error) => toasts.failed(failureOf(error)),
          })
        }
      >
        {t`Remove mail server`}
      </Button>
    </div>
  )
}
