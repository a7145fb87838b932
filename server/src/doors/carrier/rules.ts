import type { TripAnswer } from '@cartage/contract/dispatch/app/answers'
import type { CarrierReport, CarrierStop } from '@cartage/contract/doors/app/carrier'
import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../../http/problem.ts'
import type { TripState, TripStatus } from '../../trips/state.rules.ts'
import { type DayFacts, dayTrips } from '../driver/day.rules.ts'

/** How the trip of a link is with its carrier. */
export interface CarrierAccess {
  name: string
  status: TripStatus
  /** The answer that counts; null without one. */
  answer: Pick<TripAnswer, 'answer'> | null
}

/** LINK-5: why a carrier cannot report on a trip; undefined when it can. */
export function reportFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (answer?.answer !== 'ACCEPTED') return msg`Accept ${name} first.`
  if (status === 'PLANNED' || status === 'IN_PROGRESS') return undefined
  return msg`${name} is not under way, so its stops cannot be reported.`
}

/** LINK-5: why a carrier cannot upload documents; undefined when it can. Proofs also come when the trip is over. */
export function uploadFault({ name, status, answer }: CarrierAccess): Sentence | undefined {
  if (answer?.answer === 'REFUSED') return msg`${name} was refused.`
  return status === 'CANCELLED' ? msg`${name} is cancelled.` : undefined
}

/** @throws Problem state_conflict when there is a fault */
export function checkFault(fault: Sentence | undefined): void {
  if (fault !== undefined) throw new Problem('state_conflict', { message: fault })
}

/** The state that a report gives to its stop. */
export function statusOf(report: CarrierReport): 'AT_STOP' | 'COMPLETED' {
  return report === 'ARRIVED' ? 'AT_STOP' : 'COMPLETED'
}

/** What a carrier uploaded, with its stop. */
export interface UploadedAtStop {
  stop_id: string
  document: CarrierStop['documents'][number]
}

/**
 * LINK-5: the stops of a trip as its carrier sees them. Phone numbers and the codes that containers are collected with
 * are for those who drive.
 */
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
    // LINK-5: nothing of the customer.
    customer_reference: null,
    documents: (byStop.get(stop.stop_id) ?? []).map(({ document }) => document),
  }))
}
