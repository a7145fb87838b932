/** Activity of a driver from this instant until the next change. Instants are minutes since 1970. */
export interface Change {
  at: number
  kind: 'DRIVING' | 'WORKING' | 'REST'
}

/** A violated limit in a record: when, and the actual minutes. */
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
 * Violations that an officer finds in the record of one driver: Regulation (EC) 561/2006, articles 6 to 8, read off a
 * list of activities, one rest after another. It shares nothing with the model of driving and rest time, and chooses
 * only which long rests are daily and which weekly. Before the record there is a weekly rest; what comes after it is
 * not judged.
 */
export function breachesIn(changes: readonly Change[]): Breach[] {
  const parts = partsOf(changes)
  const weeks = weekBreaches(parts)
  return [...breakBreaches(parts), ...dayBreaches(parts), ...weeks].toSorted((one, other) => one.at - other.at)
}

/** In order, without the rests at both ends; the last change has no end yet. */
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

/**
 * Article 7: 45 minutes after 4.5 hours of driving, or 15 and then 30. A pause that could end a break may also be its
 * first part.
 */
function breakBreaches(parts: readonly Part[]): Breach[] {
  const found: Breach[] = []
  let since = [{ driven: 0, hasPart: false }]
  for (const { at, to, kind } of parts) {
    const length = to - at + (kind === 'REST' ? rounding : 0)
    if (kind === 'DRIVING') {
      since = since.map((one) => ({ ...one, driven: one.driven + length }))
      const minutes = Math.min(...since.map(({ driven }) => driven))
      if (minutes > 4.5 * hour + rounding) found.push({ rule: 'break', at: to, minutes })
    } else if (kind === 'REST') {
      const all = since.flatMap(({ driven, hasPart }) => {
        const least = hasPart ? 30 : 45
        // The remainder is the first part of the next break, since a minute of work could separate them.
        const over = length >= least ? [{ driven: 0, hasPart: length >= least + 15 }] : []
        return [...over, { driven, hasPart: hasPart || length >= 15 }]
      })
      const [open, begun] = [false, true].map((hasPart) => all.filter((one) => one.hasPart === hasPart))
      since = [open!, begun!].flatMap((some) => some.toSorted((one, other) => one.driven - other.driven).slice(0, 1))
    }
  }
  return found
}

/** Consumed limits of a driver, in one interpretation of the rests. */
interface Reading {
  /**
   * The working day: the end of the last daily rest, driving since then, and whether three hours of rest were taken
   * within it.
   */
  at: number
  driven: number
  hasLong: boolean
  /** Days of a calendar week with more than nine hours of driving. */
  week: number
  longDays: number
  weekly: number
  /** Consecutive reduced weekly rests, and reduced daily ones since the last weekly one. */
  shortWeeks: number
  shortDays: number
  breaches: readonly Breach[]
}

/** Maximum number of interpretations kept. */
const mostReadings = 64

/** Articles 6(1) and 8: days, daily rests and weekly rests, in the interpretation with the fewest violations. */
function dayBreaches(parts: readonly Part[]): Breach[] {
  const [first] = parts
  if (!first) return []
  const rested = { driven: 0, hasLong: false, week: weekOf(first.at), longDays: 0, shortWeeks: 0, shortDays: 0 }
  let readings: Reading[] = [{ ...rested, at: first.at, weekly: first.at, breaches: [] }]
  for (const { at, to, kind } of parts) {
    const length = to - at + rounding
    if (kind === 'DRIVING') readings = readings.map((one) => ({ ...one, driven: one.driven + to - at }))
    if (kind !== 'REST' || length < 3 * hour) continue
    readings = best(readings.flatMap((one) => read(one, { at, to, length })))
  }
  const end = parts.at(-1)!.to
  return readings
    .map((one) => closed(one, end))
    .map(({ breaches, at }): Breach[] => {
      // The last day ended early enough to leave nine hours of rest.
      const isOver = end <= at + 15 * hour + rounding
      return isOver ? [...breaches] : [...breaches, { rule: 'daily_rest', at: end, minutes: end - at }]
    })
    .reduce((least, one) => (one.length < least.length ? one : least))
}

/** Of equivalent interpretations the one with the fewest violations, and of all those the best. */
function best(readings: readonly Reading[]): Reading[] {
  const known = new Map<string, Reading>()
  for (const one of readings) {
    const { breaches, ...left } = one
    const key = JSON.stringify(left)
    const other = known.get(key)
    if (!other || breaches.length < other.breaches.length) known.set(key, one)
  }
  return [...known.values()]
    .toSorted((one, other) => one.breaches.length - other.breaches.length)
    .slice(0, mostReadings)
}

/** Ends the working day and counts its driving. */
function closed(reading: Reading, at: number): Reading {
  const week = weekOf(reading.at)
  const before = week === reading.week ? reading.longDays : 0
  const longDays = before + (reading.driven > 9 * hour + rounding ? 1 : 0)
  const most = longDays > 2 ? 9 * hour : 10 * hour
  if (reading.driven <= most + rounding) return { ...reading, week, longDays }
  return { ...reading, week, longDays, breaches: [...reading.breaches, { rule: 'day', at, minutes: reading.driven }] }
}

/**
 * Interpretations of a rest: one of nine hours or more as a pause in a day that has another, as a daily rest, or as a
 * weekly one.
 */
function read(reading: Reading, { at, to, length }: { at: number; to: number; length: number }): Reading[] {
  const pause: Reading = { ...reading, hasLong: true }
  if (length < 9 * hour) return [pause]
  const inDay = Math.min(length, reading.at + day - at + rounding)
  const isWhole = inDay >= 11 * hour || (reading.hasLong && inDay >= 9 * hour)
  const over = closed(reading, at)
  const breaches = [...over.breaches]
  if (inDay < 9 * hour) breaches.push({ rule: 'daily_rest', at, minutes: inDay })
  const isLateWeekly = at > reading.weekly + 6 * day + rounding
  const shortDays = reading.shortDays + (isWhole || inDay < 9 * hour ? 0 : 1)
  const tooMany: Breach[] = shortDays > 3 ? [{ rule: 'daily_rest', at, minutes: inDay }] : []
  const overdue: Breach[] = isLateWeekly ? [{ rule: 'weekly_rest', at, minutes: at - reading.weekly }] : []
  const next = { ...over, at: to, driven: 0, hasLong: false }
  const daily: Reading = { ...next, shortDays, breaches: [...breaches, ...tooMany, ...overdue] }
  if (length < day) return [pause, daily]
  const isShort = length < 45 * hour
  const shortWeeks = isShort ? reading.shortWeeks + 1 : 0
  const twice: Breach[] = shortWeeks > 1 ? [{ rule: 'weekly_rest', at, minutes: length }] : []
  return [daily, { ...next, weekly: to, shortWeeks, shortDays: 0, breaches: [...breaches, ...overdue, ...twice] }]
}

/** Articles 6(2) and 6(3): 56 hours of driving in a week from Monday, and 90 in two consecutive weeks. */
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
