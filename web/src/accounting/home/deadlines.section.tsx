import type { MoneyIssues } from '@cartage/contract/accounting/app/home'
import { utcDay } from '@cartage/contract/reading/calendar'
import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Sums } from '../../books/amount.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { todayOf } from '../../ui/time/zone.ts'

type Deadline = MoneyIssues['deadlines'][number]

/** Unbilled work with VAT reverse charge: must be invoiced by the 15th of the month after the work. */
export function DeadlinesSection({ deadlines }: { deadlines: readonly Deadline[] }) {
  const { t, i18n } = useLingui()
  if (deadlines.length === 0) return null
  const monthOf = (month: string) =>
    i18n.date(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className="px-4 pb-4">
      <Section title={t`VAT reverse-charged, to invoice by the 15th of the next month`}>
        <PlainTable<Deadline>
          label={t`VAT reverse-charged`}
          rows={deadlines}
          keyOf={({ month }) => month}
          columns={[
            {
              id: 'month',
              title: t`Month of service`,
              cell: ({ month }) => (
                <Link
                  to="/orders-to-invoice"
                  search={{ until: lastDayOf(month) }}
                  className="font-medium hover:underline"
                >
                  {monthOf(month)}
                </Link>
              ),
            },
            { id: 'count', title: t`Orders`, width: 'w-20', align: 'right', cell: ({ count }) => count },
            { id: 'sum', title: t`Amount`, width: 'w-40', align: 'right', cell: ({ sums }) => <Sums sums={sums} /> },
            {
              id: 'by',
              title: t`Invoice by`,
              width: 'w-32',
              cell: ({ invoice_by }) => <OrderDay date={invoice_by} />,
            },
            { id: 'left', title: t`Days left`, width: 'w-36', cell: ({ invoice_by }) => <DaysLeft day={invoice_by} /> },
          ]}
        />
      </Section>
    </div>
  )
}

function DaysLeft({ day }: { day: string }) {
  const days = Math.round((Date.parse(day) - Date.parse(todayOf(new Date()))) / 86_400_000)
  if (days < 0) {
    return (
      <span className="font-medium text-red">
        <Plural value={-days} one="# day overdue" other="# days overdue" />
      </span>
    )
  }
  return (
    <span className={days <= 3 ? 'font-medium text-amber' : undefined}>
      <Plural value={days} one="# day" other="# days" />
    </span>
  )
}

/** Last day of a month given as 2026-10. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return utcDay(Date.UTC(year!, number!, 0))
}
