import { midnightOf } from '../../ui/time/zone.ts'

const hour = 3_600_000

/** From one instant to another, in milliseconds since the epoch. */
export interface Stretch {
  from: number
  to: number
}

/** What the rail draws of a stop. Instants are milliseconds since the epoch; null is not known. */
export interface RailStop {
  /** The requested window. */
  window: Stretch | null
  plan: Stretch | null
  eta: number | null
  /** From arrival to departure; a stop that was not left has one instant. */
  actual: Stretch | null
}

/** A window wider than this does not stretch the axis: `any time on Tuesday` says little. */
const windowReach = 4 * hour

/**
 * The time that a rail shows: everything that was planned, is expected and happened, with windows as far as they are near
 * to that, and a little space at both ends. Undefined when nothing has a time.
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

/** Where an instant is on the axis, from 0 at its left end to 1 at its right end; kept on it. */
export function placeOn({ from, to }: Stretch, instant: number): number {
  return Math.max(0, Math.min(1, (instant - from) / (to - from)))
}

/** What is seen of a stretch: its left end and its width as parts of the axis; undefined when nothing of it is. */
export function extentOn(span: Stretch, { from, to }: Stretch): { left: number; width: number } | undefined {
  if (to < span.from || from > span.to) return undefined
  const left = placeOn(span, from)
  return { left, width: placeOn(span, to) - left }
}

/** A mark of the axis: at midnight the day, else the hour. */
export interface RailTick {
  at: number
  isDay: boolean
}

/** Hours between marks, so that there are never more than this many. */
const steps = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336]
const mostTicks = 10

/** The marks of an axis, on whole hours that divide the day, by the clocks of the organisation. */
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
 * How far from each other texts of an axis are at least, as parts of it. An hour takes an eighth of the narrowest axis, and
 * half of that more next to one at an end, which is within the axis. A day comes first and keeps its mark.
 */
const apart = { hour: 0.19, day: 0.13 }

/** How wide a text is on the narrowest axis, as a part of it. Of a day without room only its number is written. */
const wide = { hour: 0.125, day: 0.24, number: 0.06 }

/** How near to an end of the axis a text is within it, no longer centred on its mark. */
export const nearEnd = 0.04

/** A mark with a text. */
export interface RailText extends RailTick {
  /** There is room for the number of the day only. */
  isShort: boolean
}

/** From where to where a text goes, as parts of the axis. */
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
 * The texts of an axis: the marks that have room for one, days before hours, and at the left end the day it begins on when it
 * reaches into another. Over more than a day and a half there is room for the days only.
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

/** The day an axis begins on, when its midnight is not on it and the next one leaves room. */
function beginningOf(span: Stretch & { ticks: readonly RailTick[] }): RailTick[] {
  const next = span.ticks.find(({ isDay }) => isDay)
  return next && placeOn(span, next.at) >= apart.hour ? [{ at: span.from, isDay: true }] : []
}

/** The midnights from one on, up to an instant. */
function daysFrom(first: number, to: number): number[] {
  const days: number[] = []
  for (let at = first; at <= to && days.length < 400; at = midnightOf(first, days.length)) days.push(at)
  return days
}
