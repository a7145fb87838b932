import { reserve } from './crews.ts'
import { dayAfter } from './dice.ts'
import { type Duty, placesOf } from './duties.ts'
import { type Relation, relations } from './lanes.ts'
import { drivingMinutes } from './timetable.ts'

// What goes wrong in the sample world on purpose, so that a planner finds each of these. Everything else goes as it was planned.

/** Names of what goes wrong with a trip that is under way. */
export type Fault = 'LATE_TO_ZWOLLE' | 'LATE_TO_VILVOORDE' | 'WARM_DAIRY'

/** A trip of a truck in reserve, at the time the world is made, whatever the hour or the day: the places work at night too. */
export interface Planted {
  fault: Fault
  duty: Duty
  /** Minutes by which the driver began late. */
  delay: number
}

/** Whom a trip is planned with, and who is blocked since: the number of the carrier and what it was to drive. */
export const blockedCarrier = { carrier: 11, relation: relations('ALB ROAD S-ANR-LOODS S-LUIK')[0]! }
/** Since how long the dairy is too warm, in minutes, and how warm it is: it may be 2 to 7 degrees. */
export const warm = { since: 80, degrees: 10.5, usual: 4, every: 10 }

/** A tracker on a trailer that was hired and never entered: what it sends is of no vehicle that is known. */
export const strangeDevice = {
  connection: 'Hired trailers',
  reading: { source_id: 'HT-4471', plate: 'OV-47-XK', label: 'Hired trailer 4471' },
  position: { latitude: 51.5555, longitude: 5.0913, accuracy_m: 8 },
} as const

const hour = 60

/** @param minute of the day at which the world is made, as the clocks of the haulier show it */
export function plantedOn(today: string, minute: number): Planted[] {
  const [first, second] = reserve('DRY')
  const [cold] = reserve('COLD')
  const plant = (fault: Fault, crew: Duty['crew'], some: readonly Relation[], ago: number, delay: number): Planted => {
    const places = placesOf(some)
    const begin = Math.floor((minute - ago) / 15) * 15
    const days = Math.floor(begin / (24 * hour))
    const begins = [begin, begin + 45 + drivingMinutes(places[0]!, places[1]!)].map((at) => at - days * 24 * hour)
    const { load, index } = crew!
    const about = { day: dayAfter(today, days), load, number: index, crew, carrier: undefined }
    return { fault, delay, duty: { ...about, relations: some, places, begins } }
  }
  return [
    plant('LATE_TO_ZWOLLE', first, relations('TW ROAD S-TILB S-ZWO'), 6.5 * hour, 270),
    plant('LATE_TO_VILVOORDE', second, relations('EN ROAD S-ZWO S-BRU'), 7 * hour, 5 * hour),
    plant('WARM_DAIRY', cold, relations('ZN REEFER S-AMS S-BRU'), 2.5 * hour, 0),
  ]
}
