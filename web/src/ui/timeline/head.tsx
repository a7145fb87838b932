import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { homeZone } from '../time/home-zone.ts'
import { instantAt, wallClock, weekdayOf } from '../time/zone.ts'
import type { TimelineScale } from './scale.ts'

/** The days above the rows, with their months and weeks. */
export function TimelineHead({
  scale,
  sideWidth,
  side,
  now,
}: {
  scale: TimelineScale
  sideWidth: number
  /** Above the row names. */
  side: ReactNode
  now: number
}) {
  const { i18n } = useLingui()
  const days = scale.midnights.slice(0, -1)
  const isNarrow = scale.dayWidth < 54
  const month = new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, {
    timeZone: homeZone(),
    month: 'long',
    year: 'numeric',
  })
  const weekday = new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, {
    timeZone: homeZone(),
    weekday: isNarrow ? 'narrow' : 'short',
  })
  return (
    <div role="row" className="sticky top-0 z-4 flex h-12 bg-surface shadow-[0_1px_0_var(--line)]">
      <div
        role="columnheader"
        className="sticky left-0 z-2 flex shrink-0 items-end border-r border-line bg-surface px-4 pb-1.5 text-[12px] text-ink-3"
        style={{ width: sideWidth }}
      >
        {side}
      </div>
      <div role="columnheader" className="relative" style={{ width: scale.width }}>
        {hoursOf(scale).map((hour) => (
          <span
            key={hour}
            className="tnum absolute bottom-1.5 -translate-x-1/2 text-[11px] text-ink-3"
            style={{ left: scale.xOf(hour) }}
          >
            {wallClock(hour).hour}
          </span>
        ))}
        {days.map((day, at) => {
          const ofMonth = wallClock(day).day
          const isFirst = hasMonth(days, at, scale.dayWidth)
          const isToday = now >= day && now < scale.midnights[at + 1]!
          return (
            <div
              key={day}
              className="absolute inset-y-0 border-l border-line"
              style={{ left: at * scale.dayWidth, width: scale.dayWidth }}
            >
              {isFirst && (
                <span className="absolute top-1 left-1.5 z-1 text-[12px] font-semibold whitespace-nowrap">
                  {month.format(day)}
                </span>
              )}
              <span
                className={classNames(
                  'absolute flex w-full items-center justify-center text-[12px]',
                  scale.dayWidth < widthOfHours ? 'bottom-1.5' : 'top-1',
                  isNarrow ? 'flex-col leading-[13px]' : 'gap-1',
                  isWeekend(day) ? 'text-ink-3' : 'text-ink-2',
                )}
              >
                {!isNarrow && weekday.format(day)}
                {(isToday || hasRoom(scale, day, now)) && (
                  <span className={classNames('tnum', isToday && 'rounded-[5px] bg-brand px-1 text-on-brand')}>
                    {ofMonth}
                  </span>
                )}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Whether a day shows its month: the first of a month, and the first day shown, unless the next month is too near. */
function hasMonth(days: readonly number[], at: number, dayWidth: number): boolean {
  const isFirst = (day: number) => wallClock(day).day === 1
  if (isFirst(days[at]!)) return true
  return at === 0 && !days.slice(1, Math.ceil(widthOfMonth / dayWidth)).some(isFirst)
}

/** Whether a day shows its number. If neighbouring ones do not fit, only Mondays and today do. */
function hasRoom(scale: TimelineScale, day: number, now: number): boolean {
  if (scale.dayWidth >= widthOfNumber) return true
  return weekdayOf(day) === 1 && Math.abs(scale.xOf(day) - scale.xOf(now)) > 2 * scale.dayWidth
}

/** Background of the rows: days, darker weekends, and the present moment. */
export function TimelineGround({ scale, sideWidth, now }: { scale: TimelineScale; sideWidth: number; now: number }) {
  const x = scale.xOf(now)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0"
      style={{ left: sideWidth, width: scale.width }}
    >
      {scale.midnights.slice(0, -1).map((day, at) => (
        <div
          key={day}
          className={classNames('absolute inset-y-0 border-l border-line', isWeekend(day) && 'bg-hover')}
          style={{ left: at * scale.dayWidth, width: scale.dayWidth }}
        />
      ))}
      {hoursOf(scale).map((hour) => (
        <div key={hour} className="absolute inset-y-0 border-l border-line" style={{ left: scale.xOf(hour) }} />
      ))}
      {x >= 0 && x <= scale.width && <div className="absolute inset-y-0 z-3 w-px bg-red" style={{ left: x }} />}
    </div>
  )
}

/** Width in pixels that a month and its year take. */
const widthOfMonth = 120

/** Minimum width of a day in pixels to show its number. */
const widthOfNumber = 19

/** Minimum width of a day in pixels to show hours. */
const widthOfHours = 400

/** Every second hour of the days shown, in milliseconds. None if days are narrow. */
function hoursOf({ midnights, dayWidth }: TimelineScale): number[] {
  if (dayWidth < widthOfHours) return []
  return midnights.slice(0, -1).flatMap((day) => {
    const clock = wallClock(day)
    return Array.from({ length: 11 }, (_, index) => instantAt({ ...clock, hour: (index + 1) * 2 }))
  })
}

function isWeekend(day: number): boolean {
  return [0, 6].includes(weekdayOf(day))
}
