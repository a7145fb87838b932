import type { TripAnswer } from '@cartage/contract/dispatch/app/answers'
import type { CarrierReport, CarrierStop } from '@cartage/contract/doors/app/carrier'
import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../../http/problem.ts'
import type { TripState, TripStatus } from '../../trips/state.rules.ts'
import { type DayFacts, dayTrips } from '../driver/day.rules.ts'

/** Status of a link's trip, and the carrier's answer. */
export interface CarrierAccess {
  name: string
  status: TripStatus
  /** The current answer; null without one. */
  answer: Pick<TripAnswer, 'answer'> | null
}

/** LINK-5: why a carrier cannot report on a trip; undefined when it can. */
export function reportFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (answer?.answer !== 'ACCEPTED') return msg`Accept ${name} first.`
  if (status === 'PLANNED' || status === 'IN_PROGRESS') return undefined
  return msg`${name} is not under way, so its stops cannot be reported.`
}

/** LINK-5: why a carrier cannot upload documents; undefined when it can. Proofs may also arrive after the trip. */
export function uploadFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (answer?.answer === 'REFUSED') return msg`${name} was refused.`
  return status === 'CANCELLED' ? msg`${name} is cancelled.` : undefined
}

/** @throws Problem state_conflict when a reason is given */
export function checkFault(fault: Sentence | undefined): void {
  if (fault !== undefined) throw new Problem('state_conflict', { message: fault })
}

/** Stop status that results from a report. */
export function statusOf(report: CarrierReport): 'AT_STOP' | 'COMPLETED' {
  return report === 'ARRIVED' ? 'AT_STOP' : 'COMPLETED'
}

/** A document that a carrier uploaded, with its stop. */
export interface UploadedAtStop {
  stop_id: string
  document: CarrierStop['documents'][number]
}

/** LINK-5: stops of a trip as its carrier sees them. Phone numbers and container release codes are for drivers only. */
export function carrierStops(
  trip: TripState,
  facts: DayFacts,
  { isAccepted, uploaded }: { isAccepted: boolean; uploaded: readonly UploadedAtStop[] },
): CarrierStop[] {
  const [{ stops }] = dayTrips([trip], facts) as [ReturnType<typeof dayTrips>[number]]
  const byStop = Map.groupBy(uploaded, ({ stop_id }) => stop_id)
  return stops.map((stop) => ({
    ...stop,
    ...(!isAccepted && { phone_number: null, pin_code: null }),
    // LINK-5: no data of the customer.
    customer_reference: null,
    documents: (byStop.get(stop.stop_id) ?? []).map(({ document }) => document),
  }))
}
