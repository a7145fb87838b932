import type { PlanReason } from '@cartage/contract/planning/app/commands'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ArrowRightLeft, MoveRight } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { ReasonMark } from '../../verdicts/reason-mark.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { BoardModel } from '../rows.ts'
import type { useBoardActions } from '../use-board-actions.ts'

/** Actions on a trip: show it, move it, or change its driver or trailer. */
type Acts = Pick<ReturnType<typeof useBoardActions>, 'show' | 'moveTrip' | 'dialogOf'>

/** Conflicts of the plan in these days, by trip, errors first, each with possible actions. */
export function ConflictsPanel({
  conflicts,
  model,
  isReadOnly,
  actions,
  onClose,
}: {
  conflicts: readonly PlanReason[]
  model: BoardModel
  isReadOnly: boolean
  actions: Acts
  onClose: () => void
}) {
  const { t } = useLingui()
  const byTrip = [...Map.groupBy(conflicts, ({ trip_id }) => trip_id)].toSorted(
    ([, one], [, other]) => worst(one) - worst(other),
  )
  return (
    <SidePanel label={t`Conflicts`} title={t`Conflicts`} onClose={onClose}>
      {byTrip.length === 0 ? (
        <p className="py-3 text-ink-3">
          <Trans>No conflicts in these days.</Trans>
        </p>
      ) : (
        <ul>
          {byTrip.map(([tripId, reasons]) => (
            <TripConflicts key={tripId} {...{ tripId, reasons, isReadOnly, actions }} trip={model.trips.get(tripId)} />
          ))}
        </ul>
      )}
    </SidePanel>
  )
}

function TripConflicts({
  tripId,
  trip,
  reasons,
  isReadOnly,
  actions: { show, moveTrip, dialogOf },
}: {
  tripId: string
  trip: BoardTrip | undefined
  reasons: readonly PlanReason[]
  isReadOnly: boolean
  actions: Acts
}) {
  // Each order on the trip reports the same reason.
  const distinct = [...new Map(reasons.toSorted(bySeverity).map((reason) => [reason.message, reason])).values()]
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <button
        type="button"
        className="block w-full rounded-md px-2 py-1 text-left hover:bg-hover"
        onClick={() => show(tripId)}
      >
        <span className="block truncate">
          <span className="tnum font-medium">{trip?.name}</span> <span className="text-ink-3">{trip?.route}</span>
        </span>
        {distinct.map((reason) => (
          <Reason key={reason.message} reason={reason} />
        ))}
      </button>
      {!isReadOnly && trip?.isOpen === true && (
        <span className="flex gap-1 px-1 pt-1">
          <Button variant="ghost" icon={MoveRight} onClick={() => moveTrip(tripId)}>
            <Trans>Move…</Trans>
          </Button>
          <Button variant="ghost" icon={ArrowRightLeft} onClick={() => dialogOf('swap', tripId)}>
            <Trans>Driver and trailer…</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}

function Reason({ reason: { code, severity, message } }: { reason: PlanReason }) {
  return (
    <span className="flex gap-2 pt-0.5">
      <ReasonMark code={code} isHard={severity === 'HARD'} />
      <span className="min-w-0 text-ink-2">{message}</span>
    </span>
  )
}

const rank = ({ severity }: PlanReason) => (severity === 'HARD' ? 0 : 1)
const bySeverity = (one: PlanReason, other: PlanReason) => rank(one) - rank(other)
const worst = (reasons: readonly PlanReason[]) => Math.min(...reasons.map(rank))
