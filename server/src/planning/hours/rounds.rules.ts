import { otherTripsOf } from '../facts/others.rules.ts'
import type { Facts, OtherTrip } from '../facts/rules.ts'
import type { Images } from '../undo.rules.ts'

/** Maximum number of passes that time trips of one command after each other: each depends on the one before. */
const mostRounds = 4

/**
 * HOURS-4: decides a command again until its trips are timed after the other work of their drivers, on trips that the
 * command changes too.
 * @param first the decision without knowledge of that work
 * @param facts the other trips of its resources, and the hours of its drivers
 * @param decide decides it with what is known elsewhere
 */
export function timedAround<Decided extends { images: Images }>(
  first: Decided,
  facts: Facts,
  decide: (elsewhere: Facts) => Decided,
): Decided {
  const changed = ({ images }: Decided) => otherTripsOf(images.after.trips)
  let again = first
  for (let round = 0; round < mostRounds; round += 1) {
    const was = changed(again)
    again = decide({ ...facts, others: [...facts.others, ...was] })
    if (was.length < 2 || isSame(was, changed(again))) break
  }
  return again
}

function isSame(was: readonly OtherTrip[], is: readonly OtherTrip[]): boolean {
  const ends = new Map(was.map(({ trip_id, starts_at, ends_at }) => [trip_id, `${starts_at} ${ends_at}`]))
  return is.every(({ trip_id, starts_at, ends_at }) => ends.get(trip_id) === `${starts_at} ${ends_at}`)
}
