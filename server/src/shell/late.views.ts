import type { DayException } from '@cartage/contract/app/day'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { notifiedOf } from '../mails/letters/views.ts'
import { stopTimesOfTrips } from '../orders/stops/punctuality.views.ts'
import { enteredEtas } from '../trips/eta/views.ts'
import { lateException, nextLateStop, type StopSubject } from './day.rules.ts'
import { subjectOf } from './subjects.views.ts'

const selectSubjects = statement(
  'shell.list_late_stops',
  `select s.stop_id, ${subjectOf('s')}, ${notifiedOf('o.order_id')} as notified_at
     from trip_stop s
     left join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[])`,
)

/** The exceptions of late trips, each with its late stop and the author of the ETA. */
export async function lateExceptions(
  tx: Tx,
  late: readonly ListedTrip[],
  phones: ReadonlyMap<string, string>,
  now: number,
): Promise<DayException[]> {
  const times = await stopTimesOfTrips(
    tx,
    late.map(({ trip_id }) => trip_id),
  )
  const byTrip = Map.groupBy(times, ({ trip_id }) => trip_id)
  const found = late.flatMap((trip) => {
    const stop = nextLateStop(byTrip.get(trip.trip_id) ?? [], now)
    return stop === undefined ? [] : [{ trip, stop }]
  })
  const ids = found.map(({ stop }) => stop.stop.stop_id)
  const [subjects, entered] = await Promise.all([tx.query<StopSubject>(selectSubjects, ids), enteredEtas(tx, ids)])
  const byStop = new Map(subjects.map((one) => [one.stop_id, one]))
  const enteredOf = new Map(entered.map((one) => [one.stop_id, one]))
  return found.map(({ trip, stop }) => {
    const { stop_id } = stop.stop
    return lateException(trip, stop, byStop.get(stop_id), enteredOf.get(stop_id), phones)
  })
}
