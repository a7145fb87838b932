import { useLingui } from '@lingui/react/macro'
import { tripBadges } from '../../trips/labels.tsx'
import type { Tone } from '../../ui/status.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { whenText } from '../../ui/time/when.tsx'
import { timeText } from '../../ui/time/zone.ts'
import type { BoardTrip } from '../board-trip.ts'

/** Colour of a trip: lateness takes precedence over its state. */
export function toneOf({ trip, late, isOpen }: Pick<BoardTrip, 'trip' | 'late' | 'isOpen'>): Tone {
  if (late > 0 && isOpen) return 'amber'
  if (trip.status === 'PLANNED') return trip.is_dispatched ? 'teal' : 'blue'
  return trip.status === 'IN_PROGRESS' ? 'teal' : 'grey'
}

/** Pixels of a bar below which a shorter text says more than a cut route: none, the hour, the time, the last town. */
const widths = { none: 34, hour: 52, time: 70, town: 132 } as const

/** First line of a bar of this width: its route, or what of it helps where there is less room. Empty: no room. */
export function barText({ route, start }: Pick<BoardTrip, 'route' | 'start'>, width: number): string {
  if (width <= widths.none) return ''
  if (width < widths.hour) return timeText(start).slice(0, 2)
  if (width < widths.time) return timeText(start)
  const last = route.split(arrow).at(-1)!
  return width < widths.town && last !== route ? `→ ${last}` : route
}

/** Whether a bar of this width, on one line, has no room for more than its first text. */
export function isShort(width: number): boolean {
  return width < widths.town
}

/** Between the towns of a route. */
const arrow = ' → '

/** Full text of a bar in one line, for its tooltip and for screen readers. */
export function useTripLabel(): (trip: BoardTrip, conflict?: string) => string {
  const { t, i18n } = useLingui()
  return ({ name, route, customers, start, end, trip, late, lateAt }, conflict) => {
    const badge = tripBadges[trip.status]
    const locale = i18n.locales ?? i18n.locale
    const when = Number.isNaN(start)
      ? t`No planned times`
      : t`${whenText(new Date(start), locale)} to ${whenText(new Date(end), locale)}`
    const delay = late > 0 ? t`${minutesText(late)} late in ${lateAt}` : ''
    const labels = badge ? i18n._(badge.word) : trip.status
    return [name, route, customers, when, labels, delay, conflict].filter(Boolean).join(', ')
  }
}
