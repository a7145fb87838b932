import { instantText } from '../../ui/time/time-text.ts'
import type { Clock } from './clocks.ts'
import { dayText, type IcsEvent, type Moment, type Turn } from './read.ts'
import { dayMs, repeatDays } from './repeats.ts'
import type { Occurrence } from './rows.ts'

/** Times of an event, within limits. */
export interface Occurrences {
  times: readonly Occurrence[]
  /** Whether it continues after the last of them. */
  isCut: boolean
}

/** Maximum number of times per event. */
export const mostTimes = 500
/** Repeating events are expanded two years ahead. */
const aheadMs = 730 * dayMs
/** Days since the end up to which past events are included. */
export const pastDays = 31

/** One occurrence of an event, identified by its original day in the rule, so that it is found again after a move. */
interface Slot extends Turn {
  key: string
}

/**
 * Times of an event from a month ago on. A repeating one is expanded for two years, at most 500 times.
 * @param home the tenant's clock, for days and for times without a zone
 */
export function occurrencesOf(event: IcsEvent, home: Clock, now: number): Occurrences {
  const oldest = now - pastDays * dayMs
  const times: Occurrence[] = []
  for (const slot of slotsOf(event, home, now + aheadMs)) {
    if (slot === 'cut') return { times, isCut: true }
    const turn = turnOf(event, slot, home)
    const start = at(turn.start, home)
    const reading = { ...turn.start, reading: turn.start.reading + turn.length.reading }
    const end = at(reading, home) + turn.length.elapsed
    if (end < oldest) continue
    if (times.length === mostTimes) return { times, isCut: true }
    const external_id = slot.key === '' ? event.uid : `${event.uid}/${slot.key}`
    const is_cancelled = event.isCancelled || turn.isCancelled
    times.push({
      external_id,
      start_time: instantText(start),
      end_time: instantText(Math.max(start, end)),
      is_cancelled,
    })
  }
  return { times, isCut: false }
}

/** Occurrences of the rule in order, then the additional ones. `cut` if the rule continues beyond the limit. */
function* slotsOf(event: IcsEvent, home: Clock, last: number): Generator<Slot | 'cut'> {
  const { start, repeat, until, extra } = event
  if (!repeat) yield slotAt(event, start, extra.length === 0 ? '' : dayText(start.reading), home)
  for (const one of extra) yield slotAt(event, one, dayText(one.reading), home)
  if (!repeat) return
  const first = Math.floor(start.reading / dayMs)
  const lastDay = Math.max(first, Math.floor(last / dayMs))
  // One more year shows whether it continues.
  for (const day of repeatDays(repeat, first, lastDay + 366)) {
    const moment = { ...start, reading: day * dayMs + (start.reading - first * dayMs) }
    if (until && !isUntil(moment, until, home)) return
    if (day > lastDay) return yield 'cut'
    yield slotAt(event, moment, dayText(moment.reading), home)
  }
}

function slotAt({ length, left }: IcsEvent, start: Moment, key: string, home: Clock): Slot {
  return { start, length, key, isCancelled: left.some((one) => isMoment(one, start, home)) }
}

/** Actual occurrence: an individually changed one takes precedence over the rule. */
function turnOf({ changed }: IcsEvent, slot: Slot, home: Clock): Turn {
  return changed.find(({ instead }) => isMoment(instead, slot.start, home)) ?? slot
}

/** A day refers to that day's occurrence, whatever its time. */
function isMoment(one: Moment, start: Moment, home: Clock): boolean {
  return one.isDay ? dayText(one.reading) === dayText(start.reading) : at(one, home) === at(start, home)
}

function isUntil(start: Moment, until: Moment, home: Clock): boolean {
  return until.isDay ? dayText(start.reading) <= dayText(until.reading) : at(start, home) <= at(until, home)
}

function at({ clock, reading }: Moment, home: Clock): number {
  return (clock ?? home).instantOf(reading)
}
