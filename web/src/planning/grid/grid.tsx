import { Plural, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { density } from '../../device/density.ts'
import { IconButton } from '../../ui/button.tsx'
import { ChevronDown, ChevronRight } from '../../ui/icons.tsx'
import { type TimelineScale, timelineScale } from '../../ui/timeline/scale.ts'
import type { BarMenuState } from './bar-menu.panel.tsx'
import '../board.css'
import '../rows.css'
import type { DragField } from '../drag.ts'
import { type Cursor, nextCursor } from '../keys.ts'
import type { Holder } from '../live/presence.ts'
import type { BoardModel, BoardRow } from '../rows.ts'
import { BoardRowView } from './board-row.tsx'
import type { Edge } from './dragged.ts'
import { createFits, type FitsStore } from './fits.ts'
import { headHeight, lineAt, rowHeight, type Sizes, sideWidth, sizesOf, topsOf } from './geometry.ts'
import type { BoardGhosts } from './ghosts.ts'
import { BoardGround, BoardScale } from './ground.tsx'
import type { HoursBlock } from './hours-block.ts'
import { useCursorInSight, useGhostInSight } from './in-sight.ts'
import { RowFits } from './row-fits.tsx'
import { useWidth } from './use-width.ts'

/** Pixels. Bars are drawn this far beyond the visible part, and again after this much scrolling. */
const margin = 400

/** Days of the board, and how many of them are visible. */
export interface BoardSpan {
  firstDay: number
  days: number
  shown: number
}

interface BoardGridProps {
  model: BoardModel
  rows: readonly BoardRow[]
  groupName: (group: string | null) => string
  span: BoardSpan
  now: number
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
  openId: string | undefined
  selected: ReadonlySet<string>
  conflicts: ReadonlyMap<string, string>
  /** Other planners selecting or dragging a trip. */
  holders: ReadonlyMap<string, Holder>
  /** For each driver, the request that includes its hours. Only where rows are drivers. */
  hours: ReadonlyMap<string, HoursBlock> | undefined
  isReadOnly: boolean
  /** Suggested trips, while a run is open. */
  ghosts: BoardGhosts | undefined
  /** A panel is open next to the board. */
  isBeside: boolean
  /** Set here: the geometry that a drag needs. */
  field: RefObject<DragField | null>
  onOpen: (tripId: string) => void
  onSelect: (tripId: string) => void
  /** A bar was pressed and may be dragged. */
  onPress: (event: PointerEvent, tripId: string, scale: TimelineScale, edge?: Edge) => void
  /** The menu of a bar was requested, by right-click or the menu key. */
  onMenu: (menu: BarMenuState) => void
  /** A key on a bar that the board itself does not handle. */
  onBarKey: (event: KeyboardEvent, cursor: Cursor) => void
}

type Line = { kind: 'group'; key: string; height: number; group: string | null; count: number } | RowLine
interface RowLine {
  kind: 'row'
  key: string
  height: number
  row: BoardRow
}

/** Rows on a time axis with their trips. Renders only visible rows and bars. */
export const BoardGrid = memo(function BoardGrid(props: BoardGridProps) {
  const { t } = useLingui()
  const { rows, span, now, cursor, onCursor, field, ghosts } = props
  const scroller = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { inside, width } = useWidth(scroller, props.isBeside)
  const scale = useMemo(
    () => timelineScale(span.firstDay, span.days, Math.max(96, (width - sideWidth) / span.shown)),
    [span.firstDay, span.days, span.shown, width],
  )
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const sizes = sizesOf[density.use()]
  const lines = useMemo(() => linesOf(rows, folded, ghosts, sizes), [rows, folded, ghosts, sizes])
  const { tops, height } = useMemo(() => topsOf(lines), [lines])
  const virtual = useLinesInSight(lines, scroller)
  const sight = useSight(scroller, scale, now)
  const [fits] = useState(createFits)
  useField({ field, scroller, body, scale, sizes, lines, tops, height, fits })
  useCursorInSight({ cursor, lines, tops, scroller, scale, rows, inside })
  useGhostInSight({ sight: ghosts?.sight, lines, tops, scroller, scale })

  function onKeyDown(event: KeyboardEvent) {
    const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-trip]')
    if (bar && (event.altKey || !/^(Arrow|Home|End)/.test(event.key))) return props.onBarKey(event, cursorOf(bar))
    if (event.altKey || event.metaKey || event.ctrlKey || (event.target !== event.currentTarget && !bar)) return
    const next = nextCursor(rows, cursor, event.key)
    if (!next) return
    event.preventDefault()
    onCursor(next)
  }

  return (
    <section
      ref={scroller}
      aria-label={t`Planning board`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls both ways, and arrows lead into it
      tabIndex={0}
      className="relative min-h-0 min-w-0 flex-1 select-none overflow-auto outline-offset-[-2px]"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => pressOn(event, scale, props)}
      onClick={(event) => clickOn(event, props)}
      onContextMenu={(event) => menuOn(event, props)}
    >
      <div className="sticky top-0 z-5 flex bg-surface" style={{ height: headHeight, width: sideWidth + scale.width }}>
        <div
          className="board-head flex items-end border-b border-line px-3 pb-1.5 text-[12px] text-ink-3"
          style={{ width: sideWidth }}
        >
          <Plural value={rows.length} one="# row" other="# rows" />
        </div>
        <div className="border-b border-line">
          <BoardScale scale={scale} now={now} />
        </div>
      </div>
      <div ref={body} className="relative" style={{ height: Math.max(height, 1), width: sideWidth + scale.width }}>
        <BoardGround scale={scale} sideWidth={sideWidth} now={now} />
        <BoardLines
          {...props}
          {...{ lines, tops, scale, sizes, sight, folded, setFolded }}
          drawn={virtual.getVirtualItems()}
        />
        <RowFits
          store={fits}
          {...{ lines, tops, scale, now }}
          directory={props.model.directory}
          drawn={virtual.getVirtualItems()}
        />
        <div data-board-ghost="" className="board-ghost" hidden aria-hidden="true">
          <span className="tnum" />
          <span className="board-tip" />
        </div>
      </div>
    </section>
  )
})

