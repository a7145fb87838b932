import { lawFor, mondayOf, weekOf } from './law.rules.ts'
import { tolerance } from './state.rules.ts'

/** Limits of working time in minutes: directive 2002/15/EC, articles 4, 5 and 7. */
const limits = {
  /** Maximum work without a break, and the shortest break that counts. */
  unbroken: 6 * 60,
  part: 15,
  /** Required breaks of a day with more work than that. */
  breaks: [
    { over: 9 * 60, least: 45 },
    { over: 6 * 60, least: 30 },
  ],
  week: 60 * 60,
  /** Maximum work of a day that includes night work. */
  nightDay: 10 * 60,
} as const

/** A rule of working time; a day's work counts from one daily rest to the next. */
export type WorkingRule = 'unbroken' | 'breaks' | 'night' | 'working_week'

/** The drive to a place and the work there from an instant on, in minutes; instants in minutes since 1970. */
export interface WorkDuty {
  driving: number
  work: number
  begin: number
}

/** A rule that no arrangement of breaks and drives can keep, and the first duty where that is so. */
export interface WorkingBreach {
  rule: WorkingRule
  duty: number
}

/** A drive with the duty at its end. */
interface Leg extends WorkDuty {
  duty: number
  /** Time without driving. */
  pause: number
  left: number
}

/**
 * HOURS-7: working time rules that are broken however breaks are placed on the drives. A missing break, rest or a night
 * drive only counts if it is unavoidable, so that the result holds whatever the driver does.
 * @param duties in chronological order
 * @param nightMinutes how much of the time between two instants is night in the driver's home time zone
 */
export function workingBreaches(
  duties: readonly WorkDuty[],
  nightMinutes: (from: number, to: number) => number,
): WorkingBreach[] {
  const legs = duties.map((duty, at): Leg => {
    const before = duties[at - 1]
    const left = before ? before.begin + before.work : duty.begin
    return { ...duty, duty: at, left, pause: duty.begin - left - duty.driving }
  })
  const days: Leg[][] = []
  for (const leg of legs) {
    const day = days.at(-1)
    // If a rest was possible, the drive may lie on either side of it.
    if (!day || leg.pause >= lawFor(1).shortRest - tolerance)
      days.push([{ ...leg, driving: 0, pause: 0, left: leg.begin }])
    else day.push(leg)
  }
  const found = days.flatMap((day) => [...unbroken(day), ...tooFewBreaks(day), ...longNight(day, nightMinutes)])
  return [...found, ...longWeeks(legs)].toSorted((one, other) => one.duty - other.duty)
}

const workOf = (day: readonly Leg[]) => day.reduce((sum, { driving, work }) => sum + driving + work, 0)

/** Takes breaks as late as possible: as many of the shortest as a drive has time for. */
function unbroken(day: readonly Leg[]): WorkingBreach[] {
  const found: WorkingBreach[] = []
  let since = 0
  for (const { driving, work, pause, duty } of day) {
    const many = Math.max(0, Math.floor((pause + tolerance) / limits.part))
    // One of them may be at the end of the drive.
    since = Math.max(0, since + driving - many * limits.unbroken) + work
    if (since <= limits.unbroken + tolerance) continue
    found.push({ rule: 'unbroken', duty })
    since = 0
  }
  return found
}

function tooFewBreaks(day: readonly Leg[]): WorkingBreach[] {
  const needed = limits.breaks.find(({ over }) => workOf(day) > over + tolerance)
  const breaks = day.reduce((sum, { pause }) => sum + (pause >= limits.part - tolerance ? pause : 0), 0)
  return needed && breaks < needed.least - tolerance ? [{ rule: 'breaks', duty: day.at(-1)!.duty }] : []
}

function longNight(day: readonly Leg[], nightMinutes: (from: number, to: number) => number): WorkingBreach[] {
  if (workOf(day) <= limits.nightDay + tolerance) return []
  const isAtNight = day.some(({ left, begin, driving, work }) => {
    const outside = begin - left - nightMinutes(left, begin)
    return nightMinutes(begin, begin + work) > tolerance || driving > outside + tolerance
  })
  return isAtNight ? [{ rule: 'night', duty: day.at(-1)!.duty }] : []
}

/** Minimum work in a calendar week: a drive that spans two weeks counts for the other one as far as possible. */
function longWeeks(legs: readonly Leg[]): WorkingBreach[] {
  const worked = new Map<number, number>()
  const found: WorkingBreach[] = []
  for (const { left, begin, work, driving, duty } of legs) {
    for (let week = weekOf(left); week <= weekOf(begin + work); week += 1) {
      const inWeek = (from: number, to: number) =>
        Math.max(0, Math.min(to, mondayOf(week + 1)) - Math.max(from, mondayOf(week)))
      const least = Math.max(0, driving - (begin - left - inWeek(left, begin)))
      const before = worked.get(week) ?? 0
      const after = before + least + inWeek(begin, begin + work)
      worked.set(week, after)
      if (before <= limits.week + tolerance && after > limits.week + tolerance)
        found.push({ rule: 'working_week', duty })
    }
  }
  return found
}
