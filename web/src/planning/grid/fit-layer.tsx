import { plannableFrom } from '@cartage/contract/planning/app/plannable'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Check, TriangleAlert, X } from '../../ui/icons.tsx'
import { instantAt } from '../../ui/time/zone.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import { type Directory, firstWindow } from '../board-trip.ts'
import './fits.css'
import { judgedFits, mostCombinations } from '../fits.queries.ts'
import type { PoolOrder } from '../pool.ts'
import { type BoardRow, combinationAt } from '../rows.ts'
import type { Fit, Fits, FitsStore } from './fits.ts'
import { extentOf, sideWidth } from './geometry.ts'

/** A visible row and its place. */
export interface DrawnRow {
  row: BoardRow
  top: number
  height: number
}

interface FitLayerProps {
  store: FitsStore
  fits: Fits
  drawn: readonly DrawnRow[]
  scale: TimelineScale
  directory: Directory
  now: number
}

const signs = { OK: Check, SOFT: TriangleAlert, HARD: X } as const

/** FIT-14: colours the visible rows by how the dragged orders fit, and marks where on them. */
export function FitLayer({ store, fits, drawn, scale, directory, now }: FitLayerProps) {
  useJudging({ store, fits, drawn, directory, now })
  return (
    <>
      {drawn.map(({ row, top, height }) => {
        const fit = fits.byRow.get(row.key)
        return fit && <RowFit key={row.key} {...{ fit, top, height, scale }} />
      })}
      <Summary fits={fits} />
    </>
  )
}

function RowFit({ fit, top, height, scale }: { fit: Fit; top: number; height: number; scale: TimelineScale }) {
  const Sign = signs[fit.verdict]
  const extent = fit.slot && extentOf(scale, fit.slot.start, fit.slot.end)
  const isShown = extent && fit.verdict !== 'HARD' && extent.left + extent.width > 0 && extent.left < scale.width
  return (
    <div
      className="board-fit"
      data-fit={fit.verdict}
      aria-hidden="true"
      style={{ top, height, width: sideWidth + scale.width }}
    >
      <span className="board-fit-sign">
        <Sign size={12} strokeWidth={2.5} />
      </span>
      {isShown && <span className="board-slot" style={{ left: extent.left + sideWidth, width: extent.width }} />}
    </div>
  )
}

/** For screen readers: what the colours say. */
function Summary({ fits }: { fits: Fits }) {
  const count = (verdict: Fit['verdict']) => [...fits.byRow.values()].filter((fit) => fit.verdict === verdict).length
  const [fit, warned, refused] = [count('OK'), count('SOFT'), count('HARD')]
  return (
    <p role="status" className="sr-only">
      {fits.byRow.size > 0 && (
        <Trans>
          Rows that fit: {fit}. With warnings: {warned}. Not possible: {refused}.
        </Trans>
      )}
    </p>
  )
}

/** Milliseconds that new rows stay in sight before they are judged, so that scrolling sends few requests. */
const rest = 200

/** Judges the rows in sight in one request, and those that are scrolled to in another. */
function useJudging({ store, fits, drawn, directory, now }: Omit<FitLayerProps, 'scale'>): void {
  const asked = useRef(new Set<string>())
  const { orders } = fits
  const keys = drawn.map(({ row }) => row.key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are judged again
  useEffect(() => {
    const from = plannableFrom(now)
    const unknown = drawn
      .filter(({ row }) => row.kind === 'resource' && !asked.current.has(row.key))
      .slice(0, mostCombinations)
    if (unknown.length === 0) return
    const timer = setTimeout(
      () => {
        for (const { row } of unknown) asked.current.add(row.key)
        const at = Math.max(from, beginOf(orders))
        const combinations = unknown.map(({ row }) => combinationAt(row, at, directory))
        const ids = orders.map(({ id }) => id)
        judgedFits(ids, combinations, from).then(
          (found) =>
            store.add(
              orders,
              found.map((fit, index) => [unknown[index]!.row.key, fit] as const),
            ),
          // Rows stay without a colour. The verdict on the dropped order says why.
          () => {},
        )
      },
      asked.current.size === 0 ? 0 : rest,
    )
    return () => clearTimeout(timer)
  }, [keys, orders])
}

/** When the first of these orders is requested, in milliseconds since 1970: in office hours if only a day is. */
function beginOf(orders: readonly PoolOrder[]): number {
  const begins = orders.flatMap(({ order }) => {
    const window = firstWindow(order)
    if (window?.requested_date == null) return []
    const [year, month, day] = window.requested_date.split('-').map(Number)
    const [hour, minute] = (window.window_start ?? '08:00').split(':').map(Number)
    return instantAt({ year: year!, month: month!, day: day!, hour: hour!, minute: minute! })
  })
  return begins.length === 0 ? 0 : Math.min(...begins)
}
