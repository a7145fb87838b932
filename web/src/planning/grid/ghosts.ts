import type { ReactNode } from 'react'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import type { BoardRow } from '../rows.ts'
import type { Sizes } from './geometry.ts'

/** What lies over the plan and is not of it yet: suggested trips. Drawn by the part that shows them, which is loaded with them. */
export interface BoardGhosts {
  /** How many tracks a row needs with them. */
  tracksOf: (row: BoardRow) => number
  draw: (row: BoardRow, scale: TimelineScale, sideWidth: number, sizes: Sizes) => ReactNode
  /** What is to be brought into sight: the first of these rows that is there, at an instant. */
  sight: Sight | undefined
}

/** A place of the board. */
export interface Sight {
  rowKeys: readonly string[]
  at: number
}
