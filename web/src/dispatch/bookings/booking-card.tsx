import type { AppIntermodalBooking, AppLocationBooking, BookingPlace } from '@cartage/contract/bookings/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useLabels } from '../../records/code-labels.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { Button } from '../../ui/button.tsx'
import { Pencil, Send, X } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { When } from '../../ui/time/when.tsx'
import { bookingBadges, scenarioLabels, stepLabels } from './labels.ts'
import { type Booked, cancelBooking, requestBooking, useBookingChange } from './queries.ts'

/** One booking: request, response and actions. */
export function BookingCard({
  booked,
  record,
  places,
  mayWrite,
  onEdit,
}: {
  booked: Booked
  record: TripRecord
  places: readonly BookingPlace[]
  mayWrite: boolean
  onEdit: () => void
}) {
  const { t } = useLingui()
  const { booking } = booked
  const isFinal = booked.type === 'INTERMODAL' && booked.booking.skip_dispatch
  return (
    <section className="rounded-lg border border-line" aria-label={booking.name}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <h2 className="tnum font-semibold">{booking.name}</h2>
        <span className="text-ink-3">{booked.type === 'LOCATION' ? t`Time slot` : t`Main leg`}</span>
        <CodeStatus badges={bookingBadges} code={booking.status} />
        {booking.reported_at !== null && (
          <span className="text-ink-3">
            <When instant={booking.reported_at} />
          </span>
        )}
        {mayWrite && booking.status !== 'CANCELLED' && (
          <BookingActions booked={booked} isFinal={isFinal} onEdit={onEdit} />
        )}
      </div>
      {booked.type === 'INTERMODAL' && <Failure failure={booked.booking.failure} />}
      <div className="px-3 py-2">
        {booked.type === 'LOCATION' ? (
          <SlotFacts slot={booked.booking} places={places} />
        ) : (
          <LegFacts leg={booked.booking} record={record} places={places} />
        )}
        <StepList booking={booking} />
      </div>
    </section>
  )
}

function BookingActions({ booked, isFinal, onEdit }: { booked: Booked; isFinal: boolean; onEdit: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useBookingChange()
  const [isCancelling, setIsCancelling] = useState(false)
  const { name, status } = booked.booking
  const run = (work: () => Promise<unknown>, done: string) =>
    change.mutate(work, {
      onSuccess: () => toasts.done(done),
      onError: (error) => toasts.failed(failureOf(error)),
      onSettled: () => setIsCancelling(false),
    })
  const request = () =>
    run(() => requestBooking(booked), status === 'TO_REQUEST' ? t`${name} requested` : t`Changes of ${name} sent`)
  return (
    <span className="ml-auto flex gap-1.5">
      {!isFinal && (
        <>
          <Button icon={Pencil} onClick={onEdit}>
            <Trans>Edit…</Trans>
          </Button>
          <Button
            icon={Send}
            variant={status === 'TO_REQUEST' ? 'brand' : 'outline'}
            onClick={request}
            isBusy={change.isPending}
          >
            {status === 'TO_REQUEST' ? <Trans>Request</Trans> : <Trans>Send changes</Trans>}
          </Button>
        </>
      )}
      <Button icon={X} onClick={() => setIsCancelling(true)}>
        <Trans>Cancel booking…</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isCancelling}
        title={t`Cancel ${name}?`}
        text={
          booked.type === 'LOCATION'
            ? t`The location is notified if the slot was requested. A cancelled booking cannot be requested again.`
            : t`The carrier is notified if the main leg was requested. A cancelled booking cannot be requested again.`
        }
        verb={t`Cancel booking`}
        isBusy={change.isPending}
        onClose={() => setIsCancelling(false)}
        onConfirm={() => run(() => cancelBooking(booked), t`${name} cancelled`)}
      />
    </span>
  )
}

/** Why the carrier could not fulfil it, in its own words. */
function Failure({ failure }: { failure: AppIntermodalBooking['failure'] }) {
  if (failure === null) return null
  return (
    <p role="status" className="border-b border-line bg-amber-soft px-3 py-1.5">
      <Trans>Declined by the carrier:</Trans> {String(failure.error_message ?? failure.error_type ?? '')}
    </p>
  )
}

