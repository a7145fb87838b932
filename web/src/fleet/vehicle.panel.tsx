import type { MapStop, MapTrip } from '@cartage/contract/trips/app/map'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { phoneText } from '../records/phone-text.ts'
import { PunctualityPill } from '../records/punctuality.tsx'
import { EtaMark } from '../trips/stops/eta-mark.tsx'
import { StopProposals } from '../trips/stops/proposals.tsx'
import { Span } from '../trips/stops/stop-times.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ArrowRight, MapPin, Phone, Route, X } from '../ui/icons.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { VehicleStateBadge } from './state.labels.tsx'
import type { LiveVehicle } from './vehicles.ts'

interface PanelProps {
  live: LiveVehicle
  /** Stops of its trip, once loaded. */
  stops: readonly { id: string; name: string }[]
  isFollowed: boolean
  onFollow: () => void
  onClose: () => void
}

/** The selected vehicle: state, next stop and driver. */
export function VehiclePanel({ live, stops, isFollowed, onFollow, onClose }: PanelProps) {
  const { t, i18n } = useLingui()
  const { vehicle, motion, title, state } = live
  const { trip } = vehicle
  const speed = motion.speedKmh === null ? undefined : i18n.number(Math.round(motion.speedKmh))
  return (
    <aside
      aria-label={title}
      className="flex max-h-full w-[312px] flex-col rounded-xl bg-surface shadow-pop max-sm:w-full"
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Link
          to="/resources/$resourceId"
          params={{ resourceId: live.id }}
          className="tnum truncate text-[15px] font-semibold underline-offset-2 hover:underline"
        >
          {title}
        </Link>
        <span className="flex-1">
          <VehicleStateBadge state={state} />
        </span>
        <IconButton icon={X} label={t`Close`} keys="escape" onClick={onClose} />
      </div>
      <div className="grid grid-cols-1 gap-3 overflow-y-auto px-4 py-3">
        <div className="flex justify-between gap-2">
          <span className="min-w-0">
            <span className="block truncate font-medium">{trip?.driver_name ?? vehicle.name}</span>
            {trip && (
              <span className="block truncate text-ink-2">
                <span className="tnum">{trip.name}</span>
                {trip.customer_name && ` · ${trip.customer_name}`}
              </span>
            )}
          </span>
          <span className="shrink-0 text-right text-ink-2">
            <span className="tnum block">{speed === undefined ? <Standing motion={motion} /> : t`${speed} km/h`}</span>
            <span className="block text-[12px] text-ink-3">
              <RelativeTime instant={vehicle.position.recorded_at} />
            </span>
          </span>
        </div>
        {trip === null ? (
          <p className="text-ink-3">
            <Trans>No trip now or in the next 24 hours.</Trans>
          </p>
        ) : (
          <>
            <Progress trip={trip} />
            {trip.next_stop && <NextStop stop={trip.next_stop} />}
            <StopProposals tripId={trip.trip_id} stops={stops} />
          </>
        )}
      </div>
      <div className="flex shrink-0 gap-1.5 border-t border-line p-3">
        {trip && (
          <Link to="/trips/$tripId" params={{ tripId: trip.trip_id }} className="btn btn-outline flex-1">
            <Route size={14} aria-hidden="true" />
            <Trans>Open trip</Trans>
          </Link>
        )}
        {trip?.driver_phone && (
          <a href={`tel:${trip.driver_phone}`} title={phoneText(trip.driver_phone)} className="btn btn-outline flex-1">
            <Phone size={14} aria-hidden="true" />
            <Trans>Call</Trans>
          </a>
        )}
        <Button className="flex-1" icon={MapPin} aria-pressed={isFollowed} onClick={onFollow}>
          {isFollowed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        </Button>
      </div>
    </aside>
  )
}

function Standing({ motion }: { motion: LiveVehicle['motion'] }) {
  return motion.state === 'STALE' ? <Trans>No signal</Trans> : <Trans>Standing</Trans>
}

/** Number of completed stops. */
function Progress({ trip }: { trip: MapTrip }) {
  const { from_city, to_city, stop_count, done_count, next_stop, punctuality } = trip
  const { t } = useLingui()
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <span className="truncate">{from_city ?? '—'}</span>
        <ArrowRight size={12} className="shrink-0 text-ink-3" aria-label={t`to`} />
        <span className="truncate">{to_city ?? '—'}</span>
      </div>
      <div
        role="progressbar"
        aria-label={t`Progress`}
        aria-valuemin={0}
        aria-valuemax={stop_count}
        aria-valuenow={done_count}
        className="my-1 h-1.5 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className="h-full rounded-full bg-brand"
          style={{ width: `${(100 * done_count) / Math.max(stop_count, 1)}%` }}
        />
      </div>
      <p className="tnum flex justify-between gap-2 text-[12px] text-ink-2">
        <Plural value={stop_count} one={`${done_count} of # stop done`} other={`${done_count} of # stops done`} />
        {/* Of a later stop; the next one shows its own. */}
        {punctuality?.stop_id !== next_stop?.stop_id && <PunctualityPill verdict={punctuality} />}
      </p>
    </div>
  )
}

/** Next stop with its requested and expected times. */
function NextStop({ stop }: { stop: MapStop }) {
  const { asked_from, asked_to, time_zone } = stop
  const expected = stop.eta_start_at ?? stop.planned_start_at
  return (
    <div className="rounded-lg border border-line px-3 py-2">
      <p className="text-[12px] text-ink-3">
        {stop.status === 'AT_STOP' ? <Trans>At stop</Trans> : <Trans>Next stop</Trans>}
      </p>
      <p className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          {[stop.name, stop.city].filter((one, at, all) => one && all.indexOf(one) === at).join(', ') || '—'}
        </span>
        <PunctualityPill verdict={stop.punctuality} />
      </p>
      {asked_from && asked_to && (
        <p className="tnum text-[12px] text-ink-2">
          <Trans>Window</Trans> <Span from={asked_from} to={asked_to} zone={time_zone} />
        </p>
      )}
      {expected && (
        <p className="tnum text-[12px] text-ink-2">
          {stop.eta_start_at ? <Trans>ETA</Trans> : <Trans>Planned</Trans>} <When instant={expected} zone={time_zone} />{' '}
          <EtaMark isEstimated={stop.eta_is_estimated} />
        </p>
      )}
    </div>
  )
}
