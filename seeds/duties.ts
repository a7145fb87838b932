import { type Crew, crews, type Load } from './crews.ts'
import { createDice, dayAfter, isWeekend } from './dice.ts'
import { boxWork, carrierLanes, coldLanes, type Lane, type Relation } from './lanes.ts'
import { depots, nearest, type SamplePlace } from './places.ts'
import { type Driver, drivingMinutes, night, restedAt, visits } from './timetable.ts'

/** What a truck does in one go, with about when it is where. */
export interface Duty {
  /** Day of its first stop, as YYYY-MM-DD. */
  day: string
  load: Load
  /** Numbers of its orders begin with it; no two duties of a day share it. */
  number: number
  crew: Crew | undefined
  /** Index of the carrier that drives it instead. */
  carrier: number | undefined
  /** One for each order. */
  relations: readonly Relation[]
  places: readonly SamplePlace[]
  /** When each place is reached, in minutes from the midnight at which the day begins. */
  begins: readonly number[]
}

const hour = 60
const dayLong = 24 * hour
/** Who is under way until this time of a day begins nothing more on it. */
const latestBegin = 13 * hour
/** Trucks come home before the weekend. */
const endOfWeek = 4 * dayLong + 18 * hour

/** Days by which the weeks of the haulier are laid later: it works on the days on which another would be at home. */
export type Laid = 0 | 3

/**
 * How the weeks lie for a world that is opened on a day. No one is at home when a demonstration is opened: a Saturday and a Sunday are
 * its Wednesday and its Thursday, in weeks from Thursday to Monday.
 */
export function laidFor(today: string): Laid {
  return isWeekend(today) ? 3 : 0
}

/**
 * The last day of weeks that are laid later: the Friday after the opening. Crews are then at home on the weekend before
 * their first normal week, and begin it where that week begins; later, they would be abroad on its Monday.
 */
export function lastLaidDay(today: string): string {
  return dayAfter(mondayOf(today), 7 + 4)
}

/** Whether the haulier is at home on a day. */
export function isAtHome(day: string, laid: Laid): boolean {
  return isWeekend(dayAfter(day, -laid))
}