function PlaceLink({ id, places }: { id: string; places: readonly BookingPlace[] }) {
  const place = places.find(({ location_id }) => location_id === id)
  const text = [place?.name, place?.city !== place?.name && place?.city].filter(Boolean).join(', ')
  return (
    <Link to="/locations/$locationId" params={{ locationId: id }} className="underline-offset-2 hover:underline">
      {text || id}
    </Link>
  )
}

function Span({ from, to }: { from: string | null; to: string | null }): ReactNode {
  if (from === null && to === null) return null
  return (
    <>
      {from !== null && <When instant={from} />} – {to !== null && <When instant={to} />}
    </>
  )
}

function SlotFacts({ slot, places }: { slot: AppLocationBooking; places: readonly BookingPlace[] }) {
  const { t } = useLingui()
  const labelOf = useLabels(scenarioLabels)
  const isConfirmed = slot.confirmed_start_at !== null || slot.confirmed_end_at !== null
  const isRequested = slot.requested_start_at !== null || slot.requested_end_at !== null
  return (
    <Properties>
      <Property name={t`Location`}>
        <PlaceLink id={slot.location_id} places={places} />
        <span className="text-ink-3"> · {labelOf(slot.scenario)}</span>
      </Property>
      <Property name={t({ message: 'Requested', context: 'state' })}>
        {isRequested && <Span from={slot.requested_start_at} to={slot.requested_end_at} />}
      </Property>
      <Property name={t`Confirmed`}>
        {isConfirmed && <Span from={slot.confirmed_start_at} to={slot.confirmed_end_at} />}
      </Property>
      <Property name={t`Reference`}>{slot.booking_reference}</Property>
      {slot.note !== '' && <Property name={t`Note`}>{slot.note}</Property>}
    </Properties>
  )
}

function LegFacts({
  leg,
  record,
  places,
}: {
  leg: AppIntermodalBooking
  record: TripRecord
  places: readonly BookingPlace[]
}) {
  const { t } = useLingui()
  const ids = [leg.trailer_id, leg.container_id, leg.vehicle_id]
  const names = record.resources.filter(({ resource_id }) => ids.includes(resource_id)).map(({ name }) => name)
  const { shipping_company, vessel_name, voyage_code } = leg.details
  const carrier = [shipping_company?.name, vessel_name, voyage_code].filter(Boolean).join(' · ')
  const references = [leg.booking_reference, leg.departure_reference_number, leg.arrival_reference_number]
  return (
    <Properties>
      <Property name={t`From`}>
        <PlaceLink id={leg.start_location_id} places={places} />
        {leg.departs_at !== null && <> · {<When instant={leg.departs_at} />}</>}
      </Property>
      <Property name={t`To`}>
        <PlaceLink id={leg.end_location_id} places={places} />
        {leg.arrives_at !== null && <> · {<When instant={leg.arrives_at} />}</>}
      </Property>
      <Property name={t`Unit`}>{names.join(' · ')}</Property>
      {carrier !== '' && <Property name={t`Carrier`}>{carrier}</Property>}
      <Property name={t`Account`}>{leg.account_code}</Property>
      <Property name={t`Reference`}>{references.filter((one) => one !== null).join(' · ')}</Property>
      {leg.skip_dispatch && (
        <Property name={t`State`}>
          <Trans>Finalised by the carrier. Nothing more is sent.</Trans>
        </Property>
      )}
    </Properties>
  )
}

/** Reported steps, oldest first. */
function StepList({ booking }: { booking: AppLocationBooking | AppIntermodalBooking }) {
  const { t } = useLingui()
  const labelOf = useLabels(stepLabels)
  if (booking.execution_statuses.length === 0) return null
  return (
    <ol aria-label={t`Reported steps`} className="mt-2 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-2">
      {booking.execution_statuses.map(({ event_time, type, ok, remark }) => (
        <li key={`${type} ${event_time}`} className={ok === false ? 'text-red' : undefined}>
          <span className="font-medium">{labelOf(String(type))}</span>{' '}
          <span className="text-ink-3">{typeof event_time === 'string' && <When instant={event_time} />}</span>
          {typeof remark === 'string' && remark !== '' && <span className="block text-[12px]">{remark}</span>}
        </li>
      ))}
    </ol>
  )
}
