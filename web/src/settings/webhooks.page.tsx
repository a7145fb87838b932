import type { WebhookCredential } from '@cartage/contract/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { Webhook } from 'lucide-react'
import type { PlainColumn } from '../ui/plain-table.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { webhookCredentialsQuery } from './clients.queries.ts'
import { CredentialsFrame } from './credentials.frame.tsx'
import { WebhookDialog } from './webhook.dialog.tsx'

/** User names and passwords with which other systems report to our webhooks (AUTH-5, AUTH-9). */
export function WebhooksPage() {
  const { t } = useLingui()
  const columns: readonly PlainColumn<WebhookCredential>[] = [
    { id: 'made', title: t`Made`, width: 'w-28', cell: (one) => <RelativeTime instant={one.created_at} /> },
  ]
  return (
    <CredentialsFrame
      kind="webhook"
      title={t`Webhook credentials`}
      text={
        <Trans>
          Board computers, subcontractors and scanners report to webhooks with these, in Basic. They open nothing else.
        </Trans>
      }
      verb={<Trans>New webhook credentials</Trans>}
      idLabel={t`User name`}
      empty={{
        icon: Webhook,
        title: t`Nobody reports by webhook yet`,
        text: t`Make credentials for the first system that is to report status, positions or documents.`,
      }}
      query={webhookCredentialsQuery}
      columns={columns}
      dialog={(props) => <WebhookDialog {...props} />}
    />
  )
}
