import type { PlanReason } from '@cartage/contract/planning/app/commands'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { BoardSearch } from '../address.ts'
import type { BoardModel } from '../rows.ts'
import type { useBoardActions } from '../use-board-actions.ts'
import type { usePlan } from '../use-plan.ts'

const TripPeek = lazy(async () => ({ default: (await import('../../trips/peek.panel.tsx')).TripPeek }))
const TripPanel = lazy(async () => ({ default: (await import('./trip.panel.tsx')).TripPanel }))
const ConflictsPanel = lazy(async () => ({ default: (await import('./conflicts.panel.tsx')).ConflictsPanel }))
const HistoryPanel = lazy(async () => ({ default: (await import('./history.panel.tsx')).HistoryPanel }))

/** What is next to the board: the open trip, the conflicts or the history. */
export function BoardSide({
  search,
  change,
  model,
  isReadOnly,
  conflicts,
  plan,
  actions,
}: {
  search: BoardSearch
  change: (members: Partial<BoardSearch>) => void
  model: BoardModel
  isReadOnly: boolean
  conflicts: readonly PlanReason[]
  plan: Pick<ReturnType<typeof usePlan>, 'run' | 'goBack'>
  actions: Pick<ReturnType<typeof useBoardActions>, 'show' | 'setDialog'>
}) {
  const navigate = useNavigate()
  const { open, side } = search
  const trip = open === undefined ? undefined : model.trips.get(open)
  const openTrip = () => void navigate({ href: `/trips/${open}` })
  const close = () => change({ open: undefined })
  const closeSide = () => change({ side: undefined })
  return (
    <Suspense>
      {side === 'conflicts' && <ConflictsPanel {...{ conflicts, model }} onShow={actions.show} onClose={closeSide} />}
      {side === 'history' && <HistoryPanel isReadOnly={isReadOnly} onGoBack={plan.goBack} onClose={closeSide} />}
      {side === undefined && trip !== undefined && (
        <TripPanel
          {...{ trip, model, isReadOnly }}
          onRun={plan.run}
          onDialog={actions.setDialog}
          onOpen={openTrip}
          onClose={close}
        />
      )}
      {side === undefined && open !== undefined && trip === undefined && (
        <TripPeek tripId={open} onClose={close} onOpen={openTrip} />
      )}
    </Suspense>
  )
}
