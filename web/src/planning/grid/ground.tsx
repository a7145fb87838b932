import { useLingui } from '@lingui/react/macro'
import { classNames } from '../../ui/class-names.ts'
import { dateFormat } from '../../ui/time/date-format.ts'
import { homeZone } from '../../ui/time/home-zone.ts'
import { instantAt, timeText, wallClock, weekdayOf } from '../../ui/time/zone.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'

/** Hours between the lines of a day: the smallest step with room for the numbers. */
export function hourStep(dayWidth: number): number {
  return [1, 2, 4, 6, 12].find((step) => (dayWidth / 24) * step >= 30) ?? 24
}

/** Hours with a line and a number, by day. */
function hoursOf({ midnights, dayWidth }: TimelineScale): number[] {
  const step = hourStep(dayWidth)
  return midnights.slice(0, -1).flatMap((day) => {
    const clock = wallClock(day)
    return Array.from({ length: 24 / step - 1 }, (_, at) => instantAt({ ...clock, hour: (at + 1) * step }))
  })
}

/** Minimum pixels between the label of the present moment and an hour's number, so that they do not overlap. */
const nowWidth = 30

/** Hours whose numbers are shown: not covered by the label of the present moment. */
export function hoursShown(scale: TimelineScale, now: number): number[] {
  return hoursOf(scale).filter((hour) => Math.abs(scale.xOf(hour) - scale.xOf(now)) >= nowWidth)
}

/** The days and hours above the rows. */
export function BoardScale({ scale, now }: { scale: TimelineScale; now: number }) {
  const { i18n } = useLingui()
  const format = dateFormat(i18n.locales ?? i18n.locale, {
    timeZone: homeZone(),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const isShown = now >= scale.midnights[0]! && now < scale.midnights.at(-1)!
  return (
    <div className="relative h-full" style={{ width: scale.width }}>
      {scale.midnights.slice(0, -1).map((day, at) => {
        const isToday = isShown && scale.dayAt(scale.xOf(now)) === at
        return (
          <div
            key={day}
            className="absolute top-0 h-full border-l border-line"
            style={{ left: at * scale.dayWidth, width: scale.dayWidth }}
          >
            <span
              className={classNames(
                'sticky left-[212px] mt-1 ml-1.5 inline-block rounded px-1.5 leading-[20px] font-semibold whitespace-nowrap',
                isToday && 'bg-brand text-on-brand',
              )}
            >
              {format.format(day)}
            </span>
          </div>
        )
      })}
      {hoursShown(scale, now).map((hour) => (
        <span
          key={hour}
          className="tnum absolute bottom-1 -translate-x-1/2 text-[11px] text-ink-3"
          style={{ left: scale.xOf(hour) }}
        >
          {timeText(hour).slice(0, 2)}
        </span>
      ))}
      {isShown && (
        <span
          className="tnum absolute bottom-0 z-1 -translate-x-1/2 rounded-t bg-red px-1 text-[11px] leading-[15px] font-semibold text-surface"
          style={{ left: scale.xOf(now) }}
        >
          {timeText(now)}
        </span>
      )}
    </div>
  )
}

/** Background of the rows: lines of days and hours, darker weekends, and the present moment. */
export function BoardGround({ scale, sideWidth, now }: { scale: TimelineScale; sideWidth: number; now: number }) {
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
          className={classNames('absolute inset-y-0 border-l border-line-strong', isWeekend(day) && 'bg-sunken')}
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

function isWeekend(day: number): boolean {
  return [0, 6].includes(weekdayOf(day))
}
