import type { LedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../books/amount.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { entryQuery } from './queries.ts'

type Line = LedgerEntry['lines'][number] & { at: number }

/** The entry of a document in the ledger; nothing while it is not booked. */
export function EntrySection({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const entry = useQuery(entryQuery(invoiceId)).data
  if (entry === undefined) return null
  const { journal, year, entry_number, booking_date, currency, lines } = entry
  const amount = (text: string) => (Number(text) === 0 ? null : <Amount amount={text} currency={currency} />)
  return (
    <Section title={t`Ledger entry`}>
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
        columns={[
          {
            id: 'account',
            title: t`Account`,
            cell: ({ account, account_name }) => (
              <>
                <span className="tnum font-medium">{account}</span> {account_name}
              </>
            ),
          },
          { id: 'tax', title: t`Tax`, width: 'w-20', cell: ({ tax_code }) => tax_code },
          { id: 'debit', title: t`Debit`, width: 'w-28', align: 'right', cell: ({ debit }) => amount(debit) },
          { id: 'credit', title: t`Credit side`, width: 'w-28', align: 'right', cell: ({ credit }) => amount(credit) },
        ]}
      />
    </Section>
  )
}
