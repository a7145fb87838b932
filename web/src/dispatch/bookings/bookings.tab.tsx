import type { AppIntermodalBooking, AppLocationBooking, BookingPlace } from '@cartage/contract/bookings/app'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarClock, Plus } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { BookingCard } from './booking-card.tsx'
import { tripBookingsQuery } from './queries.ts'

// Loaded when they are opened.
const SlotDialog = lazy(async () => ({ default: (await import('./slot.dialog.tsx')).SlotDialog }))
const LegDialog = lazy(async () => ({ default: (await import('./leg.dialog.tsx')).LegDialog }))

type Open =
  | { kind: 'slot'; slot?: AppLocationBooking | undefined }
  | { kind: 'leg'; leg?: AppIntermodalBooking | undefined }

/** Time slots and main legs of a trip, with requests and responses. */
export function BookingsTab({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const query = useQuery(tripBookingsQuery(record.trip.trip_id))
  const [open, setOpen] = useState<Open>()
  const isOver = record.trip.status === 'CANCELLED'
  const mayWrite = usePermission('dispatch.write') && !isOver
  const add = mayWrite && (
    <div className="flex gap-2">
      {record.trip.stops.length > 0 && (
        <Button icon={Plus} onClick={() => setOpen({ kind: 'slot' })}>
          <Trans>Add time slot</Trans>
        </Button>
      )}
      <Button icon={Plus} onClick={() => setOpen({ kind: 'leg' })}>
        <Trans>Add main leg</Trans>
      </Button>
    </div>
  )
  return (
    <Loaded query={query}>
      {({ location_bookings: slots, intermodal_bookings: legs, places }) => (
        <>
          {slots.length + legs.length === 0 ? (
            <EmptyState
              icon={CalendarClock}
              title={t`No bookings yet`}
              text={t`Time slots at locations and main legs by ferry, train or barge appear here.`}
            >
              {add && <div className="flex justify-center pt-4">{add}</div>}
            </EmptyState>
          ) : (
            <div className="grid max-w-[960px] gap-4 px-4 py-4">
              {add}
              {legs.map((booking) => (
                <BookingCard
                  key={booking.intermodal_booking_id}
                  booked={{ type: 'INTERMODAL', booking }}
                  {...{ record, places, mayWrite }}
                  onEdit={() => setOpen({ kind: 'leg', leg: booking })}
                />
              ))}
              {slots.map((booking) => (
                <BookingCard
                  key={booking.location_booking_id}
                  booked={{ type: 'LOCATION', booking }}
                  {...{ record, places, mayWrite }}
                  onEdit={() => setOpen({ kind: 'slot', slot: booking })}
                />
              ))}
            </div>
          )}
          <OpenDialog open={open} record={record} places={places} onClose={() => setOpen(undefined)} />
        </>
      )}
    </Loaded>
  )
}

function OpenDialog({
  open,
  record,
  places,
  onClose,
}: {
  open: Open | undefined
  record: TripRecord
  places: readonly BookingPlace[]
  onClose: () => void
}) {
  return (
    <LateDialog>
      {open?.kind === 'slot' && <SlotDialog record={record} slot={open.slot} onClose={onClose} />}
      {open?.kind === 'leg' && <LegDialog record={record} places={places} leg={open.leg} onClose={onClose} />}
    </LateDialog>
  )
}