/** The duties that begin on a day: the same for the same day, whenever it is asked. */
export function dutiesOn(day: string, laid: Laid = 0): Duty[] {
  const own = dayAfter(day, -laid)
  const monday = mondayOf(own)
  const all = [...crews.flatMap((crew) => weekOf(crew, monday)), ...carriedOn(own)]
  return all.filter((duty) => duty.day === own).map((duty) => ({ ...duty, day }))
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** When a crew begins: from six in the morning to noon, so that trucks are on the road all day. */
function shiftOf({ index }: Crew): number {
  return 6 * hour + 30 * ((index * 5) % 12)
}

const diceFor = (crew: Crew, monday: string) => createDice(crew.index * 7_919 + Number(monday.replaceAll('-', '')))
const known = new Map<string, Duty[]>()

/** The week of a crew, from a weekend at home to the next. */
function weekOf(crew: Crew, monday: string): Duty[] {
  const key = `${monday} ${crew.index}`
  const found = known.get(key)
  if (found) return found
  // A world is of some weeks; one that goes on for years keeps only those it is in.
  if (known.size > 1_000) known.clear()
  const week = weekFor(crew, monday)
  known.set(key, week)
  return week
}

function weekFor(crew: Crew, monday: string): Duty[] {
  const { work } = crew
  if (!work) return weekendOf(crew, monday)
  if ('lane' in work) return laneWeek(crew, work.lane, monday)
  if ('round' in work) return [0, 1, 2, 3, 4].flatMap((at) => dayOf(crew, monday, at, work.round) ?? [])
  return boxWeek(crew, work.boxes, monday)
}

/** One day after the other, there and back; on Friday a truck comes home or stays near it. */
function laneWeek(crew: Crew, { out, back, local }: Lane, monday: string): Duty[] {
  const dice = diceFor(crew, monday)
  const shift = shiftOf(crew)
  const duties: Duty[] = []
  let driver = restedAt(out[0]!.from, 0)
  let isAway = false
  // Cold goods are carried on some Saturdays too.
  const isOnSaturday = crew.load === 'COLD' && (crew.index + weekNumber(monday)) % 2 === 0
  for (let at = 0; at < (isOnSaturday ? 6 : 5); at += 1) {
    const midnight = at * dayLong
    if (driver.at > midnight + latestBegin) continue
    const given = at >= 4 ? (isAway ? back : local) : isAway ? back : out
    const some = Array.from({ length: dice.isIn(35) && crew.load === 'DRY' ? 2 : 1 }, () => given[0]!)
    const made = begun(crew, monday, { relations: some, driver, start: midnight + shift })
    if (made.driver.at > endOfWeek + Math.max(0, at - 4) * dayLong && at >= 4) continue
    duties.push(made.duty)
    if (given !== local) isAway = !isAway
    driver = made.driver
  }
  return duties
}

/** A box on each day. */
function boxWeek(crew: Crew, boxes: readonly Relation[], monday: string): Duty[] {
  const duties: Duty[] = []
  let driver: Driver | undefined
  for (let at = 0; at < 5; at += 1) {
    const relations = [boxes[(weekNumber(monday) + at) % boxes.length]!]
    const start = at * dayLong + shiftOf(crew)
    driver ??= restedAt(placesOf(relations)[0]!, 0)
    if (driver.at > at * dayLong + latestBegin) continue
    const made = begun(crew, monday, { relations, driver, start })
    if (at === 4 && made.driver.at > endOfWeek) continue
    duties.push(made.duty)
    driver = made.driver
  }
  return duties
}

/** Trucks in reserve drive at weekends: food for the shops, and boxes that a ship brought. */
function weekendOf(crew: Crew, monday: string): Duty[] {
  const weekend: Partial<Record<Load, readonly Relation[]>> = {
    COLD: [coldLanes[2]!.local[0]!, coldLanes[4]!.local[0]!],
    BOX: boxWork[0]!,
  }
  return [5, 6].flatMap((at) => {
    const relation = weekend[crew.load]?.[at - 5]
    return relation ? (dayOf(crew, monday, at, [relation]) ?? []) : []
  })
}

/** A day that begins and ends at home. */
function dayOf(crew: Crew, monday: string, at: number, relations: readonly Relation[]): Duty | undefined {
  const start = at * dayLong + shiftOf(crew)
  const driver = restedAt(placesOf(relations)[0]!, start)
  const { duty, driver: after } = begun(crew, monday, { relations, driver, start })
  return after.at > (at + 1) * dayLong ? undefined : duty
}

/** A duty of a crew, which comes from where it is. */
function begun(
  crew: Crew,
  monday: string,
  given: { relations: readonly Relation[]; driver: Driver; start: number },
): { duty: Duty; driver: Driver } {
  const { relations, driver, start } = given
  const places = placesOf(relations)
  const sets = start - drivingMinutes(driver.place, places[0]!)
  const isRested = sets >= driver.at + night
  const made = visits(isRested ? restedAt(driver.place, sets) : driver, places, start)
  const midnight = Math.floor(made.begins[0]! / dayLong) * dayLong
  const day = dayAfter(monday, midnight / dayLong)
  const begins = made.begins.map((begin) => begin - midnight)
  const { load, index } = crew
  return {
    duty: { day, load, number: index, crew, carrier: undefined, relations, places, begins },
    driver: made.driver,
  }
}

/** Where the goods of these orders are loaded and unloaded, with where an empty box comes from or goes to. */
export function placesOf(relations: readonly Relation[]): SamplePlace[] {
  const [{ kind, from, to }] = relations as [Relation]
  if (kind === 'IMPORT') return [from, to, nearest(from, depots)]
  if (kind === 'EXPORT') return [nearest(to, depots), from, to]
  return [...relations.map((one) => one.from), ...relations.map((one) => one.to)]
}

/** Who drives each of the relations that are given away. */
const carriers = [8, 0, 5, 1, 3]

/** Two trips of carriers on each working day. */
function carriedOn(day: string): Duty[] {
  if (isWeekend(day)) return []
  const turn = weekNumber(mondayOf(day)) + new Date(`${day}T00:00:00Z`).getUTCDay()
  return [0, 2].map((step, at) => {
    const lane = (turn + step) % carrierLanes.length
    const relations = [carrierLanes[lane]!]
    const places = placesOf(relations)
    const start = 7 * hour + 45 * at
    const { begins } = visits(restedAt(places[0]!, start), places, start)
    const load = relations[0]!.kind === 'REEFER' ? 'COLD' : 'DRY'
    return {
      day,
      load,
      number: crews.length + at,
      crew: undefined,
      carrier: carriers[lane]!,
      relations,
      places,
      begins,
    }
  })
}

function weekNumber(monday: string): number {
  return Math.round(Date.parse(`${monday}T00:00:00Z`) / (7 * 86_400_000))
}
