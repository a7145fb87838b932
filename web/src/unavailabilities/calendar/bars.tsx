import type { Answer } from '@cartage/contract/endpoint'
import { plainText } from '@cartage/contract/reading/fold'
import type { getCalendar, UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { useTypeLabel } from '../../records/resource.labels.tsx'
import { Lock, Route, TriangleAlert } from '../../ui/icons.tsx'
import { whenText } from '../../ui/time/when.tsx'
import type { TimelineBar, TimelineRow } from '../../ui/timeline/timeline.tsx'
import type { CalendarSearch } from '../address.ts'
import { usePeriodText } from '../period.tsx'
import { useReasonBadge } from '../reason.labels.tsx'

type Calendar = Answer<typeof getCalendar>

/** Rows of the calendar with their bars. */
export function useCalendarBars(data: Calendar | undefined, search: CalendarSearch, mayWrite: boolean) {
  const { t, i18n } = useLingui()
  const typeLabel = useTypeLabel()
  const awayBar = useAwayBar(mayWrite)
  const tripBar = useTripBar()
  const { q, type, group } = search
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language alone
  const rows = useMemo((): TimelineRow[] => {
    const fitting = (data?.resources ?? []).filter((one) => fits(one, { q, type, group }))
    return fitting.map((one) => ({
      key: one.resource_id,
      title: one.name,
      text: [typeLabel(one.resource_type), one.license_plate].filter(Boolean).join(' · '),
      group: one.group_name ?? t`No group`,
    }))
  }, [data, q, type, group, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language alone
  const bars = useMemo((): TimelineBar[] => {
    if (!data) return []
    const clashing = new Set(data.clashes.map((clash) => clash.unavailability_id))
    const away = data.unavailabilities.map((one) => awayBar(one, clashing.has(one.id)))
    const trips = data.trips.map(tripBar)
    return [...away, ...trips]
  }, [data, mayWrite, i18n, t])
  const recordOf = useCallback(
    (key: string): UnavailabilityRecord | undefined => data?.unavailabilities.find((one) => one.id === key),
    [data],
  )
  const resourceOf = useCallback(
    (key: string) => {
      const found = data?.resources.find((one) => one.resource_id === key)
      return found && { id: found.resource_id, name: found.name, type: found.resource_type }
    },
    [data],
  )
  return { rows, bars, recordOf, resourceOf }
}

function useWhen(): (instant: string) => string {
  const { i18n } = useLingui()
  return (instant) => whenText(new Date(instant), i18n.locales ?? i18n.locale)
}

/** Bar of an unavailability. Not movable if another system manages it. */
function useAwayBar(mayWrite: boolean) {
  const { t } = useLingui()
  const badge = useReasonBadge()
  const period = usePeriodText()
  return (one: UnavailabilityRecord, isClash: boolean): TimelineBar => {
    const { word, tone, icon: Icon } = badge(one.reason)
    const facts = [word, period(one.start_time, one.end_time), one.description, one.source && t`from ${one.source}`]
    return {
      key: one.id,
      rowKey: one.resource_id,
      start: Date.parse(one.start_time),
      end: one.end_time === null ? null : Date.parse(one.end_time),
      label: [...facts, isClash && t`conflicts with a trip`].filter(Boolean).join(', '),
      content: (
        <>
          <Icon size={12} className="shrink-0" aria-hidden="true" />
          {isClash && <TriangleAlert size={12} className="shrink-0 text-red" aria-hidden="true" />}
          <span className="truncate">{word}</span>
          {one.source !== null && (
            <span className="inline-flex items-center gap-0.5 text-[10.5px] opacity-80">
              <Lock size={10} aria-hidden="true" />
              {one.source}
            </span>
          )}
        </>
      ),
      aside: word,
      tone,
      fill: 'hatched',
      isEditable: mayWrite && one.source === null,
    }
  }
}

function useTripBar() {
  const { t } = useLingui()
  const when = useWhen()
  return (trip: Calendar['trips'][number]): TimelineBar => ({
    key: `trip-${trip.trip_id}-${trip.resource_id}`,
    rowKey: trip.resource_id,
    start: Date.parse(trip.starts_at),
    end: Date.parse(trip.ends_at),
    label: t`Trip ${trip.name}, ${when(trip.starts_at)} – ${when(trip.ends_at)}`,
    content: (
      <>
        <Route size={11} className="shrink-0" aria-hidden="true" />
        <span className="truncate">{trip.name}</span>
      </>
    ),
    aside: trip.name,
    tone: 'grey',
    fill: 'quiet',
    isEditable: false,
  })
}

function fits(
  one: Calendar['resources'][number],
  { q, type, group }: Pick<CalendarSearch, 'q' | 'type' | 'group'>,
): boolean {
  if (type && !type.split(',').includes(one.resource_type)) return false
  if (group && !group.split(',').includes(one.group_id ?? '')) return false
  if (!q) return true
  const text = `${one.name} ${one.license_plate ?? ''} ${(one.license_plate ?? '').replace(/[^\p{L}\p{N}]/gu, '')}`
  return plainText(text).includes(plainText(q))
}
