import type { Mail } from '@cartage/contract/mails/app/mails'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { SendingBadge } from '../sendings/labels.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'
import { mailLabels } from './labels.ts'
import { type MailSource, mailsQuery, markMail, resendMail, useMailChange } from './queries.ts'
import { SendMenu } from './send-menu.tsx'

/** E-mails of an order or trip: recipients, content, and which ones must be resent. */
export function MailsSection({ source }: { source: MailSource }) {
  const query = useQuery(mailsQuery(source))
  return (
    <div className="max-w-[960px] px-4 py-3">
      <Section title={<Trans>E-mails</Trans>} actions={<SendMenu source={source} />}>
        <Loaded query={query}>{({ items }) => <Mails items={items} />}</Loaded>
      </Section>
    </div>
  )
}

function Mails({ items }: { items: readonly Mail[] }) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <p className="text-ink-3">
        <Trans>No e-mails yet.</Trans>
      </p>
    )
  }
  return (
    <PlainTable<Mail>
      label={t`E-mails`}
      rows={items}
      keyOf={({ mail_id }) => mail_id}
      isFaded={({ has_repeat }) => has_repeat}
      columns={[
        { id: 'status', title: t`Status`, width: 'w-28', cell: (mail) => <SendingBadge sending={mail} /> },
        { id: 'content', title: t`Content`, cell: (mail) => <Content mail={mail} /> },
        {
          id: 'to',
          title: t`Recipient`,
          width: 'w-52',
          cell: ({ company_name, address }) => (
            <>
              {company_name}
              <span className="block text-[12px] text-ink-3">{address}</span>
            </>
          ),
        },
        {
          id: 'when',
          title: t`When`,
          width: 'w-40',
          cell: ({ created_at, finished_at, requested_by, is_automatic }) => (
            <>
              <When instant={finished_at ?? created_at} />
              <span className="block text-[12px] text-ink-3">
                {is_automatic ? <Trans>Sent automatically</Trans> : requested_by}
              </span>
            </>
          ),
        },
        { id: 'actions', title: '', align: 'right', cell: (mail) => <MailActions mail={mail} /> },
      ]}
    />
  )
}

/** Collapsed content; a failure reason is always visible. */
function Content({ mail: { kind, subject, body, failure } }: { mail: Mail }) {
  const { t } = useLingui()
  return (
    <>
      {body === '' ? (
        <span className="text-ink-3">
          <Trans>Text and address erased</Trans>
        </span>
      ) : (
        <details>
          <summary>{subject}</summary>
          <p className="whitespace-pre-wrap py-2 text-ink-2">{body}</p>
        </details>
      )}
      <span className="block text-[12px] text-ink-3">{t(mailLabels[kind])}</span>
      {failure && <span className="block text-red">{failure}</span>}
    </>
  )
}

function MailActions({ mail: { mail_id, status, has_repeat, body } }: { mail: Mail }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useMailChange<unknown>()
  const mayWrite = usePermission('order.write')
  if (!mayWrite || has_repeat || status === 'PENDING' || status === 'STARTED') return null
  const run = (work: () => Promise<unknown>, done: string) =>
    change.mutate(work, {
      onSuccess: () => toasts.done(done),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <span className="inline-flex gap-2">
      {status === 'UNKNOWN' && (
        <Button isBusy={change.isPending} onClick={() => run(() => markMail(mail_id, 'SENT'), t`Result saved`)}>
          <Trans>It arrived</Trans>
        </Button>
      )}
      {status !== 'SENT' && body !== '' && (
        <Button isBusy={change.isPending} onClick={() => run(() => resendMail(mail_id), t`E-mail queued`)}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </span>
  )
}
