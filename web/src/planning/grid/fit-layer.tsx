import { plannableFrom } from '@cartage/contract/planning/app/plannable'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Check, TriangleAlert, X } from '../../ui/icons.tsx'
import { instantAt } from '../../ui/time/zone.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import { type Directory, firstWindow } from '../board-trip.ts'
import './fits.css'
import { type AssigningCommand, judged } from '../fits.queries.ts'
import type { PoolOrder } from '../pool.ts'
import { type BoardRow, combinationAt } from '../rows.ts'
import type { Movable } from './dragged.ts'
import type { Fit, Fits, FitsStore } from './fits.ts'
import { extentOf, sideWidth } from './geometry.ts'
import { type Candidate, createJudging } from './judging.ts'

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

/** FIT-14: colours the visible rows by how the dragged orders or trip fit, and marks where on them. */
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
const rest = 150

/** Judges the rows in sight, and those that are scrolled to. */
function useJudging({ store, fits, drawn, directory, now }: Omit<FitLayerProps, 'scale'>): void {
  const { dragged } = fits
  const [judging] = useState(() => createJudging((rows) => judge(store, dragged, rows, soonestOf(dragged, now))))
  const isSeen = useRef(false)
  const keys = drawn.map(({ row }) => row.key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are judged again
  useEffect(() => {
    const timer = setTimeout(
      () => {
        isSeen.current = true
        judging.see(candidatesOf(dragged, drawn, { directory, now }))
      },
      isSeen.current ? rest : 0,
    )
    return () => clearTimeout(timer)
  }, [keys, judging])
  useEffect(() => judging.end, [judging])
}

/** Rows that something can be dragged to, with their combinations at its time. A trip is not judged where it is. */
function candidatesOf(
  dragged: Movable,
  drawn: readonly DrawnRow[],
  { directory, now }: Pick<FitLayerProps, 'directory' | 'now'>,
): Candidate[] {
  const trip = dragged.kind === 'trip' ? dragged.trip : undefined
  const at = dragged.kind === 'orders' ? Math.max(plannableFrom(now), beginOf(dragged.orders)) : dragged.trip.start
  return drawn
    .filter(({ row }) => row.kind === 'resource' && !row.trips.some(({ id }) => id === trip?.id))
    .map(({ row }) => ({ key: row.key, resourceIds: combinationAt(row, at, directory, trip) }))
}

/** A trip keeps its time where it can. */
function soonestOf(dragged: Movable, now: number): number {
  const soonest = plannableFrom(now)
  return dragged.kind === 'trip' ? Math.max(soonest, dragged.trip.start || 0) : soonest
}

async function judge(store: FitsStore, dragged: Movable, rows: readonly Candidate[], from: number): Promise<void> {
  const command: AssigningCommand =
    dragged.kind === 'trip'
      ? { kind: 'PLACE', trip_id: dragged.trip.id }
      : { kind: 'PLAN', order_ids: dragged.orders.map(({ id }) => id) }
  const combinations = rows.map(({ resourceIds }) => resourceIds)
  const found = await judged(command, combinations, { from })
  const fits = found.map(({ verdict, starts_at, ends_at }, at): [string, Fit] => {
    const slot = starts_at && ends_at ? { start: Date.parse(starts_at), end: Date.parse(ends_at) } : undefined
    return [rows[at]!.key, { verdict, slot, resourceIds: combinations[at]! }]
  })
  store.add(dragged, fits)
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