/** The visible lines: group names and rows. */
function BoardLines({
  lines,
  tops,
  scale,
  sizes,
  sight,
  drawn,
  folded,
  setFolded,
  ...props
}: BoardGridProps & {
  lines: readonly Line[]
  tops: readonly number[]
  scale: TimelineScale
  sizes: Sizes
  sight: { from: number; to: number }
  drawn: readonly { index: number }[]
  folded: ReadonlySet<string>
  setFolded: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void
}) {
  const { cursor, openId, selected, conflicts, holders, isReadOnly, ghosts } = props
  return drawn.map(({ index }) => {
    const line = lines[index]
    if (line === undefined) return null
    if (line.kind === 'group') {
      const isFolded = folded.has(line.key)
      const onFold = () => setFolded((before) => withOrWithout(before, line.key))
      const name = props.groupName(line.group)
      return <GroupLine key={line.key} line={line} top={tops[index]!} {...{ name, isFolded, onFold }} />
    }
    return (
      <BoardRowView
        key={line.key}
        row={line.row}
        top={tops[index]!}
        height={line.height}
        from={sight.from}
        to={sight.to}
        hours={props.hours?.get(line.row.key)}
        cursorId={cursor?.rowKey === line.row.key ? cursor.tripId : undefined}
        {...{ scale, sizes, sideWidth, openId, selected, conflicts, holders, isReadOnly, ghosts }}
      />
    )
  })
}

function withOrWithout(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(key)) next.add(key)
  return next
}

function linesOf(
  rows: readonly BoardRow[],
  folded: ReadonlySet<string>,
  ghosts: BoardGhosts | undefined,
  sizes: Sizes,
): Line[] {
  const heightOf = (row: BoardRow) => rowHeight(Math.max(row.trackCount, ghosts?.tracksOf(row) ?? 0), sizes)
  return [...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, own]): Line[] => {
    const key = `group ${group}`
    const head: Line = { kind: 'group', key, height: sizes.group, group, count: own.length }
    if (folded.has(key)) return [head]
    return [head, ...own.map((row): Line => ({ kind: 'row', key: row.key, height: heightOf(row), row }))]
  })
}

function GroupLine({
  line,
  top,
  name,
  isFolded,
  onFold,
}: {
  line: Line & { kind: 'group' }
  top: number
  name: string
  isFolded: boolean
  onFold: () => void
}) {
  const { t } = useLingui()
  return (
    <div className="absolute inset-x-0 z-3 border-b border-line bg-sunken" style={{ top, height: line.height }}>
      <div className="sticky left-0 flex h-full w-fit items-center gap-1 px-1 font-semibold">
        <IconButton
          icon={isFolded ? ChevronRight : ChevronDown}
          label={isFolded ? t`Expand ${name}` : t`Collapse ${name}`}
          aria-expanded={!isFolded}
          className="h-5.5"
          onClick={onFold}
        />
        {name}
        <span className="tnum ml-1 text-[12px] font-normal text-ink-3">{line.count}</span>
      </div>
    </div>
  )
}

