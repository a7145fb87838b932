import type { listInvoiceSendings, Sending } from '@cartage/contract/billing/app/sending'
import type { Answer } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Send } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { Failure, SendingBadge, sendingChannelLabels, sendingPurposeLabels } from './labels.tsx'
import { documentSendingsQuery } from './queries.ts'
import { SendingActions } from './sending-actions.tsx'

// Loaded on first use.
const SendDialog = lazy(async () => ({ default: (await import('./send.dialog.tsx')).SendDialog }))

/** Sendings, reminders and registration of a finalised document, for its page. */
export function SendingsPanel({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const query = useQuery(documentSendingsQuery(invoiceId))
  const mayWrite = usePermission('invoice.write')
  const [isSending, setSending] = useState(false)
  return (
    <Section
      title={<Trans>Sendings</Trans>}
      actions={
        mayWrite && (
          <Button icon={Send} onClick={() => setSending(true)}>
            {t({ message: 'Send…', context: 'verb' })}
          </Button>
        )
      }
    >
      <Loaded query={query}>{(loaded) => <Sendings {...loaded} />}</Loaded>
      {isSending && (
        <LateDialog>
          <SendDialog invoiceId={invoiceId} onClose={() => setSending(false)} />
        </LateDialog>
      )}
    </Section>
  )
}

function Sendings({ items, e_invoicing: registration }: Answer<typeof listInvoiceSendings>) {
  const { t } = useLingui()
  const channelOf = useLabels(sendingChannelLabels)
  const purposeOf = useLabels(sendingPurposeLabels)
  return (
    <>
      {registration && (
        <p className="pb-2">
          <Trans>Registered as {registration.number ?? '—'}</Trans>
          {registration.regulator && ` · ${registration.regulator}`}
          {registration.url && ` · ${registration.url}`}
        </p>
      )}
      {items.length === 0 && <Trans>Nothing was sent yet.</Trans>}
      {items.length > 0 && (
        <PlainTable<Sending>
          label={t`Sendings`}
          rows={items}
          keyOf={({ sending_id }) => sending_id}
          isFaded={({ has_repeat }) => has_repeat}
          columns={[
            { id: 'status', title: t`Status`, width: 'w-28', cell: (sending) => <SendingBadge sending={sending} /> },
            {
              id: 'what',
              title: t`Content`,
              width: 'w-36',
              cell: ({ purpose, reminder_level }) => reminder_level ?? purposeOf(purpose),
            },
            {
              id: 'address',
              title: t`Address`,
              cell: ({ channel, address }) => `${channelOf(channel)} · ${address || '—'}`,
            },
            {
              id: 'when',
              title: t`When`,
              width: 'w-40',
              cell: ({ created_at, finished_at }) => <When instant={finished_at ?? created_at} />,
            },
            { id: 'detail', title: t`Detail`, cell: (sending) => <Failure sending={sending} /> },
            { id: 'actions', title: '', align: 'right', cell: (sending) => <SendingActions sending={sending} /> },
          ]}
        />
      )}
    </>
  )
}
