import type { WebhookCredential } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Pencil, Webhook } from '../ui/icons.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { CredentialsList } from './credentials.list.tsx'
import { webhookCredentialsQuery } from './queries.ts'
import { ScopeDialog } from './scope.dialog.tsx'
import { WebhookDialog } from './webhook.dialog.tsx'

/** Credentials with which other systems call our webhooks (AUTH-5, AUTH-9). */
export function WebhooksPage() {
  const { t } = useLingui()
  const [scoped, setScoped] = useState<WebhookCredential>()
  const columns: readonly PlainColumn<WebhookCredential>[] = [
    {
      id: 'partner',
      title: t`Reports on`,
      width: 'w-48',
      cell: (one) => (
        <span className="flex items-center gap-1">
          <span className="min-w-0 truncate">
            {one.partner ? (one.partner.name ?? one.partner.key) : t`All records`}
          </span>
          <IconButton icon={Pencil} label={t`Edit scope of ${one.name}`} onClick={() => setScoped(one)} />
        </span>
      ),
    },
    { id: 'created', title: t`Created`, width: 'w-28', cell: (one) => <RelativeTime instant={one.created_at} /> },
  ]
  return (
    <>
      <CredentialsList
        kind="webhook"
        title={t`Webhook credentials`}
        text={
          <Trans>
            Board computers, carriers and scanners call your webhooks with these (Basic authentication). They give no
            other access.
          </Trans>
        }
        verb={<Trans>New webhook credentials</Trans>}
        idLabel={t`User name`}
        empty={{
          icon: Webhook,
          title: t`No webhook credentials yet`,
          text: t`Create credentials for a system that sends status, positions or documents.`,
        }}
        query={webhookCredentialsQuery}
        columns={columns}
        createDialog={(onClose) => <WebhookDialog onClose={onClose} />}
      />
      {scoped && <ScopeDialog credential={scoped} onClose={() => setScoped(undefined)} />}
    </>
  )
}
