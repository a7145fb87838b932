import { shiftBounds } from '../server/src/trips/hours/bounds.rules.ts'
import { kilometresBetween, type SamplePlace } from './places.ts'

// Times of the sample world are minutes from midnight of a day, as the clocks of the haulier show them.

const hour = 60
/** Minutes that a stop takes. */
export const atStop = 30
/** What the day of a driver may have (HOURS-1), with half an hour to spare in its driving and before its night. */
const { until_break: untilBreak, break: pause } = shiftBounds
const [inDay, day] = [shiftBounds.day - 30, shiftBounds.span - 30]
/** Minutes between two days of a driver. */
export const night = shiftBounds.rest
/** Between these a place that is not always open takes goods. */
const [opens, closes] = [7 * hour, 17 * hour]
/** Kilometres by road for one as the crow flies. */
const bend = 1.27

/** Where a driver is, and what was driven since the last night. */
export interface Driver {
  place: SamplePlace
  at: number
  /** When the day began. */
  since: number
  driven: number
  sinceBreak: number
}

/** A driver who begins the day at a place. */
export function restedAt(place: SamplePlace, at: number): Driver {
  return { place, at, since: at, driven: 0, sinceBreak: 0 }
}

/** About how many minutes a lorry drives from one place to another. */
export function drivingMinutes(from: SamplePlace, to: SamplePlace): number {
  if (from === to) return 0
  const km = kilometresBetween(from, to) * bend
  const parts = [Math.min(km, 10) / 35, Math.min(Math.max(km - 10, 0), 40) / 55, Math.max(km - 50, 0) / 72]
  return Math.ceil(parts.reduce((sum, one) => sum + one, 0) * hour)
}

/** A driver after a night. */
function nightOf(driver: Driver): Driver {
  return restedAt(driver.place, driver.at + night)
}

/** A driver who came to a place, with the breaks and the nights that the law requires, roughly and on the safe side. */
function drivenTo(driver: Driver, place: SamplePlace): Driver {
  let [now, left] = [driver, drivingMinutes(driver.place, place)]
  while (left > 0) {
    const most = Math.min(untilBreak - now.sinceBreak, inDay - now.driven, now.since + day - now.at)
    const part = Math.min(left, most)
    if (part > 0) {
      left -= part
      now = { ...now, at: now.at + part, driven: now.driven + part, sinceBreak: now.sinceBreak + part }
    } else if (now.driven >= inDay || now.at >= now.since + day) now = nightOf(now)
    else now = { ...now, at: now.at + pause, sinceBreak: 0 }
  }
  return { ...now, place }
}

/** When a place takes goods from an instant on. */
function openFrom({ opening_hours }: SamplePlace, at: number): number {
  if (opening_hours === '24/7') return at
  const [midnight, minute] = [Math.floor(at / (24 * hour)) * 24 * hour, at % (24 * hour)]
  if (minute < opens) return midnight + opens
  return minute <= closes ? at : midnight + 24 * hour + opens
}

const quarter = 15

/** When a driver begins at each of some places, one after the other, and how the driver is then. The work may begin at `from`. */
export function visits(
  driver: Driver,
  places: readonly SamplePlace[],
  from: number,
): { begins: number[]; driver: Driver } {
  let now = driver
  const begins = places.map((place, at) => {
    const came = drivenTo(now, place)
    const begin = Math.ceil(openFrom(place, at === 0 ? Math.max(from, came.at) : came.at) / quarter) * quarter
    const waited = begin - came.at
    // Who waits a night begins the day then; a shorter time may be a break.
    const ready = waited >= night ? restedAt(place, begin) : waited >= pause ? { ...came, sinceBreak: 0 } : came
    const isTooLong = begin + atStop > ready.since + day
    const begun = isTooLong ? Math.max(begin, openFrom(place, came.at + night)) : begin
    now = { ...(isTooLong ? restedAt(place, begun) : ready), at: begun + atStop }
    return begun
  })
  return { begins, driver: now }
}
