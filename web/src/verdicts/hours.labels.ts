import type { DrivingTime } from '@cartage/contract/planning/app/board'
import type { DriverPause } from '@cartage/contract/planning/app/hours'
import { hoursText } from '@cartage/contract/reading/time-units'
import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { dateIn } from '../ui/time/date-format.ts'
import { homeZone } from '../ui/time/home-zone.ts'

/** Driving time in drivers' notation, without days: `41 h 30`. */
export function drivingText(minutes: number): string {
  return hoursText(i18n.locale, minutes)
}

/** Texts about drivers' hours. */
export interface HoursLabels {
  /** `6 h 30 of 9 h driving time, 2 h 30 left`. Without a limit only the first. */
  driven: (driven: number, limit: number | null) => string
  /** `Tue 19:00`, for instants less than a week away. */
  at: (instant: string) => string
  /** `Tue, 3 Feb, 19:00`, for instants that may be longer ago. */
  dated: (instant: string) => string
  /** Source of the hours, and until when they are known. */
  source: (source: DrivingTime['source'], until: string | null) => string
  /** `Daily rest, Tue 19:00 – Wed 06:00`, and whether it is on a ferry or train. */
  pause: (kind: DriverPause['kind'], start: string, end: string, isAboard?: boolean) => string
}

/** Texts in the language of the page. */
export function useHoursLabels(): HoursLabels {
  const { t, i18n } = useLingui()
  const time = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: homeZone() } as const
  const at = (instant: string) => i18n.date(new Date(instant), time)
  const dated = (instant: string) => dateIn(i18n, new Date(instant), { ...time, day: 'numeric', month: 'short' })
  const kinds = { BREAK: t`Break`, DAILY_REST: t`Daily rest`, WEEKLY_REST: t`Weekly rest` }
  return {
    at,
    dated,
    driven: (driven, limit) => {
      const drives = drivingText(driven)
      if (limit === null) return drives
      const allowed = drivingText(limit)
      const labels = t`${drives} of ${allowed} driving time`
      const left = drivingText(Math.abs(limit - driven))
      return `${labels}, ${driven > limit ? t`${left} too much` : t`${left} left`}`
    },
    source: (source, known) => {
      if (known === null || source === 'PLAN') return t`estimate`
      const until = dated(known)
      if (source === 'VEHICLE') return t`vehicle until ${until}, then estimate`
      return t`driver card until ${until}, then estimate`
    },
    pause: (kind, start, end, isAboard = false) => {
      const what = isAboard ? t`${kinds[kind]} aboard` : kinds[kind]
      return `${what}, ${at(start)} – ${at(end)}`
    },
  }
}
