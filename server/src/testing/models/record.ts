/** From this instant on a driver does something, until the next change. Instants are minutes since 1970. */
export interface Change {
  at: number
  kind: 'DRIVING' | 'WORKING' | 'REST'
}

/** A limit that a record breaks: when, and the minutes that it came to. */
export interface Breach {
  rule: 'break' | 'day' | 'week' | 'fortnight' | 'daily_rest' | 'weekly_rest'
  at: number
  minutes: number
}

interface Part extends Change {
  to: number
}

const hour = 60
const day = 24 * hour
/** Tachographs record whole minutes. */
const rounding = 1
const weekOf = (at: number) => Math.floor((at - 4 * day) / (7 * day))

/**
 * What an officer finds in the record of one driver: Regulation (EC) 561/2006, articles 6 to 8, read off a list of what was done, one
 * rest after the other. It shares nothing with the model of driving and rest time, and chooses nothing but which long rests are weekly
 * ones. What was before the record is a weekly rest; what comes after it is not judged.
 */
export function breachesIn(changes: readonly Change[]): Breach[] {
  const parts = partsOf(changes)
  const weeks = weekBreaches(parts)
  return [...breakBreaches(parts), ...dayBreaches(parts), ...weeks].toSorted((one, other) => one.at - other.at)
}

/** One after the other, without the rests at both ends; the last change has no end yet. */
function partsOf(changes: readonly Change[]): Part[] {
  const parts: Part[] = []
  for (const [index, { at, kind }] of changes.entries()) {
    const to = changes[index + 1]?.at
    const last = parts.at(-1)
    if (to === undefined || to <= at) continue
    if (last?.kind === kind) last.to = to
    else parts.push({ at, kind, to })
  }
  if (parts[0]?.kind === 'REST') parts.shift()
  if (parts.at(-1)?.kind === 'REST') parts.pop()
  return parts
}

/** Article 7: 45 minutes after 4.5 hours at the wheel, or 15 and then 30. */
function breakBreaches(parts: readonly Part[]): Breach[] {
  const found: Breach[] = []
  let [driven, hasPart] = [0, false]
  for (const { at, to, kind } of parts) {
    const length = to - at + (kind === 'REST' ? rounding : 0)
    if (kind === 'DRIVING') {
      driven += length
      if (driven > 4.5 * hour + rounding) found.push({ rule: 'break', at: to, minutes: driven })
    } else if (kind === 'REST' && (length >= 45 || (hasPart && length >= 30))) {
      // What is left of it is the first part of the next break, since a minute of work could part them.
      ;[driven, hasPart] = [0, length >= (hasPart ? 30 : 45) + 15]
    } else if (kind === 'REST' && length >= 15) hasPart = true
  }
  return found
}

/** A day of work: from the end of one daily rest to the begin of the next. */
interface Day {
  at: number
  driven: number
  /** Three hours of rest were taken within it. */
  hasLong: boolean
}

/** What a driver has used up, as one of the ways in which rests can be read has it. */
interface Reading {
  weekly: number
  /** Weekly rests in a row that were short, and daily ones since the last weekly one. */
  shortWeeks: number
  shortDays: number
  breaches: readonly Breach[]
}

/** Articles 6(1) and 8: the days, their rests and the weekly ones, by the reading that has least against it. */
function dayBreaches(parts: readonly Part[]): Breach[] {
  const [first] = parts
  if (!first) return []
  const found: Breach[] = []
  const longDays = new Map<number, number>()
  let readings: Reading[] = [{ weekly: first.at, shortWeeks: 0, shortDays: 0, breaches: [] }]
  let own: Day = { at: first.at, driven: 0, hasLong: false }
  const closeDay = (at: number) => {
    const week = weekOf(own.at)
    if (own.driven > 9 * hour + rounding) longDays.set(week, (longDays.get(week) ?? 0) + 1)
    const most = (longDays.get(week) ?? 0) > 2 ? 9 * hour : 10 * hour
    if (own.driven > most + rounding) found.push({ rule: 'day', at, minutes: own.driven })
  }
  for (const { at, to, kind } of parts) {
    if (kind === 'DRIVING') own.driven += to - at
    if (kind !== 'REST') continue
    const length = to - at + rounding
    if (length >= 9 * hour) {
      closeDay(at)
      const inDay = Math.min(length, own.at + day - at + rounding)
      const isWhole = inDay >= 11 * hour || (own.hasLong && inDay >= 9 * hour)
      readings = readings.flatMap((one) => read(one, { at, to, inDay, isWhole }))
      const least = Math.min(...readings.map(({ breaches }) => breaches.length))
      readings = readings.filter(({ breaches }) => breaches.length === least)
      own = { at: to, driven: 0, hasLong: false }
    } else if (length >= 3 * hour) own.hasLong = true
  }
  const end = parts.at(-1)!.to
  closeDay(end)
  // The last day is over so early that nine hours of rest are left of it.
  if (end > own.at + 15 * hour + rounding) found.push({ rule: 'daily_rest', at: end, minutes: end - own.at })
  return [...found, ...readings[0]!.breaches]
}

/** The ways in which a rest of nine hours or more can be read: as a daily one, or as a weekly one. */
function read(reading: Reading, rest: { at: number; to: number; inDay: number; isWhole: boolean }): Reading[] {
  const { at, to, inDay, isWhole } = rest
  const length = to - at + rounding
  const breaches = [...reading.breaches]
  if (inDay < 9 * hour) breaches.push({ rule: 'daily_rest', at, minutes: inDay })
  const isLateWeekly = at > reading.weekly + 6 * day + rounding
  const shortDays = reading.shortDays + (isWhole || inDay < 9 * hour ? 0 : 1)
  const tooMany: Breach[] = shortDays > 3 ? [{ rule: 'daily_rest', at, minutes: inDay }] : []
  const overdue: Breach[] = isLateWeekly ? [{ rule: 'weekly_rest', at, minutes: at - reading.weekly }] : []
  const daily: Reading = { ...reading, shortDays, breaches: [...breaches, ...tooMany, ...overdue] }
  if (length < day) return [daily]
  const isShort = length < 45 * hour
  const shortWeeks = isShort ? reading.shortWeeks + 1 : 0
  const twice: Breach[] = shortWeeks > 1 ? [{ rule: 'weekly_rest', at, minutes: length }] : []
  return [daily, { weekly: to, shortWeeks, shortDays: 0, breaches: [...breaches, ...overdue, ...twice] }]
}

/** Articles 6(2) and 6(3): 56 hours at the wheel in a week from Monday, and 90 in two that follow each other. */
function weekBreaches(parts: readonly Part[]): Breach[] {
  const driven = new Map<number, number>()
  for (const { at, to, kind } of parts) {
    if (kind !== 'DRIVING') continue
    for (let from = at; from < to; ) {
      const end = Math.min(to, (weekOf(from) + 1) * 7 * day + 4 * day)
      driven.set(weekOf(from), (driven.get(weekOf(from)) ?? 0) + end - from)
      from = end
    }
  }
  return [...driven].flatMap(([week, minutes]): Breach[] => {
    const at = week * 7 * day + 4 * day
    const both = minutes + (driven.get(week - 1) ?? 0)
    return [
      ...(minutes > 56 * hour + rounding ? [{ rule: 'week' as const, at, minutes }] : []),
      ...(both > 90 * hour + rounding ? [{ rule: 'fortnight' as const, at, minutes: both }] : []),
    ]
  })
}
