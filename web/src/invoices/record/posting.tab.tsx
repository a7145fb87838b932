import type { LedgerEntry } from '@cartage/contract/accounting/app/ledger'
import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { useAmountText } from '../../books/amount.tsx'
import { CodeStatus } from '../../records/code-status.tsx'
import { useWords } from '../../records/code-words.ts'
import { Loaded } from '../../records/loaded.tsx'
import { BookCheck } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { type PlainColumn, PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'
import { entryQuery, tasksQuery } from '../queries.ts'
import { failureWords, taskBadges, taskWords } from './task.words.ts'

/** How a document is posted: the tasks of the accounting system, and the entry in the ledger. */
export function PostingTab({ invoice }: { invoice: InvoiceRecord }) {
  const { t } = useLingui()
  const tasks = useQuery(tasksQuery(invoice.invoice_id))
  const entry = useQuery({ ...entryQuery(invoice.invoice_id), retry: false })
  return (
    <div className="max-w-[1080px] px-4">
      <Section title={t`Tasks`}>
        <Loaded query={tasks}>{(items) => <Tasks items={items} />}</Loaded>
      </Section>
      <Section title={t`Ledger`}>
        {entry.error && failureOf(entry.error).status === 404 ? (
          <EmptyState
            icon={BookCheck}
            title={t`Not in the ledger yet`}
            text={t`The entry appears here as soon as it is written.`}
          />
        ) : (
          <Loaded query={entry}>{(found) => <Entry entry={found} />}</Loaded>
        )}
      </Section>
    </div>
  )
}

function Tasks({ items }: { items: readonly TaskRecord[] }) {
  const { t } = useLingui()
  const [typeOf, reasonOf] = [useWords(taskWords), useWords(failureWords)]
  if (items.length === 0) {
    return (
      <EmptyState icon={BookCheck} title={t`No tasks yet`} text={t`A task appears here when posting is requested.`} />
    )
  }
  return (
    <PlainTable<TaskRecord>
      label={t`Tasks`}
      rows={items}
      keyOf={({ task_id }) => task_id}
      columns={[
        { id: 'type', title: t`Task`, cell: ({ task_type }) => typeOf(task_type) },
        {
          id: 'status',
          title: t`Status`,
          cell: ({ status, failure, waiting_for }) => (
            <>
              <CodeStatus badges={taskBadges} code={waiting_for === null ? status : 'WAITING'} />
              {failure !== null && (
                <span className="block text-[12px] text-red">
                  {failure.error_message || reasonOf(failure.error_type)}
                </span>
              )}
            </>
          ),
        },
        { id: 'created', title: t`Created`, width: 'w-40', cell: ({ created_at }) => <When instant={created_at} /> },
        {
          id: 'finished',
          title: t`Reported`,
          width: 'w-56',
          cell: ({ finished_at, finished_by }) =>
            finished_at !== null && (
              <>
                <When instant={finished_at} /> <span className="text-ink-2">{finished_by}</span>
              </>
            ),
        },
      ]}
    />
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useLingui()
  return (
    <>
      <Properties>
        <Property name={t`Entry`}>
          <span className="tnum">
            {entry.year}/{entry.entry_number}
          </span>
        </Property>
        <Property name={t`Booking date`}>
          <OrderDay date={entry.booking_date} />
        </Property>
      </Properties>
      <div className="pt-2">
        <PlainTable
          label={t`Ledger entry`}
          columns={useEntryColumns(entry.currency)}
          rows={entry.lines.map((line, at) => ({ ...line, at }))}
          keyOf={({ at }) => String(at)}
        />
      </div>
    </>
  )
}

type EntryLine = LedgerEntry['lines'][number]

function useEntryColumns(currency: string): PlainColumn<EntryLine & { at: number }>[] {
  const { t } = useLingui()
  const textOf = useAmountText()
  const shown = (amount: string) => (Number(amount) === 0 ? '' : textOf(amount, currency))
  return [
    {
      id: 'account',
      title: t`Account`,
      cell: ({ account, account_name }) => (
        <>
          <span className="tnum font-medium">{account}</span> <span className="text-ink-2">{account_name}</span>
        </>
      ),
    },
    { id: 'text', title: t`Text`, cell: ({ line_text }) => line_text },
    { id: 'tax', title: t`Tax code`, width: 'w-24', cell: ({ tax_code }) => tax_code },
    {
      id: 'debit',
      title: t`Debit`,
      width: 'w-32',
      align: 'right',
      cell: ({ debit }) => <span className="tnum">{shown(debit)}</span>,
    },
    {
      id: 'credit',
      title: t`Credit`,
      width: 'w-32',
      align: 'right',
      cell: ({ credit }) => <span className="tnum">{shown(credit)}</span>,
    },
  ]
}
