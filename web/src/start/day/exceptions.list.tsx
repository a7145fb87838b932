import type { Day, DayException } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useHoldReason } from '../../orders/hold-reason.ts'
import { PhoneLink } from '../../records/phone-link.tsx'
import { EtaMark } from '../../trips/stops/eta-mark.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CircleCheck } from '../../ui/icons.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { RelativeTime, useNow } from '../../ui/time/relative-time.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { Changes } from './changes.list.tsx'
import { useExceptionTitle } from './exception.labels.ts'
import { ExceptionAction } from './exception-action.tsx'

const DriverReport = lazy(async () => ({ default: (await import('./driver-report.panel.tsx')).DriverReport }))
const DoorRequest = lazy(async () => ({ default: (await import('./request.panel.tsx')).DoorRequest }))
const Temperature = lazy(async () => ({ default: (await import('./temperature.tsx')).Temperature }))

/** Problems that need action, most urgent first. A single line if there are none. */
export function Exceptions({ day }: { day: Day }) {
  const { t } = useLingui()
  const { exceptions, exceptions_total: total } = day
  return (
    <section aria-labelledby="exceptions" className="min-w-0">
      <div className="flex h-10 items-center gap-2">
        <h2 id="exceptions" className="font-semibold">
          <Trans>Exceptions</Trans>
        </h2>
        {total > 0 && <span className="tnum text-ink-3">{total}</span>}
      </div>
      {exceptions.length === 0 ? (
        <p className="flex items-center gap-2 rounded-lg border border-line px-3.5 py-3 text-ink-2">
          <CircleCheck size={15} className="shrink-0 text-green" aria-hidden="true" />
          <Trans>All clear: no late trips and nothing unplanned until tomorrow.</Trans>
        </p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line" aria-label={t`Exceptions`}>
          {exceptions.map((one) => (
            <Row key={keyOf(one)} one={one} />
          ))}
        </ul>
      )}
      {total > exceptions.length && (
        <p className="pt-2 text-[12px] text-ink-3">
          <Trans>
            The {exceptions.length} most urgent of {total}.
          </Trans>
        </p>
      )}
    </section>
  )
}

/** An overdue exception keeps its row and its open dialog. */
const kindOf = (kind: DayException['kind']) => (kind === 'OVERDUE' ? 'LATE' : kind)

/** A trip may have several orders that were changed or are too warm, and several driver reports. */
const keyOf = ({ kind, trip_id, order_id, driver_report, request }: DayException) =>
  driver_report?.act_id ??
  request?.door_request_id ??
  (kind === 'CHANGED' || kind === 'TEMPERATURE'
    ? `${kind}.${trip_id}.${order_id}`
    : `${kindOf(kind)}.${trip_id ?? order_id}`)

