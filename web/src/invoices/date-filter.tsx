import { utcDay } from '@cartage/contract/reading/calendar'
import { useLingui } from '@lingui/react/macro'
import type { AddedFilter } from '../lists/added-filter.ts'
import { CalendarDays } from '../ui/icons.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { todayOf } from '../ui/time/zone.ts'

interface Span {
  from?: string | undefined
  to?: string | undefined
}

/** Filters by document date: a month, quarter or year, or the days set by a link. */
export function DateFilter({
  value,
  onChange,
  added,
}: {
  value: Span
  onChange: (span: Span) => void
  added: AddedFilter
}) {
  const { t } = useLingui()
  const spans = spansOf(todayOf(new Date()))
  const labels = { month: t`This month`, last: t`Last month`, quarter: t`This quarter`, year: t`This year` } as const
  const isSet = value.from !== undefined || value.to !== undefined
  const chosen = names.find((name) => spans[name].from === value.from && spans[name].to === value.to)
  if (isSet && chosen === undefined) {
    return (
      <FilterChip title={t`Period`} onClear={() => onChange({ from: undefined, to: undefined })}>
        <OrderDay date={value.from ?? null} /> – <OrderDay date={value.to ?? null} />
      </FilterChip>
    )
  }
  return (
    <FilterMenu
      title={t`Period`}
      icon={CalendarDays}
      facets={names.map((name) => ({ value: name, label: labels[name] }))}
      chosen={chosen === undefined ? [] : [chosen]}
      onChange={(next) => {
        const name = names.find((one) => one === next.at(-1))
        onChange(name === undefined ? { from: undefined, to: undefined } : spans[name])
      }}
      isOpenAtFirst={added.isAdded}
      onClose={added.onLeave}
    />
  )
}

const names = ['month', 'last', 'quarter', 'year'] as const

/** First and last days of periods around a day in the form `YYYY-MM-DD`. */
function spansOf(today: string): Readonly<Record<(typeof names)[number], { from: string; to: string }>> {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const day = (monthIndex: number, dayOfMonth: number) => utcDay(Date.UTC(year, monthIndex, dayOfMonth))
  const first = Math.floor((month - 1) / 3) * 3
  return {
    month: { from: day(month - 1, 1), to: day(month, 0) },
    last: { from: day(month - 2, 1), to: day(month - 1, 0) },
    quarter: { from: day(first, 1), to: day(first + 3, 0) },
    year: { from: day(0, 1), to: day(12, 0) },
  }
}
