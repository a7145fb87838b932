import type { PlannedStop } from '@cartage/contract/planning/app/trip'
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { useCrossingText } from '../../records/stops/crossing.labels.ts'
import { crossingTo } from '../../records/stops/crossing-to.ts'
import { StopStatus } from '../../trips/labels.tsx'
import { EtaMark } from '../../trips/stops/eta-mark.tsx'
import { isEtaEstimated, Span } from '../../trips/stops/stop-times.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ArrowDown, ArrowDownUp, ArrowRightLeft, ArrowUp, Clock, MoreHorizontal, Undo2, X } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/menu.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { type Directory, townOf } from '../board-trip.ts'
import { placeAt, reordered } from './stop-order.ts'

/** Actions on a stop of the trip. */
export interface StopActions {
  onReorder: (stopIds: readonly string[]) => void
  onTimes: (stop: PlannedStop) => void
  onMove: (stop: PlannedStop) => void
  /** Chooses another ferry or train than the one boarded at a stop. */
  onCrossing: (boarding: PlannedStop) => void
  onUnplan: (stopIds: readonly string[]) => void
}

/** Stops in sequence, reordered by dragging or by Alt with arrow keys. */
export function StopLines({
  stops,
  directory,
  lateStops,
  isReadOnly,
  ...actions
}: StopActions & {
  stops: readonly PlannedStop[]
  directory: Directory
  lateStops: ReadonlyMap<string, number>
  isReadOnly: boolean
}) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [over, setOver] = useState<number>()
  const toasts = useToasts()
  function move(from: number, to: number) {
    const next = reordered(stops, from, to)
    if (next === stops) return
    // Reached stops cannot move.
    if (isReached(stops[from]!) || isReached(stops[Math.max(0, Math.min(stops.length - 1, to))]!)) {
      toasts.done(t`Stops that were reached stay where they are.`)
      return
    }
    actions.onReorder(next.map(({ stop_id }) => stop_id))
  }
  const grip = useStopDrag(list, setOver, move)
  return (
    <ol ref={list} aria-label={t`Stops in sequence`}>
      {stops.map((stop, at) => (
        <StopLine
          key={stop.stop_id}
          {...{ stop, directory, at, isReadOnly, ...actions }}
          boarding={crossingTo(stops[at - 1], stop) ? stops[at - 1] : undefined}
          late={lateStops.get(stop.stop_id) ?? 0}
          isLast={at === stops.length - 1}
          isOver={over === at}
          onGrip={(event) => grip(event, at)}
          onStep={(step) => move(at, at + step)}
        />
      ))}
    </ol>
  )
}

function isReached({ actual_start_at, status }: PlannedStop): boolean {
  return actual_start_at !== null || status === 'COMPLETED' || status === 'AT_STOP'
}

/** Follows the pointer over the lines until it is released. Escape counts as a release outside. */
function useStopDrag(
  list: { current: HTMLOListElement | null },
  setOver: (at: number | undefined) => void,
  move: (from: number, to: number) => void,
) {
  return (event: PointerEvent, from: number) => {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    const lines = [...list.current.children].filter((_, at) => at !== from)
    const middles = lines.map((line) => {
      const { top, height } = line.getBoundingClientRect()
      return top + height / 2
    })
    const listening = new AbortController()
    const { signal } = listening
    const end = () => {
      listening.abort()
      setOver(undefined)
    }
    window.addEventListener('pointermove', (at) => setOver(placeAt(middles, at.clientY)), { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener(
      'pointerup',
      (at) => {
        end()
        move(from, placeAt(middles, at.clientY))
      },
      { signal },
    )
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.preventDefault()
        key.stopPropagation()
        end()
      },
      { signal, capture: true },
    )
  }
}

