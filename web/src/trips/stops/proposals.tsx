import type { StopProposal } from '@cartage/contract/positions/app/fleet'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { MapPin } from '../../ui/icons.tsx'
import { When } from '../../ui/time/when.tsx'
import { proposalsQuery, useProposalDecision } from './proposals.queries.ts'

/** Arrivals and departures detected at the stops of a trip, to confirm or dismiss. Nothing if none is pending. */
export function StopProposals({ tripId, stops }: { tripId: string; stops: readonly { id: string; name: string }[] }) {
  const { t } = useLingui()
  const mayWrite = usePermission('trip.write')
  const items = useQuery(proposalsQuery).data?.items.filter(({ trip_id }) => trip_id === tripId) ?? []
  const decide = useProposalDecision()
  if (items.length === 0) return null
  return (
    <section aria-label={t`Reported by position`} className="grid gap-1.5">
      {items.map((proposal) => (
        <div
          key={`${proposal.stop_id} ${proposal.kind}`}
          className="tone-blue flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-[var(--tone-soft)] px-2.5 py-1.5"
        >
          <MapPin size={14} className="shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <ProposalText proposal={proposal} name={stops.find(({ id }) => id === proposal.stop_id)?.name} />
          </span>
          {mayWrite && (
            <span className="flex gap-1">
              {[true, false].map((isAccepted) => (
                <Button
                  key={String(isAccepted)}
                  variant={isAccepted ? 'outline' : 'ghost'}
                  isBusy={decide.isPending}
                  onClick={() => decide.mutate({ stopId: proposal.stop_id, kind: proposal.kind, isAccepted })}
                >
                  {isAccepted ? <Trans>Confirm</Trans> : <Trans>Dismiss</Trans>}
                </Button>
              ))}
            </span>
          )}
        </div>
      ))}
      {decide.error !== null && (
        <p role="alert" className="text-red">
          {failureOf(decide.error).message}
        </p>
      )}
    </section>
  )
}

function ProposalText({ proposal, name = '—' }: { proposal: StopProposal; name: string | undefined }) {
  return (
    <>
      {proposal.kind === 'ARRIVAL' ? <Trans>Arrived at {name}</Trans> : <Trans>Left {name}</Trans>}{' '}
      <span className="tnum text-ink-2">
        <When instant={proposal.happened_at} />
      </span>
    </>
  )
}
