import type { ShownSecret, WebhookCredential } from '@cartage/contract/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, Plus, RefreshCw, Trash2, Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { failureOf } from '../shell/failure.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { type PlainColumn, PlainTable } from '../ui/plain-table.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { useCredentialDeeds, webhookCredentialsQuery } from './clients.queries.ts'
import { RemoveDialog, RotateDialog, SecretDialog } from './credential.dialogs.tsx'
import { LiveSecrets } from './live-secrets.tsx'
import { SettingsBody } from './settings-body.tsx'

type Asking = { kind: 'create' } | { kind: 'rotate' | 'remove'; credential: WebhookCredential }

/** User names and passwords with which other systems report to our webhooks (AUTH-5, AUTH-9). */
export function WebhooksPage() {
  const { t } = useLingui()
  const tell = useToasts()
  const mayWrite = usePermission('credential.write')
  const query = useQuery({ ...webhookCredentialsQuery, enabled: mayWrite })
  const { create, rotate, remove } = useCredentialDeeds('webhook')
  const [asking, setAsking] = useState<Asking>()
  const [shown, setShown] = useState<ShownSecret>()
  const columns = useColumns(setAsking)
  const show = (secret: ShownSecret) => {
    setAsking(undefined)
    setShown(secret)
  }
  const ask = (next: Asking | undefined) => {
    create.reset()
    rotate.reset()
    remove.reset()
    setAsking(next)
  }
  const credentials = query.data?.items
  return (
    <SettingsBody
      title={t`Webhook credentials`}
      text={
        <Trans>
          Board computers, subcontractors and scanners report to webhooks with these, in Basic. They open nothing else.
        </Trans>
      }
      permission="credential.write"
      actions={
        <Button variant="brand" icon={Plus} onClick={() => ask({ kind: 'create' })}>
          <Trans>New webhook credentials</Trans>
        </Button>
      }
    >
      {query.error !== null && credentials === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : credentials?.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title={t`Nobody reports by webhook yet`}
          text={t`Make credentials for the first system that is to report status, positions or documents.`}
        />
      ) : (
        <PlainTable
          label={t`Webhook credentials`}
          columns={columns}
          rows={credentials}
          keyOf={(credential) => credential.client_id}
        />
      )}
      {asking?.kind === 'create' && <CreateDialog create={create} onClose={() => ask(undefined)} onShown={show} />}
      {asking?.kind === 'rotate' && (
        <RotateDialog credential={asking.credential} rotate={rotate} onClose={() => ask(undefined)} onShown={show} />
      )}
      {asking?.kind === 'remove' && (
        <RemoveDialog
          credential={asking.credential}
          remove={remove}
          onClose={() => ask(undefined)}
          onRemoved={() => {
            tell.done(t`${asking.credential.name} is removed`)
            ask(undefined)
          }}
        />
      )}
      {shown && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </SettingsBody>
  )
}

function useColumns(ask: (asking: Asking) => void): readonly PlainColumn<WebhookCredential>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { id: 'name', title: t`Name`, cell: (one) => <span className="font-medium">{one.name}</span> },
      {
        id: 'id',
        title: t`User name`,
        cell: (one) => (
          <span className="flex items-center gap-0.5 text-ink-2">
            <code className="truncate font-mono text-[11px]">{one.client_id}</code>
            <CopyButton text={one.client_id} label={t`Copy user name`} />
          </span>
        ),
      },
      { id: 'made', title: t`Made`, width: 'w-28', cell: (one) => <RelativeTime instant={one.created_at} /> },
      { id: 'secrets', title: t`Secrets`, width: 'w-56', cell: (one) => <LiveSecrets secrets={one.secrets} /> },
      {
        id: 'more',
        title: '',
        width: 'w-12',
        cell: (credential) => (
          <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${credential.name}`} />}>
            <MenuItem icon={RefreshCw} onSelect={() => ask({ kind: 'rotate', credential })}>
              {t`New secret…`}
            </MenuItem>
            <MenuItem icon={Trash2} isDangerous onSelect={() => ask({ kind: 'remove', credential })}>
              {t`Remove…`}
            </MenuItem>
          </Menu>
        ),
      },
    ],
    [t, ask],
  )
}

function CreateDialog({
  create,
  onClose,
  onShown,
}: {
  create: ReturnType<typeof useCredentialDeeds>['create']
  onClose: () => void
  onShown: (shown: ShownSecret) => void
}) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  function submit() {
    setIsAsked(true)
    if (name.trim() !== '') create.mutate({ name: name.trim(), roles: [] }, { onSuccess: onShown })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`New webhook credentials`}>
      <Form
        label={t`New webhook credentials`}
        failure={create.error ? failureOf(create.error) : undefined}
        onSubmit={submit}
        foot={
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="brand" type="submit" isBusy={create.isPending}>
              <Trans>Create</Trans>
            </Button>
          </>
        }
      >
        <Field label={t`Name`} fault={isAsked && name.trim() === '' ? t`Say what they are for.` : undefined}>
          {(input) => (
            <input
              {...input}
              value={name}
              maxLength={100}
              placeholder={t`Board computers`}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
