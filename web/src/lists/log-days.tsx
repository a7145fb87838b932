import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from '../ui/icons.tsx'
import { instantOf, isDay } from '../ui/time/day-input.ts'
import { instantText } from '../ui/time/time-text.ts'
import { midnightOf } from '../ui/time/zone.ts'
import type { FilterProps, OfDays } from './filter-bar.tsx'

const periods = { today: [0, 0], yesterday: [-1, -1], week: [-6, 0] } as const

/** Days that a log is narrowed to, as in its URL. */
export interface LogDays {
  when?: keyof typeof periods | undefined
  from?: string | undefined
  to?: string | undefined
}

/** API filters of the days: from the start of the first to the end of the last, in the tenant's time zone. */
export function spanOf({ when, from, to }: LogDays, now = Date.now()): { from?: string; to?: string } {
  if (when !== undefined) {
    const [first, last] = periods[when]
    const at = (daysLater: number) => instantText(midnightOf(now, daysLater))
    return { from: at(first), to: at(last + 1) }
  }
  const start = (day: string | undefined) => (day !== undefined && isDay(day) ? instantOf(day) : null)
  const [first, last] = [start(from), start(to)]
  return {
    ...(first !== null && { from: first }),
    ...(last !== null && { to: instantText(midnightOf(Date.parse(last), 1)) }),
  }
}

/** Filters a log by day. */
export function useDayFilter<Search extends LogDays>({ search, onChange }: FilterProps<Search>): OfDays {
  const { t } = useLingui()
  const { when, from, to } = search
  return {
    title: t`Day`,
    icon: CalendarDays,
    days: {
      periods: { today: t`Today`, yesterday: t`Yesterday`, week: t`Last 7 days` },
      period: when,
      span: { from, to },
      onChange: ({ period, span }) =>
        onChange({
          when: period as LogDays['when'],
          from: span?.from,
          to: span?.to,
        } satisfies LogDays as Partial<Search>),
    },
  }
}