function Row({ one }: { one: DayException }) {
  const title = useExceptionTitle()(one)
  const severe = one.severity === 'SEVERE'
  const isPhone = usePhone()
  const reason = useHoldReason(one.reason, one.hold_reason_code)
  return (
    <li
      className={classNames(
        'relative grid min-h-11 items-center gap-x-3 border-t border-line py-1 pr-2 pl-4 first:border-t-0 hover:bg-hover',
        // On a phone the whole row is a link. Its buttons and links stay on top.
        'max-sm:[&_a:not(.row-link)]:relative max-sm:[&_button]:relative',
        'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_116px_minmax(0,3fr)_96px]',
        // A phone number is never truncated.
        'xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_116px_minmax(132px,3fr)_96px]',
      )}
    >
      <span
        className={classNames('absolute inset-y-0 left-0 w-[3px]', severe ? 'bg-red' : 'bg-amber')}
        aria-hidden="true"
      />
      <span className="min-w-0">
        <span className="block wrap-anywhere font-medium" title={title}>
          {isPhone ? <Opening one={one}>{title}</Opening> : title}
        </span>
        <span className="tnum block wrap-anywhere text-[12px] text-ink-3 max-sm:py-1">
          <Subjects one={one} />
          {one.late_stop?.notified_at && (
            <>
              {' · '}
              <Trans>
                customer written to <RelativeTime instant={one.late_stop.notified_at} />
              </Trans>
            </>
          )}
        </span>
        {isPhone && (
          <span className="block wrap-anywhere text-[12px] text-ink-2">
            {[one.customer_name, reason ?? routeOf(one)].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
      <span className="min-w-0 max-sm:hidden">
        <span className="block wrap-anywhere">{one.customer_name ?? routeOf(one)}</span>
        <span className="block wrap-anywhere text-[12px] text-ink-3" title={reason ?? undefined}>
          {reason ?? (one.customer_name === null ? null : routeOf(one))}
        </span>
      </span>
      <span className="text-right">
        <Minutes one={one} />
        {isPhone && one.phone_number !== null && (
          <span className="block text-[12px]">
            <PhoneLink number={one.phone_number} />
          </span>
        )}
      </span>
      <span className="min-w-0 max-sm:hidden">
        <span className="block wrap-anywhere text-ink-2">{one.carrier_name}</span>
        {one.phone_number !== null && (
          <span className="block text-[12px] [&>a]:whitespace-normal">
            <PhoneLink number={one.phone_number} />
          </span>
        )}
      </span>
      <span className="text-right max-sm:hidden">
        <ExceptionAction one={one} />
      </span>
      <Details one={one} />
    </li>
  )
}

/** Details shown and settled in the row itself. */
function Details({ one }: { one: DayException }) {
  return (
    <>
      {one.kind === 'CHANGED' && <Changes one={one} />}
      <Suspense>
        {one.driver_report && <DriverReport one={one} report={one.driver_report} />}
        {one.request && <DoorRequest one={one} request={one.request} />}
        {one.temperature && <Temperature one={one} measured={one.temperature} />}
      </Suspense>
    </>
  )
}

/** Link covering the whole row of an exception. */
function Opening({
  one: { trip_id: tripId, order_id: orderId },
  children,
}: {
  one: DayException
  children: ReactNode
}) {
  // High enough for a finger, not counting the covered area (axe: target-size).
  const className = 'row-link block wrap-anywhere py-1 before:absolute before:inset-0'
  if (tripId !== null) {
    return (
      <Link to="/trips/$tripId" params={{ tripId }} className={className}>
        {children}
      </Link>
    )
  }
  if (orderId === null) return children
  return (
    <Link to="/orders/$orderId" params={{ orderId }} className={className}>
      {children}
    </Link>
  )
}

/** Records that an exception concerns. */
function Subjects({ one }: { one: DayException }) {
  const linkClass = 'underline-offset-2 hover:text-ink hover:underline'
  return (
    <>
      {one.order_id !== null && (
        <Link to="/orders/$orderId" params={{ orderId: one.order_id }} className={linkClass}>
          {one.order_number}
        </Link>
      )}
      {one.order_id !== null && one.trip_id !== null && ' · '}
      {one.trip_id !== null && (
        <Link to="/trips/$tripId" params={{ tripId: one.trip_id }} className={linkClass}>
          {one.trip_name}
        </Link>
      )}
    </>
  )
}

/** Delay, time overdue, or time until due. */
function Minutes({ one }: { one: DayException }) {
  const now = useNow().getTime()
  const until = Math.round((Date.parse(one.damage_at) - now) / 60_000)
  if (one.kind === 'LATE' && one.minutes !== null) {
    return (
      <Off isSevere={one.severity === 'SEVERE'}>
        +{minutesText(one.minutes)}
        <EtaMark isEstimated={one.eta_is_estimated} isShort />
      </Off>
    )
  }
  // The trip is already on its way. The time of the change is shown with the changes.
  if ((one.kind === 'CHANGED' || one.kind === 'TEMPERATURE' || one.driver_report || one.request) && until <= 0)
    return null
  if (until <= 0) {
    const passed = minutesText(-until)
    return (
      <Off isSevere>
        <Trans>overdue {passed}</Trans>
      </Off>
    )
  }
  const left = minutesText(until)
  return (
    <span className={classNames('tnum whitespace-nowrap', until <= 120 ? 'font-medium text-red' : 'text-ink-2')}>
      <Trans>in {left}</Trans>
    </span>
  )
}

function Off({ isSevere, children }: { isSevere: boolean; children: ReactNode }) {
  return (
    <span className={classNames('tnum font-semibold whitespace-nowrap', isSevere ? 'text-red' : 'text-amber')}>
      {children}
    </span>
  )
}

function routeOf({ from, to }: DayException): string {
  const ends = [from, to].map((place) => place && (place.city ?? place.name)).filter(Boolean)
  return ends.join(' → ')
}