function tripUnder(event: PointerEvent | MouseEvent): HTMLElement | null {
  return (event.target as HTMLElement).closest<HTMLElement>('[data-trip]')
}

function cursorOf(bar: HTMLElement): Cursor {
  const { trip: tripId = '', row: rowKey = '' } = bar.dataset
  return { rowKey, tripId }
}

function pressOn(event: PointerEvent, scale: TimelineScale, { onPress, onCursor }: BoardGridProps): void {
  const bar = tripUnder(event)
  if (!bar || event.button !== 0) return
  const { trip = '' } = bar.dataset
  onCursor(cursorOf(bar))
  const edge = (event.target as HTMLElement).closest<HTMLElement>('[data-edge]')?.dataset.edge
  if (event.shiftKey || event.metaKey || event.ctrlKey) return
  onPress(event, trip, scale, edge === 'start' || edge === 'end' ? edge : undefined)
}

function menuOn(event: MouseEvent, { onMenu, onCursor, isReadOnly }: BoardGridProps): void {
  const bar = tripUnder(event)
  const trip = bar?.dataset.trip
  if (bar === null || trip === undefined || isReadOnly) return
  event.preventDefault()
  onCursor(cursorOf(bar))
  // Some browsers report no position for the menu key.
  const box = bar.getBoundingClientRect()
  const at = event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom }
  onMenu({ tripId: trip, at })
}

function clickOn(event: MouseEvent, { onOpen, onSelect }: BoardGridProps): void {
  const trip = tripUnder(event)?.dataset.trip
  if (trip === undefined) return
  if (event.shiftKey || event.metaKey || event.ctrlKey) onSelect(trip)
  else onOpen(trip)
}

function useLinesInSight(lines: readonly Line[], scroller: RefObject<HTMLElement | null>) {
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => lines[at]!.height,
    getItemKey: (at) => lines[at]!.key,
    overscan: 3,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights belong to the lines
  useLayoutEffect(() => virtual.measure(), [lines])
  return virtual
}

/** Rendered part of the axis. It moves in steps, so that scrolling seldom renders. */
function useSight(scroller: RefObject<HTMLElement | null>, scale: TimelineScale, now: number) {
  const [step, setStep] = useState(0)
  const [width, setWidth] = useState(1_000)
  const middle = useRef<number>(undefined)
  // Another zoom keeps the middle where it is; the first sight of a week that holds it is the present moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the axis is another one
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const inside = box.clientWidth - sideWidth
    const isHere = now >= scale.midnights[0]! && now < scale.midnights.at(-1)!
    const before = middle.current
    const isKept = before !== undefined && before >= scale.midnights[0]! && before < scale.midnights.at(-1)!
    if (isKept) box.scrollLeft = scale.xOf(before) - inside / 2
    else box.scrollLeft = isHere ? scale.xOf(now) - inside / 3 : 0
  }, [scale])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const read = () => {
      setStep(Math.floor(box.scrollLeft / (margin / 2)))
      setWidth(box.clientWidth)
      middle.current = scale.instantAt(box.scrollLeft + (box.clientWidth - sideWidth) / 2)
    }
    read()
    box.addEventListener('scroll', read, { passive: true })
    return () => box.removeEventListener('scroll', read)
  }, [scroller, scale])
  const left = step * (margin / 2)
  return { from: left - margin, to: left + width + margin }
}

/** Provides drags with the present geometry of the board. */
function useField(drawn: {
  field: RefObject<DragField | null>
  scroller: RefObject<HTMLElement | null>
  body: RefObject<HTMLDivElement | null>
  scale: TimelineScale
  sizes: Sizes
  lines: readonly Line[]
  tops: readonly number[]
  height: number
  fits: FitsStore
}) {
  const latest = useRef(drawn)
  useLayoutEffect(() => {
    latest.current = drawn
    const { field, scroller, body, fits } = drawn
    const ghost = body.current?.querySelector<HTMLElement>('[data-board-ghost]')
    if (!scroller.current || !body.current || !ghost) return
    field.current ??= {
      scroller: scroller.current,
      body: body.current,
      ghost,
      sideWidth,
      headHeight,
      fits,
      scale: () => latest.current.scale,
      sizes: () => latest.current.sizes,
      rowAt(y) {
        const { lines, tops, height } = latest.current
        const at = lineAt(tops, height, y)
        const line = at === undefined ? undefined : lines[at]
        return line?.kind === 'row' ? { row: line.row, top: tops[at!]!, height: line.height } : undefined
      },
    }
  })
  // An unmounted board takes no drops.
  useEffect(() => {
    const { field } = latest.current
    return () => {
      field.current = null
    }
  }, [])
}