function StopLine({
  stop,
  directory,
  late,
  at,
  isLast,
  isOver,
  isReadOnly,
  boarding,
  onGrip,
  onStep,
  ...actions
}: Omit<StopActions, 'onReorder'> & {
  stop: PlannedStop
  directory: Directory
  /** Minutes late, 0 if on time. */
  late: number
  at: number
  isLast: boolean
  isOver: boolean
  isReadOnly: boolean
  /** Stop where the ferry or train landing here was boarded. */
  boarding: PlannedStop | undefined
  onGrip: (event: PointerEvent) => void
  onStep: (step: number) => void
}) {
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  const place = directory.places.get(stop.location_id)
  const town = townOf(stop, directory)
  const order = stop.order_id === null ? undefined : directory.orders.get(stop.order_id)
  const number = at + 1
  const isOpen = !isReadOnly && stop.status !== 'COMPLETED' && stop.status !== 'CANCELLED'
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!event.altKey || step === 0) return
    event.preventDefault()
    event.stopPropagation()
    onStep(step)
  }
  return (
    <li className="board-stop flex items-start gap-1 py-1" data-is-over={isOver}>
      {isOpen ? (
        <button
          type="button"
          className="btn btn-ghost btn-icon mt-0.5 h-6 w-6 touch-none"
          aria-label={t`Move stop ${number}, ${town}`}
          title={t`Drag, or Alt and arrows`}
          onPointerDown={onGrip}
          onKeyDown={onKeyDown}
        >
          <ArrowDownUp size={13} aria-hidden="true" />
        </button>
      ) : (
        <span className="tnum w-6 pt-1 text-center text-[12px] text-ink-3">{number}</span>
      )}
      <span className="min-w-0 flex-1">
        <CrossingLine boarding={boarding} directory={directory} />
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{town}</span>
          <StopStatus status={stop.status} />
        </span>
        <span className="block truncate text-[12px] text-ink-2">
          {[activityLabel(stop.activity_label), order?.order_number].filter(Boolean).join(' · ')}
        </span>
        <span className="tnum block text-[12px] text-ink-3">
          <Span from={stop.planned_start_at} to={stop.planned_end_at} zone={place?.time_zone ?? undefined} />
          {late > 0 && <span className="board-late">+{minutesText(late)}</span>}
          {late > 0 && <EtaMark isEstimated={isEtaEstimated(stop)} isShort />}
        </span>
      </span>
      {isOpen && (
        <StopMenu
          {...{ stop, boarding, at, isLast, onStep, ...actions }}
          name={t`Actions for stop ${number}, ${town}`}
        />
      )}
    </li>
  )
}

/** CROSS-1: the ferry or train that lands at a stop. */
function CrossingLine({ boarding, directory }: { boarding: PlannedStop | undefined; directory: Directory }) {
  const crossingText = useCrossingText()
  if (!boarding?.crossing) return null
  const zone = directory.places.get(boarding.location_id)?.time_zone ?? undefined
  return <span className="tnum block text-[12px] text-ink-2">↳ {crossingText(boarding.crossing, zone)}</span>
}

function StopMenu({
  stop,
  boarding,
  at,
  isLast,
  name,
  onStep,
  onTimes,
  onMove,
  onCrossing,
  onUnplan,
}: Omit<StopActions, 'onReorder'> & {
  stop: PlannedStop
  boarding: PlannedStop | undefined
  at: number
  isLast: boolean
  name: string
  onStep: (step: number) => void
}) {
  const boards = stop.crossing ? stop : boarding
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={name} className="h-6" />}>
      <MenuItem icon={Clock} onSelect={() => onTimes(stop)}>
        <Trans>Set times…</Trans>
      </MenuItem>
      <MenuItem icon={ArrowRightLeft} onSelect={() => onMove(stop)}>
        <Trans>Move to another trip…</Trans>
      </MenuItem>
      <MenuItem icon={ArrowUp} disabled={at === 0} onSelect={() => onStep(-1)}>
        <Trans>Move up</Trans>
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={isLast} onSelect={() => onStep(1)}>
        <Trans>Move down</Trans>
      </MenuItem>
      <MenuLine />
      {boards && (
        <MenuItem onSelect={() => onCrossing(boards)}>
          <Trans>Change ferry or train…</Trans>
        </MenuItem>
      )}
      {boards?.crossing && (
        <MenuItem icon={X} onSelect={() => onUnplan([boards.stop_id, boards.crossing!.lands_stop_id])}>
          <Trans>Remove ferry or train</Trans>
        </MenuItem>
      )}
      <MenuItem icon={Undo2} onSelect={() => onUnplan([stop.stop_id])}>
        {stop.order_id === null ? <Trans>Remove stop</Trans> : <Trans>Unplan stop</Trans>}
      </MenuItem>
    </Menu>
  )
}
