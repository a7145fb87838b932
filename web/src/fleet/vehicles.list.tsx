import { Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { EtaMark } from '../trips/stops/eta-mark.tsx'
import { classNames } from '../ui/class-names.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { toneClass } from '../ui/status.tsx'
import { clockText, When } from '../ui/time/when.tsx'
import { dateText } from '../ui/time/zone.ts'
import { useStateBadges } from './state.labels.tsx'
import type { LiveVehicle } from './vehicles.ts'

const rowHeight = 52

/** Vehicles as a list with everything the map shows, for keyboard and screen reader too. */
export function VehiclesList({
  vehicles,
  selectedId,
  onSelect,
}: {
  vehicles: readonly LiveVehicle[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => vehicles[at]!.id,
    overscan: 6,
    useFlushSync: false,
  })
  const at = vehicles.findIndex(({ id }) => id === selectedId)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
  }, [at, virtual])
  function onKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, at, vehicles.length)
    if (next === undefined) return
    event.preventDefault()
    onSelect(vehicles[next]!.id)
  }
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t`Vehicles`}
      aria-activedescendant={at >= 0 ? `vehicle-${selectedId}` : undefined}
      className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      onKeyDown={onKeyDown}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <Row
            key={vehicles[index]!.id}
            live={vehicles[index]!}
            top={start}
            isSelected={index === at}
            place={{ index, count: vehicles.length }}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  )
}

/** Row that a key moves to; undefined for none. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 1) - 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.min(to, count - 1)
}

function Row({
  live: { id, vehicle, state, motion, title },
  top,
  isSelected,
  place,
  onSelect,
}: {
  live: LiveVehicle
  top: number
  isSelected: boolean
  place: { index: number; count: number }
  onSelect: (id: string) => void
}) {
  const { t, i18n } = useLingui()
  const badge = useStateBadges()[state]
  const { trip } = vehicle
  const stop = trip?.next_stop
  const arrival = stop?.eta_start_at ?? stop?.planned_start_at
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which row it is on
    <div
      id={`vehicle-${id}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      onClick={() => onSelect(id)}
      style={{ top, height: rowHeight }}
      className={classNames(
        'absolute inset-x-0 flex items-center gap-2.5 border-b border-line px-3',
        isSelected ? 'bg-brand-soft' : 'hover:bg-hover',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'size-2 shrink-0 rounded-full',
          toneClass[badge.tone],
          motion.state === 'STALE' ? 'shadow-[0_0_0_1.5px_var(--tone)_inset]' : 'bg-[var(--tone)]',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="tnum block truncate font-semibold">{title}</span>
        <span className="flex items-center gap-1 truncate text-[12px] text-ink-2">
          {trip === null ? (
            <Trans>No trip</Trans>
          ) : (
            <>
              <span className="truncate">{trip.from_city ?? '—'}</span>
              <ArrowRight size={11} className="shrink-0" aria-label={t`to`} />
              <span className="truncate">{trip.to_city ?? '—'}</span>
            </>
          )}
        </span>
      </span>
      <span className="shrink-0 text-right text-[12px] text-ink-2">
        <span className="tnum block">
          {motion.state === 'MOVING' && motion.speedKmh !== null
            ? t`${i18n.number(Math.round(motion.speedKmh))} km/h`
            : motion.state === 'STALE'
              ? t`No signal`
              : badge.word}
          {motion.state === 'MOVING' && <span className="sr-only">{badge.word}</span>}
        </span>
        <span className="tnum block">
          {arrival && (
            <>
              {stop?.eta_start_at ? <Trans>ETA</Trans> : <Trans>Planned</Trans>}{' '}
              <Arrival instant={arrival} zone={stop?.time_zone} />
              <EtaMark isEstimated={stop?.eta_is_estimated === true} isShort />
            </>
          )}
        </span>
      </span>
    </div>
  )
}

/** Only the time if it is today, because space is limited. */
function Arrival({ instant, zone }: { instant: string; zone: string | undefined }) {
  const { i18n } = useLingui()
  if (dateText(Date.parse(instant), zone) !== dateText(Date.now(), zone)) return <When instant={instant} zone={zone} />
  return clockText(new Date(instant), i18n.locales ?? i18n.locale, zone)
}
