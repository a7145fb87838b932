import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { TripStatus } from '../trips/labels.tsx'
import { Button } from '../ui/button.tsx'
import { minutesText } from '../ui/time/minutes-text.ts'
import { whenText } from '../ui/time/when.tsx'
import type { BoardTrip } from './board-trip.ts'
import type { BoardModel, BoardRow } from './rows.ts'

/** The plan as tables, one per row with trips: a screen-reader alternative to the board. */
export const PlanList = memo(function PlanList({
  model,
  rows,
  conflicts,
  isReadOnly,
  onOpen,
  onMove,
}: {
  model: BoardModel
  rows: readonly BoardRow[]
  conflicts: ReadonlyMap<string, string>
  isReadOnly: boolean
  onOpen: (tripId: string) => void
  onMove: (tripId: string) => void
}) {
  const { t } = useLingui()
  const parts = { conflicts, isReadOnly, onOpen, onMove }
  return (
    <section aria-label={t`Plan as a list`} className="min-h-0 min-w-0 flex-1 overflow-auto px-4 py-2" tabIndex={-1}>
      {rows
        .filter(({ trips }) => trips.length > 0)
        .map(({ key, title, text, trips }) => (
          <TripTable
            key={key}
            title={[title ?? t`No vehicle`, text].filter(Boolean).join(' · ')}
            trips={trips}
            {...parts}
          />
        ))}
      {model.untimed.length > 0 && <TripTable title={t`No planned times`} trips={model.untimed} {...parts} />}
    </section>
  )
})

function TripTable({
  title,
  trips,
  conflicts,
  isReadOnly,
  onOpen,
  onMove,
}: {
  title: string
  trips: readonly BoardTrip[]
  conflicts: ReadonlyMap<string, string>
  isReadOnly: boolean
  onOpen: (tripId: string) => void
  onMove: (tripId: string) => void
}) {
  const { t, i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  const time = (at: number) => (Number.isNaN(at) ? '—' : whenText(new Date(at), locale))
  return (
    <table className="plain-table mb-3 w-full">
      <caption className="py-1.5 text-left font-semibold">{title}</caption>
      <thead className="text-left text-[12px] text-ink-3">
        <tr>
          <th scope="col" className="w-28 font-medium">{t`Trip`}</th>
          <th scope="col" className="w-32 font-medium">{t`Start`}</th>
          <th scope="col" className="w-32 font-medium">{t`End`}</th>
          <th scope="col" className="font-medium">{t`Route`}</th>
          <th scope="col" className="font-medium">{t`Customer`}</th>
          <th scope="col" className="w-28 font-medium">{t`Status`}</th>
          <th scope="col" className="font-medium">{t`Conflicts`}</th>
          <th scope="col" className="w-20 font-medium">
            <span className="sr-only">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {trips.map((trip) => (
          <tr key={trip.id} className="h-8 border-t border-line">
            <td>
              <button
                type="button"
                className="tnum font-medium underline-offset-2 hover:underline"
                onClick={() => onOpen(trip.id)}
              >
                {trip.name}
              </button>
            </td>
            <td className="tnum">{time(trip.start)}</td>
            <td className="tnum">
              {time(trip.end)}
              {trip.late > 0 && <span className="board-late">+{minutesText(trip.late)}</span>}
            </td>
            <td>{trip.route}</td>
            <td>{trip.customers}</td>
            <td>
              <TripStatus status={trip.trip.status} />
            </td>
            <td className="text-red">{conflicts.get(trip.id)}</td>
            <td>
              {!isReadOnly && trip.isOpen && (
                <Button variant="ghost" onClick={() => onMove(trip.id)} aria-label={t`Move ${trip.name}`}>
                  <Trans>Move…</Trans>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
