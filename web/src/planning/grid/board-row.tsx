import { useLingui } from '@lingui/react/macro'
import { lazy, memo, Suspense } from 'react'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { timeText } from '../../ui/time/zone.ts'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import { useReasonBadge } from '../../unavailabilities/reason.labels.tsx'
import type { BoardTrip } from '../board-trip.ts'
import type { Holder } from '../live/presence.ts'
import type { BoardRow } from '../rows.ts'
import { barOn, extentOf, isInSight, type Sizes } from './geometry.ts'
import type { BoardGhosts } from './ghosts.ts'
import { HeldBy } from './held-by.tsx'
import type { HoursBlock } from './hours-block.ts'
import { barText, isShort, toneOf, useTripLabel } from './trip-label.ts'

// Loaded with the first rows of drivers.
const HoursOfDriver = lazy(async () => ({ default: (await import('./driving-time.tsx')).HoursOfDriver }))
const WeekOfDriving = lazy(async () => ({ default: (await import('./driving-time.tsx')).WeekOfDriving }))
// Most rows have no expiring papers, and the paper labels are large.
const PaperEnds = lazy(async () => ({ default: (await import('./paper-ends.tsx')).PaperEnds }))

interface BoardRowProps {
  row: BoardRow
  scale: TimelineScale
  sideWidth: number
  top: number
  height: number
  sizes: Sizes
  /** Rendered part of the axis, in pixels. */
  from: number
  to: number
  /** The focused bar of this row. Undefined if it is on another row. */
  cursorId: string | undefined
  openId: string | undefined
  selected: ReadonlySet<string>
  /** Conflicts of trips, by trip id. */
  conflicts: ReadonlyMap<string, string>
  /** Other planners selecting or dragging a trip. */
  holders: ReadonlyMap<string, Holder>
  /** Request for the hours of the row's driver. Undefined for other rows. */
  hours: HoursBlock | undefined
  isReadOnly: boolean
  /** Suggested trips, while a run is open. */
  ghosts: BoardGhosts | undefined
}

/** One row: its name, unavailabilities and trips. Renders again only if one of them changed. */
export const BoardRowView = memo(function BoardRowView(props: BoardRowProps) {
  const { t } = useLingui()
  const { row, scale, sideWidth, top, height, from, to } = props
  const title = row.title ?? t`No vehicle`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the board is not a group of fields
    <div
      role="group"
      aria-label={title}
      className="absolute left-0 border-b border-line"
      style={{ top, height, width: sideWidth + scale.width }}
    >
      <div className="board-head flex items-center gap-2 px-3" style={{ width: sideWidth }}>
        <span className="board-name">
          <span className="font-semibold">{title}</span>
          {row.text !== '' && <span className="text-[11.5px] leading-[14px] text-ink-3">{row.text}</span>}
        </span>
        <span className="board-hours">
          {row.minutes > 0 && (
            <span className="tnum text-[11.5px] text-ink-3" title={t`Planned in this week`}>
              {minutesText(row.minutes - (row.minutes % 15))}
            </span>
          )}
          {props.hours && (
            <Suspense>
              <WeekOfDriving block={props.hours} driverId={row.key} />
            </Suspense>
          )}
        </span>
      </div>
      <RowGround {...props} />
      {props.hours && (
        <Suspense>
          <HoursOfDriver block={props.hours} driverId={row.key} {...{ scale, sideWidth, from, to }} />
        </Suspense>
      )}
      {row.trips.map((trip, at) => {
        const extent = extentOf(scale, trip.start, trip.end)
        if (!isInSight(extent, from, to) && trip.id !== props.cursorId) return null
        return <Bar key={trip.id} {...props} trip={trip} extent={extent} track={row.tracks[at]!} />
      })}
      {props.ghosts?.draw(row, scale, sideWidth, props.sizes)}
    </div>
  )
}, isSame)

/** Compares everything shown on the row. */
function isSame(one: BoardRowProps, other: BoardRowProps): boolean {
  const { row: before, selected: selectedBefore, conflicts: conflictsBefore, holders: holdersBefore, ...rest } = one
  const { row, selected, conflicts, holders, ...others } = other
  const members = Object.keys(rest) as (keyof typeof rest)[]
  if (members.some((name) => rest[name] !== others[name])) return false
  const isRow =
    before.title === row.title &&
    before.text === row.text &&
    before.minutes === row.minutes &&
    isList(before.trips, row.trips) &&
    isList(before.tracks, row.tracks) &&
    isList(before.away, row.away) &&
    isList(before.ends, row.ends)
  if (!isRow) return false
  if (selectedBefore === selected && conflictsBefore === conflicts && holdersBefore === holders) return true
  return row.trips.every(
    ({ id }) =>
      selectedBefore.has(id) === selected.has(id) &&
      conflictsBefore.get(id) === conflicts.get(id) &&
      holdersBefore.get(id)?.userId === holders.get(id)?.userId &&
      holdersBefore.get(id)?.isDragging === holders.get(id)?.isDragging,
  )
}

