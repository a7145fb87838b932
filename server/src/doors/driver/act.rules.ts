import type { DriverAct, DriverActResult, RejectionCode } from '@cartage/contract/doors/app/driver'
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
  /** The clock of the phone was set between the act and the sending, so that what counts is a guess (DOOR-3). */
  is_uncertain: boolean
}

/** What is known besides the clocks. ISO 8601 in UTC with milliseconds. */
export interface KnownTimes {
  /** The last thing that the same phone reported before; null when nothing. */
  after: string | null
  /** Before this it makes no sense; null when anything does. */
  earliest: string | null
}

/**
 * When an act happened (DOOR-3). The phone says how wrong its clock was at that moment, because it may have been set right before
 * the act was sent; when it did not know, or what it knew puts the act before the one reported before it or after its own
 * arrival, the time that the request took to arrive says it. What fits neither way is put where it is possible: no clock is
 * a reason to refuse what a driver did. A difference of less than a minute is the way of the request and not corrected.
 */
export function actTimes(
  { happened_at, clock_offset_ms }: Pick<DriverAct, 'happened_at' | 'clock_offset_ms'>,
  sentAt: string,
  receivedAt: string,
  { after, earliest }: KnownTimes = { after: null, earliest: null },
): ActTimes {
  const latest = Date.parse(receivedAt)
  const least = Math.max(...[after, earliest].map((at) => (at === null ? -Infinity : Date.parse(at))))
  const offsets = [clock_offset_ms, latest - Date.parse(sentAt)].filter((offset) => offset !== null)
  const guesses = offsets.map((offset) => ({ offset, at: Date.parse(happened_at) + correctionOf(offset) }))
  const fits = ({ at }: { at: number }) => at >= least - smallestCorrectionMs && at <= latest + smallestCorrectionMs
  const fitting = guesses.find(fits)
  const guess = fitting ?? { offset: offsets[0]!, at: after === null ? latest : Date.parse(after) }
  const at = Math.min(Math.max(guess.at, least), latest)
  return {
    happened_at: new Date(at).toISOString(),
    device_at: happened_at,
    sent_at: sentAt,
    received_at: receivedAt,
    clock_offset_ms: guess.offset,
    is_uncertain: guess !== guesses[0],
  }
}

function correctionOf(offset: number): number {
  return Math.abs(offset) < smallestCorrectionMs ? 0 : offset
}

/** What an act says about the state of its stop; undefined when it says nothing about it. */
export function reportOf(act: DriverAct, happenedAt: string): StopReport | undefined {
  const status = { ARRIVE: 'AT_STOP', LEAVE: 'COMPLETED' }[act.kind as string] as StopReport['status']
  return status && { stop_id: act.stop_id, status, event_at: happenedAt }
}

/** What is kept of an act besides its times, and whether these are a guess. Never the file itself. */
export function detailOf(act: DriverAct, { is_uncertain }: Pick<ActTimes, 'is_uncertain'>): Record<string, unknown> {
  return { ...reportedIn(act), ...(is_uncertain && { is_time_uncertain: true }) }
}

/** What differs from the order is said with its number (DOOR-12). */
function reportedIn(act: DriverAct): Record<string, unknown> {
  if (act.kind === 'SEAL') return { seal_numbers: act.seal_numbers }
  if (act.kind === 'PHOTO') return { document_type: act.document_type }
  if (act.kind === 'SIGNATURE') return { signed_by: act.signed_by }
  if (act.kind === 'ANSWERS') return { answers: act.answers }
  if (act.kind === 'DEVIATION') {
    const { reason, quantity, text } = act
    return { deviation: { reason, quantity }, ...(text !== '' && { text }) }
  }
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

/** Why an act is refused because of where its stop is by now: the phone and the pages have words for each in their languages. */
const placeFaults = {
  NOT_PLANNED: 'The stop is not planned any more. The planner has to decide where this belongs.',
  NO_TRIP: 'The stop is not on a trip any more. The planner has to decide where this belongs.',
  OTHER_DRIVER: 'The stop is on the trip of another driver now. The planner has to decide where this belongs.',
} as const

/**
 * Why an act is refused before anything is written; undefined when it is not. The plan may have changed while the phone
 * had no signal: what happened at a stop that is on another trip by now waits for the planner, who may apply it
 * nevertheless.
 * @param isByPlanner a person runs it again
 */
export function placeFault(place: ActPlace | undefined, isByPlanner: boolean): string | undefined {
  if (!place) return placeFaults.NOT_PLANNED
  if (place.trip_id === null) return placeFaults.NO_TRIP
  return place.is_own || isByPlanner ? undefined : placeFaults.OTHER_DRIVER
}

/** The code of a reason that was kept; null without one, OTHER for one that only its text says. */
export function rejectionOf(reason: string | null): RejectionCode | null {
  if (reason === null) return null
  const known = Object.entries(placeFaults).find(([, text]) => text === reason)
  return (known?.[0] as keyof typeof placeFaults | undefined) ?? 'OTHER'
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
