import { midnightOf } from '../../ui/time/zone.ts'

const hour = 3_600_000

/** A time interval, in milliseconds since the epoch. */
export interface Stretch {
  from: number
  to: number
}

/** Times of a stop drawn on the rail, in milliseconds since the epoch. Null if unknown. */
export interface RailStop {
  /** The requested window. */
  window: Stretch | null
  plan: Stretch | null
  eta: number | null
  /** From arrival to departure. A single instant if the stop was not left. */
  actual: Stretch | null
}

/** A wider window does not extend the axis: `any time on Tuesday` says little. */
const windowReach = 4 * hour

/**
 * Interval shown by a rail: all planned, expected and actual times, windows near them, and padding at both ends.
 * Undefined without any time.
 */
export function railSpan(stops: readonly RailStop[]): Stretch | undefined {
  const times = stops.flatMap(({ plan, eta, actual }) => [
    ...(plan ? [plan.from, plan.to] : []),
    ...(eta === null ? [] : [eta]),
    ...(actual ? [actual.from, actual.to] : []),
  ])
  const windows = stops.flatMap(({ window }) => (window ? [window] : []))
  const known = times.length > 0 ? times : windows.flatMap(({ from, to }) => [from, to])
  if (known.length === 0) return undefined
  const first = Math.min(...known)
  const last = Math.max(...known)
  const near = windows.flatMap(({ from, to }) => [
    Math.max(from, first - windowReach),
    Math.min(to, last + windowReach),
  ])
  const from = Math.min(first, ...near)
  const to = Math.max(last, ...near)
  const space = Math.max(hour / 2, (to - from) * 0.03)
  return { from: from - space, to: to + space }
}

/** Position of an instant on the axis, from 0 (left) to 1 (right), clamped. */
export function placeOn({ from, to }: Stretch, instant: number): number {
  return Math.max(0, Math.min(1, (instant - from) / (to - from)))
}

/** Visible part of an interval: left end and width as fractions of the axis. Undefined if none of it is visible. */
export function extentOn(span: Stretch, { from, to }: Stretch): { left: number; width: number } | undefined {
  if (to < span.from || from > span.to) return undefined
  const left = placeOn(span, from)
  return { left, width: placeOn(span, to) - left }
}

/** A tick of the axis: the day at midnight, otherwise the hour. */
export interface RailTick {
  at: number
  isDay: boolean
}

/** Hours between ticks, to limit their number. */
const steps = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336]
const mostTicks = 10

/** Ticks of an axis, at whole hours that divide the day, in the tenant's time zone. */
export function railTicks({ from, to }: Stretch): RailTick[] {
  const step =
    steps.find((hours) => (to - from) / (hours * hour) <= mostTicks) ?? Math.ceil((to - from) / hour / mostTicks)
  const midnights = daysFrom(midnightOf(from), to)
  const isShown = ({ at }: RailTick) => at >= from && at <= to
  if (step >= 24) {
    const days = Math.ceil(step / 24)
    return midnights
      .filter((_, at) => at % days === 0)
      .map((at) => ({ at, isDay: true }))
      .filter(isShown)
  }
  return midnights
    .flatMap((midnight, day) => {
      const next = midnights[day + 1] ?? Number.POSITIVE_INFINITY
      const hours = Array.from({ length: 24 / step }, (_, at) => ({ at: midnight + at * step * hour, isDay: at === 0 }))
      return hours.filter(({ at }) => at < next)
    })
    .filter(isShown)
}

/**
 * Minimum distance between texts, as a fraction of the axis. An hour takes an eighth of the narrowest axis, and half as
 * much again next to a text at an end, which lies within the axis. Days take precedence and keep their tick.
 */
const apart = { hour: 0.19, day: 0.13 }

/** Text width as a fraction of the narrowest axis. A day without room shows only its number. */
const wide = { hour: 0.125, day: 0.24, number: 0.06 }

/** Distance from an end of the axis within which a text is no longer centred on its tick. */
export const nearEnd = 0.04

/** A tick with a text. */
export interface RailText extends RailTick {
  /** Only the number of the day fits. */
  isShort: boolean
}

/** Start and end of a text, as fractions of the axis. */
function extentOfText(span: Stretch, { at, isDay, isShort }: RailText): Stretch {
  const place = placeOn(span, at)
  const width = isDay ? (isShort ? wide.number : wide.day) : wide.hour
  const from = place < nearEnd ? place : place > 1 - nearEnd ? place - width : place - width / 2
  return { from, to: from + width }
}

function doTouch(span: Stretch, one: RailText, other: RailText): boolean {
  const [first, second] = [extentOfText(span, one), extentOfText(span, other)]
  return first.from < second.to && second.from < first.to
}

/**
 * Texts of an axis: the ticks with enough room, days before hours, and at the left end the first day if the axis spans
 * several. Over more than a day and a half only days fit.
 */
export function labelledTicks(span: Stretch & { ticks: readonly RailTick[] }): RailText[] {
  const isLong = span.to - span.from > 36 * hour
  const kept = beginningOf(span)
  for (const isDay of [true, false]) {
    for (const tick of span.ticks) {
      if (tick.isDay !== isDay || (isLong && !isDay)) continue
      const place = placeOn(span, tick.at)
      const hasRoom = kept.every((other) => {
        const isApart = Math.abs(placeOn(span, other.at) - place) >= (isDay ? apart.day : apart.hour)
        return isApart && (isDay || !doTouch(span, inFull(tick), inFull(other)))
      })
      if (hasRoom) kept.push(tick)
    }
  }
  const texts = kept.toSorted((one, other) => one.at - other.at).map((tick) => ({ ...tick, isShort: tick.isDay }))
  for (const text of texts) {
    text.isShort = text.isDay && texts.some((other) => other !== text && doTouch(span, inFull(text), other))
  }
  return texts
}

function inFull(tick: RailTick): RailText {
  return { ...tick, isShort: false }
}

/** First day of an axis, if its midnight is not on it and the next one leaves room. */
function beginningOf(span: Stretch & { ticks: readonly RailTick[] }): RailTick[] {
  const next = span.ticks.find(({ isDay }) => isDay)
  return next && placeOn(span, next.at) >= apart.hour ? [{ at: span.from, isDay: true }] : []
}

/** Midnights from the first up to an instant. */
function daysFrom(first: number, to: number): number[] {
  const days: number[] = []
  for (let at = first; at <= to && days.length < 400; at = midnightOf(first, days.length)) days.push(at)
  return days
}
