import type { LedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../books/amount.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { entryQuery } from './queries.ts'

type Line = LedgerEntry['lines'][number] & { at: number }

/** Ledger entry of a document as a panel; nothing while it is not booked. */
export function EntrySection({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const entry = useQuery(entryQuery(invoiceId)).data
  if (entry === undefined) return null
  return (
    <Section title={t`Ledger entry`}>
      <Entry entry={entry} isNarrow />
    </Section>
  )
}

/** Ledger entry: journal, number, booking date and lines. */
export function Entry({ entry, isNarrow = false }: { entry: LedgerEntry; isNarrow?: boolean }) {
  const { t } = useLingui()
  const { journal, year, entry_number, booking_date, currency, lines } = entry
  const amount = (text: string) => (Number(text) === 0 ? null : <Amount amount={text} currency={currency} />)
  const columns = [
    {
      id: 'account',
      title: t`Account`,
      cell: ({ account, account_name }: Line) => (
        <>
          <span className="tnum font-medium">{account}</span> {account_name}
        </>
      ),
    },
    { id: 'text', title: t`Text`, cell: ({ line_text }: Line) => line_text },
    { id: 'tax', title: t`Tax code`, width: 'w-24', cell: ({ tax_code }: Line) => tax_code },
    {
      id: 'debit',
      title: t`Debit`,
      width: 'w-28',
      align: 'right' as const,
      cell: ({ debit }: Line) => amount(debit),
    },
    {
      id: 'credit',
      title: t({ message: 'Credit', context: 'side of an account' }),
      width: 'w-28',
      align: 'right' as const,
      cell: ({ credit }: Line) => amount(credit),
    },
  ]
  return (
    <>
      <p className="pb-2">
        <span className="tnum font-medium">
          {journal === 'SALES' ? t`Sales journal` : t`Purchase journal`} {year}/{entry_number}
        </span>{' '}
        <span className="text-ink-2">
          <Trans>
            booked on <OrderDay date={booking_date} />
          </Trans>
        </span>
      </p>
      <PlainTable<Line>
        label={t`Ledger entry`}
        rows={lines.map((line, at) => ({ ...line, at }))}
        keyOf={({ at }) => String(at)}
        columns={columns.filter(({ id }) => !isNarrow || id !== 'text')}
      />
    </>
  )
}
