import type { StopFacts } from '@cartage/contract/orders/app/punctuality'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useNow } from '../../ui/time/relative-time.tsx'
import { clockText, whenText } from '../../ui/time/when.tsx'
import { wallClock } from '../../ui/time/zone.ts'
import {
  extentOn,
  labelledTicks,
  nearEnd,
  placeOn,
  type RailStop,
  type RailTick,
  railSpan,
  railTicks,
  type Stretch,
} from './rail-geometry.ts'

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

interface Times {
  planned_start_at?: string | null | undefined
  planned_end_at?: string | null | undefined
  eta_start_at?: string | null | undefined
  actual_start_at?: string | null | undefined
  actual_end_at?: string | null | undefined
}

/** Times of a stop on the rail. Actual times replace expected ones. */
export function railStopOf(times: Times, facts: Pick<StopFacts, 'asked_from' | 'asked_to'> | undefined): RailStop {
  const stretch = (from: string | null | undefined, to: string | null | undefined): Stretch | null => {
    const start = from ?? to
    if (start == null) return null
    return { from: Date.parse(start), to: Math.max(Date.parse(start), Date.parse(to ?? start)) }
  }
  const actual = stretch(times.actual_start_at, times.actual_end_at)
  return {
    window: facts?.asked_from == null ? null : stretch(facts.asked_from, facts.asked_to),
    plan: stretch(times.planned_start_at, times.planned_end_at),
    eta: actual === null && times.eta_start_at != null ? Date.parse(times.eta_start_at) : null,
    actual,
  }
}

/** Time axis of a rail with its ticks. */
export interface RailScale extends Stretch {
  ticks: readonly RailTick[]
}

/** Time axis for some stops. Undefined if none has a time. */
export function railScale(stops: readonly RailStop[]): RailScale | undefined {
  const span = railSpan(stops)
  return span && { ...span, ticks: railTicks(span) }
}

/** Minimum axis width in pixels for full day texts. */
const wideAxis = 700

/** Hours or days above a rail, with the current time. */
export function RailAxis({ span }: { span: RailScale }) {
  const { i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  const labelled = labelledTicks(span)
  const [isWide, setIsWide] = useState(false)
  const measure = useCallback((axis: HTMLElement) => {
    const watch = new ResizeObserver(() => setIsWide(axis.clientWidth >= wideAxis))
    watch.observe(axis)
    return () => watch.disconnect()
  }, [])
  return (
    <span ref={measure} className="relative block h-8 text-[11px] font-normal text-ink-3" aria-hidden="true">
      {labelled.map(({ at, isDay, isShort }) => (
        <span
          key={at}
          className={classNames(
            'tnum absolute top-2 -translate-x-1/2 whitespace-nowrap',
            isDay && 'font-medium text-ink-2',
            placeOn(span, at) > 1 - nearEnd && '-translate-x-full!',
            placeOn(span, at) < nearEnd && 'translate-x-0!',
          )}
          style={{ left: percent(placeOn(span, at)) }}
        >
          {isShort && !isWide
            ? wallClock(at).day
            : isDay
              ? whenText(new Date(at), locale, true)
              : clockText(new Date(at), locale)}
        </span>
      ))}
    </span>
  )
}

/**
 * A stop on the time axis: requested window hatched, plan outlined, ETA as a hollow dot, actual time filled. The texts
 * next to it state the same.
 */
export function RailTrack({
  stop,
  span,
  tone,
}: {
  stop: RailStop
  span: RailScale
  tone: 'green' | 'amber' | 'red' | 'grey'
}) {
  const now = useNow().getTime()
  return (
    <span className={`relative -my-1.5 block h-11 tone-${tone}`} aria-hidden="true">
      {span.ticks.map(({ at, isDay }) => (
        <span
          key={at}
          className={classNames('absolute inset-y-0 w-px', isDay ? 'bg-line-strong' : 'bg-line')}
          style={{ left: percent(placeOn(span, at)) }}
        />
      ))}
      <Box span={span} stretch={stop.window} className="rail-window inset-y-1.5 rounded-[3px]" />
      <Box span={span} stretch={stop.plan} className="rail-plan inset-y-3 min-w-1.5 rounded-[3px]" />
      <Box span={span} stretch={stop.actual} className="top-[19px] h-1.5 rounded-full bg-(--tone)" />
      {stop.actual && <Dot span={span} at={stop.actual.from} isFilled />}
      {stop.eta !== null && <Dot span={span} at={stop.eta} isFilled={false} />}
      {now > span.from && now < span.to && (
        <span className="absolute inset-y-0 w-px bg-red" style={{ left: percent(placeOn(span, now)) }} />
      )}
    </span>
  )
}

function Box({ span, stretch, className }: { span: Stretch; stretch: Stretch | null; className: string }) {
  const extent = stretch && extentOn(span, stretch)
  if (!extent) return null
  return (
    <span
      className={classNames('absolute', className)}
      style={{ left: percent(extent.left), width: percent(extent.width) }}
    />
  )
}

function Dot({ span, at, isFilled }: { span: Stretch; at: number; isFilled: boolean }) {
  return (
    <span
      className={classNames(
        'absolute top-[15px] size-3.5 -translate-x-1/2 rounded-full border-[2.5px] border-(--tone)',
        isFilled ? 'bg-(--tone)' : 'bg-surface',
      )}
      style={{ left: percent(placeOn(span, at)) }}
    />
  )
}

/** Colour of a stop by its punctuality. */
export function railTone(facts: StopFacts | undefined): 'green' | 'amber' | 'red' | 'grey' {
  const verdict = facts?.punctuality
  if (!verdict) return 'grey'
  return verdict.severity === 'SEVERE' ? 'red' : verdict.severity === 'SLIGHT' ? 'amber' : 'green'
}
