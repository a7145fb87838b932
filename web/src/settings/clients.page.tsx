import type { ApiClient, ShownSecret } from '@cartage/contract/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, MoreHorizontal, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { failureOf } from '../shell/failure.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { type PlainColumn, PlainTable } from '../ui/plain-table.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { ClientDialog } from './client.dialog.tsx'
import { clientsQuery, useCredentialDeeds } from './clients.queries.ts'
import { RemoveDialog, RotateDialog, SecretDialog } from './credential.dialogs.tsx'
import { LiveSecrets } from './live-secrets.tsx'
import { SettingsBody } from './settings-body.tsx'

type Asking = { kind: 'create' } | { kind: 'rotate' | 'remove'; client: ApiClient }

/** Programs that may ask for tokens: made and removed by Super admins only (AUTH-8). */
export function ClientsPage() {
  const { t } = useLingui()
  const tell = useToasts()
  const mayWrite = usePermission('credential.write')
  const query = useQuery({ ...clientsQuery, enabled: mayWrite })
  const { create, rotate, remove } = useCredentialDeeds('api')
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
  const clients = query.data?.items
  return (
    <SettingsBody
      title={t`API clients`}
      text={<Trans>Systems that send orders and read from here. Each has an id and a secret of its own.</Trans>}
      permission="credential.write"
      actions={
        <Button variant="brand" icon={Plus} onClick={() => ask({ kind: 'create' })}>
          <Trans>New API client</Trans>
        </Button>
      }
    >
      {query.error !== null && clients === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : clients?.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={t`No system is connected yet`}
          text={t`Make a client for the first one: it gets an id and a secret to ask for tokens with.`}
        />
      ) : (
        <PlainTable label={t`API clients`} columns={columns} rows={clients} keyOf={(client) => client.client_id} />
      )}
      {asking?.kind === 'create' && <ClientDialog create={create} onClose={() => ask(undefined)} onShown={show} />}
      {asking?.kind === 'rotate' && (
        <RotateDialog credential={asking.client} rotate={rotate} onClose={() => ask(undefined)} onShown={show} />
      )}
      {asking?.kind === 'remove' && (
        <RemoveDialog
          credential={asking.client}
          remove={remove}
          onClose={() => ask(undefined)}
          onRemoved={() => {
            tell.done(t`${asking.client.name} is removed`)
            ask(undefined)
          }}
        />
      )}
      {shown && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </SettingsBody>
  )
}

function useColumns(ask: (asking: Asking) => void): readonly PlainColumn<ApiClient>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        cell: (client) => (
          <>
            <span className="block font-medium">{client.name}</span>
            <span className="flex items-center gap-0.5 text-ink-3">
              <code className="truncate font-mono text-[11px]">{client.client_id}</code>
              <CopyButton text={client.client_id} label={t`Copy id`} />
            </span>
          </>
        ),
      },
      {
        id: 'integration',
        title: t`Integration`,
        width: 'w-44',
        cell: (client) => (
          <>
            <span className="block">{client.integration_name}</span>
            <span className="flex items-center gap-0.5 text-ink-3">
              <code className="truncate font-mono text-[11px]">{client.integration_id.slice(0, 8)}…</code>
              <CopyButton text={client.integration_id} label={t`Copy integration id`} />
            </span>
          </>
        ),
      },
      { id: 'roles', title: t`Roles`, width: 'w-48', cell: (client) => <Roles client={client} /> },
      {
        id: 'used',
        title: t`Last use`,
        width: 'w-28',
        cell: (client) =>
          client.last_used_at === null ? (
            <span className="text-ink-3">{t`Never used`}</span>
          ) : (
            <RelativeTime instant={client.last_used_at} />
          ),
      },
      { id: 'secrets', title: t`Secrets`, width: 'w-56', cell: (client) => <LiveSecrets secrets={client.secrets} /> },
      {
        id: 'more',
        title: '',
        width: 'w-12',
        cell: (client) => (
          <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${client.name}`} />}>
            <MenuItem icon={RefreshCw} onSelect={() => ask({ kind: 'rotate', client })}>
              {t`New secret…`}
            </MenuItem>
            <MenuItem icon={Trash2} isDangerous onSelect={() => ask({ kind: 'remove', client })}>
              {t`Remove…`}
            </MenuItem>
          </Menu>
        ),
      },
    ],
    [t, ask],
  )
}

function Roles({ client }: { client: ApiClient }) {
  return (
    <span className="flex flex-wrap gap-1">
      {client.roles.map((role) => (
        <code key={role} className="rounded bg-sunken px-1 font-mono text-[11px] text-ink-2">
          {role}
        </code>
      ))}
      {client.company_name !== null && <span className="text-[12px] text-ink-3">{client.company_name}</span>}
    </span>
  )
}
