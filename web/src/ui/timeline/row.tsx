import type { KeyboardEvent, ReactNode } from 'react'
import { useMemo } from 'react'
import { type Tone, toneClass } from '../status.tsx'
import type { Pulling } from './pull.ts'
import { type Lasting, type Pull, pulled, stackBars, type TimelineScale } from './scale.ts'

/** Minimum width of a click target in pixels. */
const leastTarget = 24

/** Pixels above and below the bars of a row. */
export const barsMargin = 7

/** A bar on a row. */
export interface TimelineBar extends Lasting {
  key: string
  rowKey: string
  /** Accessible name and tooltip. */
  label: string
  content: ReactNode
  /** Text after a bar that is too short for its content. */
  aside?: string
  tone: Tone
  /** Hatched: not to be planned. Quiet: for information only. */
  fill: 'hatched' | 'solid' | 'quiet'
  /** Whether it can be moved, extended and removed here. */
  isEditable: boolean
}

/** A row, the owner of its bars. */
export interface TimelineRow {
  key: string
  title: ReactNode
  /** Secondary text. */
  text?: ReactNode
  /** Rows of one group follow the group's name. */
  group: string
}

/** Actions on the bars of a row. */
export interface TimelineActions {
  onOpen: (bar: TimelineBar) => void
  onPulled?: ((bar: TimelineBar, place: Lasting) => void) | undefined
  onRemove?: ((bar: TimelineBar) => void) | undefined
}

interface BarRowProps extends TimelineActions {
  id: string
  row: TimelineRow
  bars: readonly TimelineBar[]
  scale: TimelineScale
  sideWidth: number
  top: number
  height: number
  pulling: Pulling
  /** Day of the cursor, if it is on this row. */
  cursorDay: number | undefined
  cursorLabel: string | undefined
  openKey: string | undefined
  onPress: (day: number) => void
}

/** One row with its name and its bars. */
export function BarRow(props: BarRowProps) {
  const { id, row, bars, scale, sideWidth, top, height, pulling, cursorDay, cursorLabel, onPress } = props
  const { levels, count } = useMemo(() => stackBars(bars), [bars])
  const draft =
    pulling.state?.rowKey === row.key && pulling.state.barKey === undefined ? pulling.state.place : undefined
  return (
    <div role="row" className="absolute left-0 flex border-b border-line" style={{ top, height }}>
      <div
        role="rowheader"
        data-active={cursorDay !== undefined}
        className="timeline-head"
        style={{ width: sideWidth }}
      >
        <span className="truncate leading-[16px] font-medium">{row.title}</span>
        {row.text !== undefined && <span className="truncate text-[11.5px] leading-[14px] text-ink-3">{row.text}</span>}
      </div>
      <div
        role="gridcell"
        id={id}
        aria-label={cursorLabel}
        className="relative overflow-hidden"
        style={{ width: scale.width }}
        onPointerDown={(event) => pulling.beginNew(event, row.key)}
        onPointerMove={pulling.move}
        onPointerUp={(event) => {
          const day = scale.dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left)
          if (!pulling.end()) onPress(day)
        }}
        onPointerCancel={pulling.cancel}
      >
        {cursorDay !== undefined && (
          <div
            className="pointer-events-none absolute inset-y-0 bg-brand-soft shadow-[0_0_0_1px_var(--brand)_inset]"
            style={{ left: cursorDay * scale.dayWidth, width: scale.dayWidth }}
          />
        )}
        {bars.map((bar, at) => (
          <Bar key={bar.key} {...props} bar={bar} level={levels[at]!} levels={count} />
        ))}
        {bars.map((bar, at) => {
          const left = asideLeft(scale, bars, bar)
          const each = (height - barsMargin) / count
          return left === undefined ? null : (
            <span
              key={bar.key}
              aria-hidden="true"
              className="timeline-aside"
              style={{ left, top: 3 + levels[at]! * each, height: each - 1 }}
            >
              {bar.aside}
            </span>
          )
        })}
        {draft && <div className="timeline-draft" style={spanOf(scale, draft)} />}
      </div>
    </div>
  )
}

function Bar({ bar, level, levels, ...props }: BarRowProps & { bar: TimelineBar; level: number; levels: number }) {
  const { scale, height, pulling, openKey, onOpen, onPulled } = props
  const isPulled = pulling.state?.barKey === bar.key
  const place = isPulled ? pulling.state!.place : bar
  const canPull = bar.isEditable && onPulled !== undefined
  const each = (height - barsMargin) / levels
  const begin = (pull: Pull) => (event: React.PointerEvent) => {
    if (canPull) pulling.beginBar(event, bar.rowKey, bar.key, pull, bar)
    else event.stopPropagation()
  }
  return (
    <button
      type="button"
      className={`timeline-bar ${toneClass[bar.tone]}`}
      data-fill={bar.fill}
      data-can-pull={canPull}
      data-pulled={isPulled}
      data-is-open={openKey === bar.key}
      // Too short to be a tab stop: Enter on its day opens it.
      tabIndex={spanOf(scale, place).width < leastTarget ? -1 : 0}
      title={bar.label}
      aria-label={bar.label}
      style={{ ...spanOf(scale, place), top: 3 + level * each, height: each - 1 }}
      onPointerDown={begin('move')}
      onPointerMove={pulling.move}
      onPointerUp={(event) => {
        event.stopPropagation()
        if (!pulling.end()) onOpen(bar)
      }}
      onPointerCancel={pulling.cancel}
      onKeyDown={(event) => pressOn(event, bar, props)}
    >
      <span className="timeline-words">{bar.content}</span>
      {canPull && (
        <>
          <span className="timeline-grip left-0" onPointerDown={begin('start')} />
          {bar.end !== null && <span className="timeline-grip right-0" onPointerDown={begin('end')} />}
        </>
      )}
    </button>
  )
}

/** Enter opens. Alt with an arrow key moves by a day, with Shift only the end. Delete removes. */
function pressOn(event: KeyboardEvent, bar: TimelineBar, { onOpen, onPulled, onRemove }: TimelineActions): void {
  const days = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (event.key === 'Enter' || event.key === ' ') onOpen(bar)
  else if (days !== 0 && event.altKey && bar.isEditable) {
    onPulled?.(bar, pulled(bar, event.shiftKey ? 'end' : 'move', days))
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && bar.isEditable) onRemove?.(bar)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Minimum width in pixels of a bar for its text, and of the space next to it. */
const narrow = 64

/** Left edge of the text of a bar too short for it: after the bar, if there is room. Otherwise undefined. */
function asideLeft(scale: TimelineScale, bars: readonly TimelineBar[], bar: TimelineBar): number | undefined {
  const { left, width } = spanOf(scale, bar)
  if (bar.aside === undefined || width >= narrow) return undefined
  const end = left + width
  const isFree = bars.every((other) => {
    const span = spanOf(scale, other)
    return other === bar || span.left >= end + narrow || span.left + span.width <= end
  })
  return isFree ? end + 4 : undefined
}

/** Left edge and width of an interval, clipped a little outside the visible days. */
function spanOf(scale: TimelineScale, { start, end }: Lasting) {
  const left = Math.max(-6, scale.xOf(start))
  const right = end === null ? scale.width + 6 : Math.min(scale.width + 6, scale.xOf(end))
  return { left, width: Math.max(3, right - left - 1) }
}
