import type { OptimisationRecord, SuggestedTrip } from '@cartage/contract/planning/app/optimise'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { combinationText } from '../../optimise/combination-text.tsx'
import { Kilometres } from '../../optimise/kilometres.tsx'
import { tripName } from '../../optimise/trip-name.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { dayOf } from '../../ui/time/day-input.ts'
import { When } from '../../ui/time/when.tsx'
import { timeText } from '../../ui/time/zone.ts'
import { ReasonMark } from '../../verdicts/reason-mark.tsx'
import { ordersText } from './ghost-bars.tsx'
import type { Ghost } from './ghosts.ts'

interface TripsProps {
  run: OptimisationRecord
  ghosts: readonly Ghost[]
  /** Indexes of the acceptable trips. */
  open: readonly number[]
  /** The trip whose bar was clicked. */
  current: number | undefined
  isReadOnly: boolean
  isBusy: boolean
  onShow: (ghost: Ghost) => void
  onOpen: (tripId: string) => void
  onAccept: (indexes: readonly number[]) => void
  onClose: () => void
}

/** Suggested trips: shows each on the board, and accepts one, all or none. */
export function TripsSection(props: TripsProps) {
  const { run, open, isReadOnly, isBusy, onAccept, onClose } = props
  if (run.status !== 'DONE') return null
  return (
    <Section>
      {run.trips.length === 0 && (
        <p className="text-ink-2">
          <Trans>No trip was found for these orders.</Trans>
        </p>
      )}
      {run.present.length > 0 && (
        <p className="pb-2 text-ink-2">
          <Trans>They take orders off these drafts: {run.present.map(({ name }) => name).join(', ')}</Trans>
        </p>
      )}
      {!isReadOnly && open.length > 0 && (
        <p className="flex gap-2 pb-2">
          <Button variant="brand" icon={Check} isBusy={isBusy} onClick={() => onAccept(open)}>
            <Plural value={open.length} one="Accept # trip" other="Accept all # trips" />
          </Button>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Accept none</Trans>
          </Button>
        </p>
      )}
      <ul>
        {run.trips.toSorted(byStart).map((trip) => (
          <Trip key={trip.index} trip={trip} {...props} />
        ))}
      </ul>
    </Section>
  )
}

/** Earliest first, as they are on the board. */
function byStart(one: SuggestedTrip, other: SuggestedTrip): number {
  const [at, then] = [one, other].map(({ stops }) => Date.parse(stops[0]?.start_at ?? '') || 0)
  return at! - then!
}

/** The end of a trip: on the day of its start, the time alone. */
function End({ from, to }: { from: string; to: string }) {
  return dayOf(from) === dayOf(to) ? timeText(Date.parse(to)) : <When instant={to} />
}

function Trip({
  trip,
  ghosts,
  open,
  current,
  isReadOnly,
  isBusy,
  onShow,
  onOpen,
  onAccept,
}: TripsProps & { trip: SuggestedTrip }) {
  const { t, i18n } = useLingui()
  const { index, resources, stops, figures, reasons, trip_id, outdated } = trip
  const name = tripName(trip, i18n.locales ?? i18n.locale)
  const ghost = ghosts.find((one) => one.index === index)
  const isCurrent = current === index
  const orders = [...new Set(stops.map(({ order_number }) => order_number))]
  return (
    <li
      ref={isCurrent ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
      aria-current={isCurrent}
      className="board-suggested rounded-md border-b border-line px-2 py-2 last:border-b-0"
    >
      {ghost === undefined ? (
        <p className="font-medium">{combinationText(resources)}</p>
      ) : (
        <button type="button" className="text-left font-medium hover:underline" onClick={() => onShow(ghost)}>
          {combinationText(resources)}
        </button>
      )}
      {stops.length > 0 && (
        <p className="text-ink-2">
          <When instant={stops[0]!.start_at} /> – <End from={stops[0]!.start_at} to={stops.at(-1)!.end_at} />
        </p>
      )}
      <p className="truncate" title={ghost?.route}>
        {ghost?.route}
      </p>
      <p className="tnum truncate text-ink-2">{ordersText({ orders })}</p>
      <Kilometres figures={figures} />
      {[...(outdated === null ? [] : [{ code: undefined, message: outdated }]), ...reasons].map(({ code, message }) => (
        <p key={message} className="flex items-start gap-2 pt-1">
          <ReasonMark code={code} isHard={false} />
          <span>{message}</span>
        </p>
      ))}
      {trip_id !== null && (
        <button type="button" className="underline" onClick={() => onOpen(trip_id)}>
          <Trans>Accepted</Trans>
        </button>
      )}
      {!isReadOnly && open.includes(index) && (
        <Button
          className="mt-1"
          icon={Check}
          isBusy={isBusy}
          aria-label={t`Accept the trip of ${name}`}
          onClick={() => onAccept([index])}
        >
          <Trans>Accept</Trans>
        </Button>
      )}
    </li>
  )
}
