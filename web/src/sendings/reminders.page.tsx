import type { ReminderProposal } from '@cartage/contract/accounting/app/reminders'
import type { BulkAnswer } from '@cartage/contract/listing'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Amount } from '../books/amount.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { BellRing } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader, Toolbar } from '../ui/page/page-header.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { type ChosenReminder, remindersQuery, sendReminders, useSendingChange } from './queries.ts'
import { useAddUsualLevels } from './usual-levels.ts'

/** Maximum number of reminders per request. */
const mostAtOnce = 200

/** Overdue invoices with their next reminder, to select and send. Shows the result of each. */
export function RemindersPage() {
  const { t } = useLingui()
  usePageTitle(t`Reminders`)
  const toasts = useToasts()
  const query = useQuery(remindersQuery)
  // Held here instead of in the list: if a change arrives before the response, the list is empty and unmounted.
  const change = useSendingChange<BulkAnswer>()
  const [sent, setSent] = useState(0)
  const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map())

  function send(wanted: readonly ChosenReminder[]) {
    change.mutate(() => sendReminders(wanted), {
      onSuccess: ({ items: results }) => {
        const failed = results.filter(({ is_done }) => !is_done)
        setRejected(new Map(failed.map(({ id, message }) => [id, message ?? ''])))
        setSent((before) => before + results.length - failed.length)
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <>
      <PageHeader title={t`Reminders`} />
      {sent > 0 && (
        <p role="status" className="border-b border-line bg-sunken px-4 py-2">
          <Plural value={sent} one="# reminder is being sent." other="# reminders are being sent." />{' '}
          <Link to="/sendings" search={{ purpose: 'REMINDER' }} className="font-medium underline">
            <Trans>Reminders that were sent</Trans>
          </Link>
        </p>
      )}
      <Loaded query={query}>
        {({ items, has_levels }) =>
          items.length === 0 ? (
            <NoReminders hasLevels={has_levels} />
          ) : (
            <Proposals items={items} rejected={rejected} isBusy={change.isPending} onSend={send} />
          )
        }
      </Loaded>
    </>
  )
}

function NoReminders({ hasLevels }: { hasLevels: boolean }) {
  const { t } = useLingui()
  if (hasLevels) {
    return <EmptyState icon={BellRing} title={t`No reminders due`} text={t`Overdue invoices appear here.`} />
  }
  return (
    <EmptyState icon={BellRing} title={t`No reminder levels`} text={t`Set when to remind customers and what to write.`}>
      <div className="flex gap-2 pt-4">
        <UsualLevels />
        <Link to="/settings/reference" search={{ kind: 'reminder_levels' }} className="btn btn-outline">
          <Trans>Reminder levels</Trans>
        </Link>
      </div>
    </EmptyState>
  )
}

/** Creates the three usual reminder levels, which can be changed afterwards (REM-3). */
function UsualLevels() {
  const { t } = useLingui()
  const toasts = useToasts()
  const maySet = usePermission('setting.write')
  const change = useAddUsualLevels()
  if (!maySet) return null
  const add = () =>
    change.mutate(undefined, {
      onSuccess: () => toasts.done(t`Three reminder levels are set up`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <Button variant="brand" isBusy={change.isPending} onClick={add}>
      <Trans>Use three usual levels</Trans>
    </Button>
  )
}

interface ProposalsProps {
  items: readonly ReminderProposal[]
  /** Reasons for reminders not sent, by invoice. */
  rejected: ReadonlyMap<string, string>
  isBusy: boolean
  onSend: (chosen: readonly ChosenReminder[]) => void
}

function Proposals({ items, rejected, isBusy, onSend }: ProposalsProps) {
  const { t } = useLingui()
  const mayWrite = usePermission('invoice.write')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ invoice_id, address }) => address !== null && !left.has(invoice_id))
  const count = Math.min(chosen.length, mostAtOnce)

  function send() {
    onSend(chosen.slice(0, mostAtOnce).map(({ invoice_id, reminder_level_id }) => ({ invoice_id, reminder_level_id })))
  }

  function toggle(id: string) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }

  return (
    <>
      {mayWrite && (
        <Toolbar>
          <Button icon={BellRing} disabled={count === 0} isBusy={isBusy} onClick={send}>
            {t`${plural(count, { one: 'Send # reminder', other: 'Send # reminders' })}`}
          </Button>
        </Toolbar>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Rows items={items} left={left} rejected={rejected} onToggle={mayWrite ? toggle : undefined} />
      </div>
    </>
  )
}

function Rows({
  items,
  left,
  rejected,
  onToggle,
}: {
  items: readonly ReminderProposal[]
  left: ReadonlySet<string>
  rejected: ReadonlyMap<string, string>
  onToggle: ((id: string) => void) | undefined
}) {
  const { t } = useLingui()
  return (
    <PlainTable<ReminderProposal>
      label={t`Reminders`}
      rows={items}
      keyOf={({ invoice_id }) => invoice_id}
      columns={[
        {
          id: 'chosen',
          title: '',
          width: 'w-10',
          cell: ({ invoice_id, document, address }) => (
            <input
              type="checkbox"
              aria-label={t`Remind of ${document}`}
              disabled={onToggle === undefined || address === null}
              checked={address !== null && !left.has(invoice_id)}
              onChange={() => onToggle?.(invoice_id)}
            />
          ),
        },
        {
          id: 'document',
          title: t`Invoice`,
          width: 'w-36',
          cell: ({ invoice_id, document }) => (
            <Link to={`/invoices/${invoice_id}` as '/'} className="tnum underline-offset-2 hover:underline">
              {document}
            </Link>
          ),
        },
        { id: 'company', title: t`Customer`, cell: ({ company_name }) => company_name },
        {
          id: 'open',
          title: t({ message: 'Open', context: 'amount' }),
          width: 'w-32',
          align: 'right',
          cell: ({ open, currency }) => <Amount amount={open} currency={currency} />,
        },
        { id: 'due', title: t`Due date`, width: 'w-28', cell: ({ due_date }) => <OrderDay date={due_date} /> },
        { id: 'days', title: t`Days overdue`, width: 'w-28', align: 'right', cell: (row) => row.days_overdue },
        { id: 'level', title: t`Reminder`, width: 'w-40', cell: ({ reminder_level }) => reminder_level },
        { id: 'last', title: t`Last reminder`, width: 'w-40', cell: ({ last }) => last?.reminder_level ?? '—' },
        {
          id: 'address',
          title: t`Address`,
          cell: ({ invoice_id, address }) => (
            <>
              {address ?? <Trans>No e-mail address for payment reminders</Trans>}
              {rejected.has(invoice_id) && <p className="text-[12px] text-red">{rejected.get(invoice_id)}</p>}
            </>
          ),
        },
      ]}
    />
  )
}
