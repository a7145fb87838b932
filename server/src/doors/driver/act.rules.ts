import type { DriverAct, DriverActResult } from '@cartage/contract/doors/app/driver'
import type { ReportOutcome, StopReport } from '../../trips/report.commands.ts'

/** Clocks differ by less than this because of the way of a request: not corrected. */
const smallestCorrectionMs = 60_000

/** When an act happened, by each clock. ISO 8601 in UTC with milliseconds. */
export interface ActTimes {
  /** What counts. */
  happened_at: string
  /** By the clock of the phone. */
  device_at: string
  sent_at: string
  received_at: string
  clock_offset_ms: number
}

/**
 * When an act happened. The phone says how wrong its clock was at that moment, because it may have been set right before
 * the act was sent; when it did not know, the time that the request took to arrive says it. A difference of less than a
 * minute is the way of the request and not corrected. Nothing happened after it arrived.
 */
export function actTimes(
  { happened_at, clock_offset_ms }: Pick<DriverAct, 'happened_at' | 'clock_offset_ms'>,
  sentAt: string,
  receivedAt: string,
): ActTimes {
  const offset = clock_offset_ms ?? Date.parse(receivedAt) - Date.parse(sentAt)
  const correction = Math.abs(offset) < smallestCorrectionMs ? 0 : offset
  const corrected = Date.parse(happened_at) + correction
  const latest = Date.parse(receivedAt)
  // A clock that was put forward between the act and the sending; more than that is refused as of any sender.
  const isJustAhead = corrected > latest && corrected <= latest + smallestCorrectionMs
  return {
    happened_at: new Date(isJustAhead ? latest : corrected).toISOString(),
    device_at: happened_at,
    sent_at: sentAt,
    received_at: receivedAt,
    clock_offset_ms: offset,
  }
}

/** What an act says about the state of its stop; undefined when it says nothing about it. */
export function reportOf(act: DriverAct, happenedAt: string): StopReport | undefined {
  const status = { ARRIVE: 'AT_STOP', LEAVE: 'COMPLETED' }[act.kind as string] as StopReport['status']
  return status && { stop_id: act.stop_id, status, event_at: happenedAt }
}

/** What is kept of an act besides its times. Never the file itself. */
export function detailOf(act: DriverAct): Record<string, unknown> {
  if (act.kind === 'SEAL') return { seal_numbers: act.seal_numbers }
  if (act.kind === 'PHOTO') return { document_type: act.document_type }
  if (act.kind === 'SIGNATURE') return { signed_by: act.signed_by }
  if (act.kind === 'ANSWERS') return { answers: act.answers }
  return act.kind === 'REMARK' ? { text: act.text } : {}
}

/** What the file of a signature is called: who signed is said by the act alone, from where it can be erased (RET-5). */
export const signatureName = 'Signature.png'

/**
 * The type and the name of the document that a file becomes; undefined for an act without one.
 * @param role of the stop in its order; null for a stop of no order
 */
export function documentOf(act: DriverAct, role: string | null): { type: string; name: string } | undefined {
  if (act.kind === 'SIGNATURE') {
    return { type: role === 'PICKUP' ? 'PROOF_OF_PICKUP_SIGNED' : 'PROOF_OF_DELIVERY_SIGNED', name: signatureName }
  }
  if (act.kind !== 'PHOTO') return undefined
  return { type: act.document_type, name: `${photoNames[act.document_type]}.jpg` }
}

const photoNames = {
  PROOF_OF_DELIVERY_DRIVER_APP: 'Proof of delivery',
  CMR: 'CMR',
  PHOTO_OF_GOODS_PICKUP: 'Goods at pickup',
  PHOTO_OF_GOODS_DELIVERY: 'Goods at delivery',
  PHOTO_DAMAGED_GOODS: 'Damage',
  PHOTO_SEAL_NUMBER: 'Seal',
  OTHER: 'Photo',
} as const

/** What is known of the stop of an act when it is applied. */
export interface ActPlace {
  trip_id: string | null
  /** The driver of the link is on its trip. */
  is_own: boolean
}

/**
 * Why an act is refused before anything is written; undefined when it is not. The plan may have changed while the phone
 * had no signal: what happened at a stop that is on another trip by now waits for the planner, who may apply it
 * nevertheless.
 * @param isByPlanner a person runs it again
 */
export function placeFault(place: ActPlace | undefined, isByPlanner: boolean): string | undefined {
  if (!place) return 'The stop is not planned any more. The planner has to decide where this belongs.'
  if (place.trip_id === null) return 'The stop is not on a trip any more. The planner has to decide where this belongs.'
  if (place.is_own || isByPlanner) return undefined
  return 'The stop is on the trip of another driver now. The planner has to decide where this belongs.'
}

/** What the phone is answered for what its stop reported. */
export function outcomeOf(reported: ReportOutcome | undefined): Pick<DriverActResult, 'outcome' | 'reason'> {
  if (reported === undefined) return { outcome: 'APPLIED', reason: null }
  if (reported.outcome === 'UNKNOWN') return { outcome: 'REFUSED', reason: placeFault(undefined, false)! }
  if (reported.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: reported.reason ?? '' }
  return { outcome: reported.outcome, reason: null }
}

/** The field that seals are written to: of the container, or of the stop when there is none. */
export function sealField(hasContainer: boolean): string {
  return hasContainer ? 'order.container.seal_number' : 'stop.custom_fields.seal_number'
}
