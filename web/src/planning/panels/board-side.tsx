import type { PlanReason } from '@cartage/contract/planning/app/commands'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { BoardSearch } from '../address.ts'
import type { BoardModel } from '../rows.ts'

const TripPeek = lazy(async () => ({ default: (await import('../../trips/peek.panel.tsx')).TripPeek }))
const ConflictsPanel = lazy(async () => ({ default: (await import('./conflicts.panel.tsx')).ConflictsPanel }))
const HistoryPanel = lazy(async () => ({ default: (await import('./history.panel.tsx')).HistoryPanel }))

/** What is next to the board: the open trip, the conflicts or the history. */
export function BoardSide({
  search,
  change,
  model,
  isReadOnly,
  conflicts,
  onGoBack,
  onShow,
}: {
  search: BoardSearch
  change: (members: Partial<BoardSearch>) => void
  model: BoardModel
  isReadOnly: boolean
  conflicts: readonly PlanReason[]
  onGoBack: (way: 'undo' | 'redo', commandId: string) => void
  onShow: (tripId: string) => void
}) {
  const navigate = useNavigate()
  const { open, side } = search
  const closeSide = () => change({ side: undefined })
  return (
    <Suspense>
      {side === 'conflicts' && <ConflictsPanel {...{ conflicts, model, onShow }} onClose={closeSide} />}
      {side === 'history' && <HistoryPanel {...{ isReadOnly, onGoBack }} onClose={closeSide} />}
      {side === undefined && open !== undefined && (
        <TripPeek
          tripId={open}
          onClose={() => change({ open: undefined })}
          onOpen={() => void navigate({ href: `/trips/${open}` })}
        />
      )}
    </Suspense>
  )
}
