import type { ApiClient } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from '../ui/icons.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { ClientDialog } from './client.dialog.tsx'
import { CredentialsList } from './credentials.list.tsx'
import { CopiedId } from './list.columns.tsx'
import { clientsQuery } from './queries.ts'

/** Programs that may request tokens (AUTH-8). */
export function ClientsPage() {
  const { t } = useLingui()
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
    { id: 'roles', title: t`Roles`, width: 'w-56', cell: (client) => <Roles client={client} /> },
  ]
  return (
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
