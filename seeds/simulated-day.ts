import { type Duty, dutiesOn } from './duties.ts'
import { type Carried, carriedBy } from './world.ts'

/**
 * Orders and trips of one more day of the sample haulier, as its crews go on: the same day gives the same orders and trips.
 * @param freeFrom since when each resource that can drive that day is free, as an ISO 8601 instant, by external id; others cannot drive
 */
export function simulatedDay(day: string, freeFrom: ReadonlyMap<string, string>): (Carried & { duty: Duty })[] {
  return dutiesOn(day).flatMap((duty) => {
    const carried = { ...carriedBy(duty, 'PLANNED'), duty }
    const isFree = (id: string) => (freeFrom.get(id) ?? '9') <= carried.trip.starts_at
    return duty.carrier !== undefined || duty.crew!.resources.every(isFree) ? [carried] : []
  })
}