function isList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

/** Background of a row: unavailabilities and expiry days of certificates. */
function RowGround({ row, scale, sideWidth, from, to }: BoardRowProps) {
  const badgeOf = useReasonBadge()
  return (
    <>
      {row.away.map(({ unavailability_id, start_at, end_at, reason, description }) => {
        const { left, width } = extentOf(scale, Date.parse(start_at), end_at === null ? Infinity : Date.parse(end_at))
        if (!isInSight({ left, width }, from, to)) return null
        const { word, icon: Icon } = badgeOf(reason)
        return (
          <div
            key={unavailability_id}
            className="board-away grid place-items-center"
            style={{ left: left + sideWidth, width }}
            title={description === '' ? word : `${word}: ${description}`}
          >
            <span className="sr-only">{word}</span>
            <Icon size={14} aria-hidden="true" />
          </div>
        )
      })}
      {row.ends.length > 0 && (
        <Suspense fallback={null}>
          <PaperEnds ends={row.ends} xOf={(end) => scale.xOf(Date.parse(end)) + sideWidth} />
        </Suspense>
      )}
    </>
  )
}

function Bar({
  row,
  trip,
  extent,
  track,
  ...props
}: BoardRowProps & { trip: BoardTrip; extent: { left: number; width: number }; track: number }) {
  const label = useTripLabel()
  const { sideWidth, cursorId, openId, selected, conflicts, holders, isReadOnly } = props
  const { id, trip: record, late, customers } = trip
  const conflict = conflicts.get(id)
  const text = label(trip, conflict)
  const words = barText(trip, extent.width)
  return (
    <button
      type="button"
      tabIndex={cursorId === id ? 0 : -1}
      data-trip={id}
      data-row={row.key}
      data-is-draft={record.status === 'CREATED'}
      data-is-under-way={record.status === 'IN_PROGRESS' && late === 0}
      data-is-done={record.status === 'COMPLETED'}
      data-has-carrier={record.subcontractor_id !== null}
      data-conflict={conflict !== undefined}
      data-selected={selected.has(id)}
      data-open={openId === id}
      data-read-only={isReadOnly || !trip.isOpen}
      className={`board-bar tone-${toneOf(trip)}`}
      aria-pressed={selected.has(id)}
      title={text}
      style={{
        left: extent.left + sideWidth,
        width: extent.width,
        ...barOn(track, props.sizes),
      }}
    >
      <span className="sr-only">{text}</span>
      {words !== '' && (
        <span className="board-words" aria-hidden="true" data-is-short={isShort(extent.width)}>
          <span className="font-semibold">
            {words}
            {late > 0 && <span className="board-late">+{minutesText(late)}</span>}
          </span>
          <span className="board-sub">{customers === '' ? trip.name : customers}</span>
        </span>
      )}
      <Ticks trip={trip} scale={props.scale} left={extent.left} />
      <HeldBy holder={holders.get(id)} />
      {!isReadOnly && trip.isOpen && words !== '' && (
        <>
          <span className="board-edge" data-edge="start" aria-hidden="true" />
          <span className="board-edge" data-edge="end" aria-hidden="true" />
        </>
      )}
    </button>
  )
}

function Ticks({ trip, scale, left }: { trip: BoardTrip; scale: TimelineScale; left: number }) {
  return trip.ticks.map(({ start, end, isDone, isLate, isAboard }, at) => {
    const from = scale.xOf(start)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: stops have no other name here, and their sequence is theirs
        key={at}
        aria-hidden="true"
        className="board-tick"
        data-is-done={isDone}
        data-is-late={isLate}
        data-is-aboard={isAboard}
        style={{ left: from - left, width: scale.xOf(end) - from }}
      />
    )
  })
}

/** `08:00 – 16:30`. */
export function timesText(start: number, end: number): string {
  return `${timeText(start)} – ${timeText(end)}`
}
