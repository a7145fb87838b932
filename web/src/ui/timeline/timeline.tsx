import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { homeZone } from '../time/home-zone.ts'
import { TimelineGround, TimelineHead } from './head.tsx'
import { usePull } from './pull.ts'
import { BarRow, barsMargin, type TimelineActions, type TimelineBar, type TimelineRow } from './row.tsx'
import { type Lasting, stackBars, type TimelineScale, timelineScale } from './scale.ts'

export type { TimelineBar, TimelineRow } from './row.tsx'

/** The focused row and day. */
export interface TimelineCursor {
  rowKey: string
  day: number
}

interface TimelineProps extends TimelineActions {
  /** Accessible name of the timeline. */
  label: string
  rows: readonly TimelineRow[]
  bars: readonly TimelineBar[]
  /** Any instant of the first day shown, in milliseconds. */
  firstDay: number
  days: number
  now: number
  side: ReactNode
  openKey?: string | undefined
  cursor: TimelineCursor | undefined
  onCursor: (cursor: TimelineCursor) => void
  /** Called for a dragged range of days, or one added by key. */
  onNew?: ((rowKey: string, place: Lasting) => void) | undefined
}

const sideWidth = 220
/** Pixels. A row with overlapping bars grows: each bar stays high enough to click. */
const rowHeight = 40
const levelHeight = 25
const groupHeight = 28

type Item =
  | { kind: 'group'; height: number; name: string; count: number }
  | { kind: 'row'; height: number; row: TimelineRow }

/**
 * Rows over time, with days as columns. Renders only visible rows. Dragging over empty days creates a bar, dragging a
 * bar moves it. All of it also works by keys: arrows choose row and day, N adds there, Enter opens the bars of that day
 * in turn, and on a bar Alt with an arrow key moves it, with Shift its end.
 */
