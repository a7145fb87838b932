import type { OptimisationRecord, SuggestedTrip } from '@cartage/contract/planning/app/optimise'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useActivityLabel } from '../records/activity.labels.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Check } from '../ui/icons.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { When } from '../ui/time/when.tsx'
import { isUnchecked, ReasonMark } from '../verdicts/reason-mark.tsx'
import { combinationText } from './combination-text.tsx'
import { Kilometres } from './kilometres.tsx'
import { openTrips } from './queries.ts'
import { tripName } from './trip-name.ts'

interface TripsProps {
  run: OptimisationRecord
  /** Indexes of the trips to accept. */
  chosen: readonly number[]
  onChoose: (chosen: readonly number[]) => void
  onAccept: () => void
  isBusy: boolean
  onExplain: (order: { order_id: string; order_number: string }) => void
}

/** The suggested trips next to the drafts they replace. */
export function TripsSection(props: TripsProps) {
  const { t } = useLingui()
  const { run, chosen, onAccept, isBusy } = props
  const mayWrite = usePermission('trip.write')
  const open = openTrips(run)
  const canAccept = mayWrite && open.length > 0
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title={t`Present plan`}>
        {run.present.length === 0 && (
          <p className="text-ink-2">
            <Trans>No drafts with these orders.</Trans>
          </p>
        )}
        <ul>
          {run.present.map(({ trip_id, name, order_numbers, figures }) => (
            <li key={trip_id} className="border-b border-line py-2 last:border-b-0">
              <Link to="/trips/$tripId" params={{ tripId: trip_id }} className="font-medium hover:underline">
                {name}
              </Link>
              <Kilometres figures={figures} />
              <p className="tnum text-ink-2">{order_numbers.join(', ')}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`Suggested`}>
        <ul>
          {run.trips.map((trip) => (
            <Trip key={trip.index} trip={trip} canChoose={canAccept && open.includes(trip)} {...props} />
          ))}
        </ul>
        {canAccept && (
          <div className="pt-3">
            <Button variant="brand" icon={Check} isBusy={isBusy} disabled={chosen.length === 0} onClick={onAccept}>
              <Plural value={chosen.length} one="Accept # trip" other="Accept # trips" />
            </Button>
          </div>
        )}
      </Section>
    </div>
  )
}

function Trip({
  trip,
  canChoose,
  chosen,
  onChoose,
  onExplain,
}: TripsProps & { trip: SuggestedTrip; canChoose: boolean }) {
  const { t, i18n } = useLingui()
  const activityLabel = useActivityLabel()
  const { index, resources, stops, figures, reasons, trip_id, outdated } = trip
  const name = tripName(trip, i18n.locales ?? i18n.locale)
  const others = chosen.filter((one) => one !== index)
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="flex items-center gap-2 font-medium">
        {canChoose && (
          <Checkbox
            label={t`Accept the trip of ${name}`}
            isOn={chosen.includes(index)}
            onChange={(isOn) => onChoose(isOn ? [...others, index] : others)}
          />
        )}
        <span>{combinationText(resources)}</span>
        {trip_id !== null && (
          <Link to="/trips/$tripId" params={{ tripId: trip_id }} className="underline">
            <Trans>Accepted</Trans>
          </Link>
        )}
      </p>
      {outdated !== null && <p className="text-amber">{outdated}</p>}
      <Kilometres figures={figures} />
      <ol className="pt-1">
        {stops.map((stop) => (
          <li key={stop.stop_id} className="flex gap-2">
            <span className="tnum w-32 shrink-0 text-ink-2">
              <When instant={stop.start_at} />
            </span>
            <span className="min-w-0 flex-1 truncate">
              {activityLabel(stop.activity_label)} {stop.location_name}
            </span>
            <button type="button" className="tnum underline" onClick={() => onExplain(stop)}>
              {stop.order_number}
            </button>
          </li>
        ))}
      </ol>
      {reasons.map(({ code, message, stop_id, resource_id }) => (
        <p key={`${code} ${stop_id} ${resource_id}`} className="flex items-start gap-2 pt-1 text-amber">
          <ReasonMark code={code} isHard={false} />
          <span className={isUnchecked({ code }) ? 'text-ink-2' : undefined}>{message}</span>
        </p>
      ))}
    </li>
  )
}
