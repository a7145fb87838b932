import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import type { Directory } from '../board-trip.ts'
import type { BoardRow } from '../rows.ts'
import type { FitsStore } from './fits.ts'

// Loaded with the first drag.
const FitLayer = lazy(async () => ({ default: (await import('./fit-layer.tsx')).FitLayer }))

/** How the visible rows fit what is dragged (FIT-14). Nothing while nothing is. */
export function RowFits({
  store,
  lines,
  tops,
  drawn,
  ...rest
}: {
  store: FitsStore
  /** Lines of the board. Those of groups have no row. */
  lines: readonly { height: number; row?: BoardRow }[]
  tops: readonly number[]
  /** The visible lines. */
  drawn: readonly { index: number }[]
  scale: TimelineScale
  directory: Directory
  now: number
}) {
  const fits = useSyncExternalStore(store.subscribe, store.read)
  if (fits === undefined) return null
  const rows = drawn.flatMap(({ index }) => {
    const line = lines[index]
    return line?.row ? [{ row: line.row, top: tops[index]!, height: line.height }] : []
  })
  return (
    <Suspense>
      <FitLayer {...{ store, fits, ...rest }} drawn={rows} />
    </Suspense>
  )
}