export function Timeline(props: TimelineProps) {
  const { label, rows, bars, firstDay, days, now, side, cursor, onCursor, onNew, onOpen, openKey, onPulled } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const scale = useMemo(
    () => timelineScale(firstDay, days, Math.max(14, (width - sideWidth) / days)),
    [firstDay, days, width],
  )
  const barsByRow = useMemo(() => Map.groupBy(bars, (bar) => bar.rowKey), [bars])
  const items = useMemo(() => grouped(rows, barsByRow), [rows, barsByRow])
  const { virtual, showRow } = useRowsInSight(items, scroller, cursor)
  const pulling = usePull({
    scale,
    onNew,
    onPulled: onPulled && ((key, place) => onPulled(bars.find((bar) => bar.key === key)!, place)),
  })
  const id = useId()
  const dayLabel = useMemo(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: homeZone() }), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key.toLowerCase() === 'n' && cursor && onNew) {
      event.preventDefault()
      return onNew(cursor.rowKey, { start: scale.midnights[cursor.day]!, end: scale.midnights[cursor.day + 1]! })
    }
    const bar = event.key === 'Enter' && cursor && nextOn(barsByRow, scale.midnights, { cursor, openKey })
    const next = nextCursor(event.key, cursor, rows, days)
    if (!bar && !next) return
    event.preventDefault()
    if (bar) return onOpen(bar)
    onCursor(next!)
    showRow(next!.rowKey)
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={cursor && `${id}-${cursor.rowKey}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden outline-offset-[-2px]"
    >
      <TimelineHead scale={scale} sideWidth={sideWidth} side={side} now={now} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        <TimelineGround scale={scale} sideWidth={sideWidth} now={now} />
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index]!
          if (item.kind === 'group') return <GroupLine key={`g-${item.name}`} item={item} top={start} height={size} />
          const cursorDay = cursor?.rowKey === item.row.key ? cursor.day : undefined
          return (
            <BarRow
              key={item.row.key}
              {...props}
              id={`${id}-${item.row.key}`}
              row={item.row}
              bars={barsByRow.get(item.row.key) ?? none}
              scale={scale}
              sideWidth={sideWidth}
              top={start}
              height={size}
              pulling={pulling}
              cursorDay={cursorDay}
              cursorLabel={cursorDay === undefined ? undefined : dayLabel.format(scale.midnights[cursorDay])}
              openKey={props.openKey}
              onPress={(day) => {
                onCursor({ rowKey: item.row.key, day })
                scroller.current?.focus({ preventScroll: true })
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The groups and rows to render. Scrolls to a row chosen elsewhere, such as by a clash. */
function useRowsInSight(
  items: readonly Item[],
  scroller: RefObject<HTMLDivElement | null>,
  cursor: TimelineCursor | undefined,
) {
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => items[at]!.height,
    overscan: 6,
    scrollPaddingStart: 48,
    useFlushSync: false,
  })
  function showRow(key: string | undefined) {
    const at = items.findIndex((item) => item.kind === 'row' && item.row.key === key)
    if (at >= 0) virtual.scrollToIndex(at)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights belong to the items
  useEffect(() => virtual.measure(), [items])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another one is chosen or the rows are there
  useEffect(() => showRow(cursor?.rowKey), [cursor?.rowKey, items.length])
  return { virtual, showRow }
}

const none: readonly TimelineBar[] = []

function GroupLine({ item, top, height }: { item: Item & { kind: 'group' }; top: number; height: number }) {
  return (
    <div role="row" className="absolute inset-x-0 z-3 border-b border-line bg-sunken" style={{ top, height }}>
      <div role="rowheader" className="sticky left-0 flex h-full w-fit items-center gap-2 px-4 font-semibold">
        {item.name}
        <span className="tnum text-[12px] font-normal text-ink-3">{item.count}</span>
      </div>
    </div>
  )
}

function grouped(rows: readonly TimelineRow[], barsByRow: ReadonlyMap<string, readonly TimelineBar[]>): Item[] {
  return [...Map.groupBy(rows, (row) => row.group)].flatMap(([name, own]): Item[] => [
    { kind: 'group', height: groupHeight, name, count: own.length },
    ...own.map((row): Item => {
      const { count } = stackBars(barsByRow.get(row.key) ?? none)
      return { kind: 'row', height: Math.max(rowHeight, barsMargin + count * levelHeight), row }
    }),
  ])
}

function nextCursor(
  key: string,
  cursor: TimelineCursor | undefined,
  rows: readonly TimelineRow[],
  days: number,
): TimelineCursor | undefined {
  const steps: Readonly<Record<string, readonly [rows: number, days: number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    j: [1, 0],
    k: [-1, 0],
    PageDown: [10, 0],
    PageUp: [-10, 0],
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!step || rows.length === 0) return undefined
  if (!cursor) return { rowKey: rows[0]!.key, day: 0 }
  const at = rows.findIndex((row) => row.key === cursor.rowKey)
  const row = rows[within(at + step[0], rows.length)]!
  return { rowKey: row.key, day: within(cursor.day + step[1], days) }
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at))
}

/** Width of the rows' container, in pixels. */
function useWidth(element: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(1_000)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const read = () => setWidth(box.clientWidth)
    read()
    const watch = new ResizeObserver(read)
    watch.observe(box)
    return () => watch.disconnect()
  }, [element])
  return width
}

export type { Lasting, TimelineScale }

/** Next bar after the open one on the cursor's day. The first if none is open. */
function nextOn(
  barsByRow: ReadonlyMap<string, readonly TimelineBar[]>,
  midnights: readonly number[],
  { cursor, openKey }: { cursor: TimelineCursor; openKey: string | undefined },
): TimelineBar | undefined {
  const [from, to] = [midnights[cursor.day]!, midnights[cursor.day + 1]!]
  const there = (barsByRow.get(cursor.rowKey) ?? none).filter(
    ({ start, end }) => start < to && (end ?? Number.POSITIVE_INFINITY) > from,
  )
  return there[(there.findIndex(({ key }) => key === openKey) + 1) % there.length]
}
