import type { Duty } from '../../../../seeds/duties.ts'
import { atStop } from '../../../../seeds/timetable.ts'
import { instantAt } from '../../../../seeds/world.ts'
import { type DriverVisit, type Ground, hoursOf } from '../../planning/hours/rules.ts'
import type { DriverRecord } from '../../trips/hours/driven.rules.ts'

/** Activities of a driver around a day, as far as they affect the legal hours of that day. */
export interface Occupied {
  visits: readonly DriverVisit[]
  record: DriverRecord | undefined
}

/**
 * HOURS-3: whether a driver can lawfully do one more duty. A stand-in who has worked all week may lack a weekly rest
 * before a trip at its end: the office does not plan what the verdict would warn about.
 * @param now until when the record counts, in minutes since 1970
 * @param idOf ids of the places, by name
 */
export function hasHoursFor(
  duty: Duty,
  { visits, record }: Occupied,
  { now, ground, idOf }: { now: number; ground: Ground; idOf: ReadonlyMap<string, string> },
): boolean {
  const own = duty.places.map((place, at): DriverVisit => {
    const begin = duty.begins[at]!
    const [from, to] = [instantAt(duty.day, begin), instantAt(duty.day, begin + atStop)]
    return {
      ...{ trip_id: 'one more', stop_id: `one more ${at}`, location_id: idOf.get(place.name) ?? place.name },
      ...{ from, to, drivers: 1 },
    }
  })
  const all = [...visits, ...own].toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return hoursOf({ visits: all, record, now }, ground).faults.every(({ visit }) => visit.from < own[0]!.from)
}
