import type { ApiClient } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { KeyRound, Pencil } from '../ui/icons.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { AccessDialog } from './access.dialog.tsx'
import { ClientDialog } from './client.dialog.tsx'
import { CredentialsList } from './credentials.list.tsx'
import { CopiedId } from './list.columns.tsx'
import { clientsQuery } from './queries.ts'

/** Programs that may request tokens (AUTH-8). */
export function ClientsPage() {
  const { t } = useLingui()
  const [limited, setLimited] = useState<ApiClient>()
  const columns: readonly PlainColumn<ApiClient>[] = [
    {
      id: 'integration',
      title: t`Integration`,
      width: 'w-40',
      cell: ({ integration_name, integration_id }) => (
        <>
          <span className="block">{integration_name}</span>
          <CopiedId id={integration_id} shown={`${integration_id.slice(0, 8)}…`} label={t`Copy integration ID`} />
        </>
      ),
    },
    {
      id: 'access',
      title: t`Access`,
      width: 'w-44',
      cell: (client) => (
        <span className="flex items-center gap-1">
          <span className="min-w-0">
            <span className="block truncate">{client.allowed_networks.join(', ') || t`From anywhere`}</span>
            {client.last_day !== null && (
              <span className="block text-[12px] text-ink-3">
                <Trans>until</Trans> <OrderDay date={client.last_day} />
              </span>
            )}
          </span>
          <IconButton icon={Pencil} label={t`Edit access of ${client.name}`} onClick={() => setLimited(client)} />
        </span>
      ),
    },
    { id: 'roles', title: t`Roles`, width: 'w-56', cell: (client) => <Roles client={client} /> },
  ]
  return (
    <>
      <CredentialsList
        kind="api"
        title={t`API clients`}
        text={<Trans>Systems that use the API. Each has its own client ID and secret.</Trans>}
        verb={<Trans>New API client</Trans>}
        idLabel={t`ID`}
        empty={{
          icon: KeyRound,
          title: t`No API clients yet`,
          text: t`Create one to get a client ID and secret for requesting tokens.`,
        }}
        query={clientsQuery}
        columns={columns}
        createDialog={(onClose) => <ClientDialog onClose={onClose} />}
      />
      {limited && <AccessDialog client={limited} onClose={() => setLimited(undefined)} />}
    </>
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
