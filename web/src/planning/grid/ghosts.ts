import type { ReactNode } from 'react'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import type { BoardRow } from '../rows.ts'
import type { Sizes } from './geometry.ts'

/** Overlay of suggested trips that are not planned yet. Drawn by the part that is loaded with them. */
export interface BoardGhosts {
  /** Number of tracks of a row including suggested trips. */
  tracksOf: (row: BoardRow) => number
  draw: (row: BoardRow, scale: TimelineScale, sideWidth: number, sizes: Sizes) => ReactNode
  /** Position to scroll to: the first of these rows that exists, at an instant. */
  sight: Sight | undefined
}

/** A position on the board. */
export interface Sight {
  rowKeys: readonly string[]
  at: number
}
