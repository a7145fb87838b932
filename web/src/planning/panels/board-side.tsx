import type { PlanReason } from '@cartage/contract/planning/app/commands'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { BoardSearch } from '../address.ts'
import type { BoardGhosts } from '../grid/ghosts.ts'
import type { PoolOrder } from '../pool.ts'
import type { BoardModel } from '../rows.ts'
import type { useBoardActions } from '../use-board-actions.ts'
import type { usePlan } from '../use-plan.ts'

const TripPeek = lazy(async () => ({ default: (await import('../../trips/peek.panel.tsx')).TripPeek }))
const TripPanel = lazy(async () => ({ default: (await import('./trip.panel.tsx')).TripPanel }))
const ConflictsPanel = lazy(async () => ({ default: (await import('./conflicts.panel.tsx')).ConflictsPanel }))
const HistoryPanel = lazy(async () => ({ default: (await import('./history.panel.tsx')).HistoryPanel }))

const SuggestedPanel = lazy(async () => ({
  default: (await import('../suggested/suggested.panel.tsx')).SuggestedPanel,
}))

/** Side panel of the board: the open trip, the conflicts, the history or suggested trips. */
export function BoardSide({
  search,
  change,
  model,
  pool,
  isReadOnly,
  conflicts,
  plan,
  actions,
  onGhosts,
}: {
  search: BoardSearch
  change: (members: Partial<BoardSearch>) => void
  model: BoardModel
  pool: readonly PoolOrder[]
  isReadOnly: boolean
  conflicts: readonly PlanReason[]
  plan: Pick<ReturnType<typeof usePlan>, 'run' | 'goBack' | 'offerUndo' | 'follow'>
  actions: Pick<ReturnType<typeof useBoardActions>, 'show' | 'setDialog' | 'moveOrder' | 'moveTrip' | 'dialogOf'>
  /** Overlay on the plan. Undefined removes it. */
  onGhosts: (ghosts: BoardGhosts | undefined) => void
}) {
  const navigate = useNavigate()
  const { open, order, side, run } = search
  const trip = open === undefined ? undefined : model.trips.get(open)
  const openTrip = () => void navigate({ href: `/trips/${open}` })
  const close = () => change({ open: undefined })
  const closeSide = () => change({ side: undefined })
  return (
    <Suspense>
      {run !== undefined && (
        <SuggestedPanel
          key={run}
          runId={run}
          isShown={side === undefined && open === undefined && order === undefined}
          {...{ pool, isReadOnly, plan, change, onGhosts }}
          onPick={actions.moveOrder}
        />
      )}
      {side === 'conflicts' && <ConflictsPanel {...{ conflicts, model, isReadOnly, actions }} onClose={closeSide} />}
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
