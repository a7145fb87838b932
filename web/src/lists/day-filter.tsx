import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CalendarDays } from '../ui/icons.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import type { AddedFilter } from './added-filter.ts'
import { FilterSpan } from './found-filter.tsx'
import type { Span } from './span.ts'

// Loaded once days are entered.
const SpanField = lazy(async () => ({ default: (await import('./span-field.tsx')).SpanField }))

/** Days that a filter offers and has, and what happens when others are chosen. */
export interface Days {
  /** Periods relative to today, which stay correct in a saved view. */
  periods: Readonly<Record<string, ReactNode>>
  period: string | undefined
  span: Span
  onChange: (value: { period?: string | undefined; span?: Span }) => void
}

/** Whether days are chosen. */
export function hasDays({ period, span: { from, to } }: Days): boolean {
  return period !== undefined || from !== undefined || to !== undefined
}

/** Filters by date: a period relative to today, or a range of days. */
export function DayFilter({ title, days, added }: { title: string; days: Days; added: AddedFilter }) {
  const { periods, period, span, onChange } = days
  const { t } = useLingui()
  const [isTyped, setIsTyped] = useState(false)
  const hasSpan = span.from !== undefined || span.to !== undefined
  if (isTyped) {
    const leave = () => {
      setIsTyped(false)
      added.onLeave()
    }
    return (
      <Suspense fallback={<span className="field h-7 w-48" />}>
        <SpanField title={title} span={span} onChange={(next) => onChange({ span: next })} onLeave={leave} />
      </Suspense>
    )
  }
  if (hasSpan) {
    return (
      <FilterSpan
        title={title}
        icon={CalendarDays}
        onEdit={() => setIsTyped(true)}
        onClear={() => onChange({ span: {} })}
      >
        {title}: <SpanText {...span} />
      </FilterSpan>
    )
  }
  return (
    <FilterMenu
      title={title}
      icon={CalendarDays}
      facets={[
        ...Object.entries(periods).map(([value, label]) => ({ value, label })),
        { value: other, label: t`From – to…` },
      ]}
      chosen={period === undefined ? [] : [period]}
      onChange={(chosen) => {
        if (chosen.at(-1) === other) return setIsTyped(true)
        onChange({ period: chosen.at(-1) })
      }}
      isOpenAtFirst={added.isAdded}
      onClose={added.onLeave}
    />
  )
}

const other = 'other'

const day = /^\d{4}-\d\d-\d\d$/

/** Range of days. Invalid values match nothing and are shown as in the URL. */
function SpanText({ from, to }: Span) {
  const one = (text: string) => (day.test(text) ? <OrderDay date={text} /> : text)
  if (from === to) return one(from ?? '')
  return (
    <>
      {from !== undefined && one(from)} – {to !== undefined && one(to)}
    </>
  )
}
