import type { DriverAct, DriverActResult, RejectionCode } from '@cartage/contract/doors/app/driver'
import type { ReportOutcome, StopReport } from '../../trips/report.commands.ts'

/** Smaller clock differences are network latency and not corrected. */
const smallestCorrectionMs = 60_000

/** Time of an act by each clock. ISO 8601 in UTC with milliseconds. */
export interface ActTimes {
  /** The corrected time. */
  happened_at: string
  /** By the phone's clock. */
  device_at: string
  sent_at: string
  received_at: string
  clock_offset_ms: number
  /** The phone's clock was set between the act and the sending, so that the corrected time is a guess (DOOR-3). */
  is_uncertain: boolean
}

/** Bounds known besides the clocks. ISO 8601 in UTC with milliseconds. */
export interface KnownTimes {
  /** Time of the same phone's previous report; null without one. */
  after: string | null
  /** Earliest plausible time; null without a bound. */
  earliest: string | null
}

/**
 * Time of an act (DOOR-3). The phone reports its clock offset at that moment, because the clock may have been set
 * before the act was sent. Without an offset, or when it places the act before the previous one or after its own
 * arrival, the offset is derived from the time between sending and arrival. If neither fits, the time is moved within
 * the bounds: a wrong clock does not justify refusing a driver's act. A difference of less than a minute is network
 * latency and not corrected.
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

/** Status update of a stop from an act; undefined when the act has none. */
export function reportOf(act: DriverAct, happenedAt: string): StopReport | undefined {
  const status = { ARRIVE: 'AT_STOP', LEAVE: 'COMPLETED' }[act.kind as string] as StopReport['status']
  return status && { stop_id: act.stop_id, status, event_at: happenedAt }
}

/** Stored details of an act besides its times, and whether these are a guess. Never the file itself. */
export function detailOf(act: DriverAct, { is_uncertain }: Pick<ActTimes, 'is_uncertain'>): Record<string, unknown> {
  return { ...reportedIn(act), ...(is_uncertain && { is_time_uncertain: true }) }
}

/** Differences from the order include their number (DOOR-12). */
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

/** File name of a signature: only the act has the signer's name, where it can be erased (RET-5). */
export const signatureName = 'Signature.png'

/**
 * Type and name of the document for the file of an act; undefined for an act without one.
 * @param role of the stop in its order; null for a stop without an order
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

/** Current trip of the stop of an act. */
export interface ActPlace {
  trip_id: string | null
  /** Whether the driver of the link is on its trip. */
  is_own: boolean
}

/** Reasons to refuse an act because of its stop's current place; the phone and the pages translate each of them. */
const placeFaults = {
  NOT_PLANNED: 'The stop is not planned any more. The planner has to decide where this belongs.',
  NO_TRIP: 'The stop is not on a trip any more. The planner has to decide where this belongs.',
  OTHER_DRIVER: 'The stop is on the trip of another driver now. The planner has to decide where this belongs.',
} as const

/**
 * Why an act is refused before anything is written; undefined when it is not. The plan may have changed while the phone
 * had no signal: an act at a stop that is now on another trip waits for the planner, who may still apply it.
 * @param isByPlanner a person runs it again
 */
export function placeFault(place: ActPlace | undefined, isByPlanner: boolean): string | undefined {
  if (!place) return placeFaults.NOT_PLANNED
  if (place.trip_id === null) return placeFaults.NO_TRIP
  return place.is_own || isByPlanner ? undefined : placeFaults.OTHER_DRIVER
}

/** Code of a stored reason; null without one, OTHER for a reason that is only text. */
export function rejectionOf(reason: string | null): RejectionCode | null {
  if (reason === null) return null
  const known = Object.entries(placeFaults).find(([, text]) => text === reason)
  return (known?.[0] as keyof typeof placeFaults | undefined) ?? 'OTHER'
}

/** Response to the phone for the report on its stop. */
export function outcomeOf(reported: ReportOutcome | undefined): Pick<DriverActResult, 'outcome' | 'reason'> {
  if (reported === undefined) return { outcome: 'APPLIED', reason: null }
  if (reported.outcome === 'UNKNOWN') return { outcome: 'REFUSED', reason: placeFault(undefined, false)! }
  if (reported.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: reported.reason ?? '' }
  return { outcome: reported.outcome, reason: null }
}

/** Field that stores seals: of the container, or of the stop without one. */
export function sealField(hasContainer: boolean): string {
  return hasContainer ? 'order.container.seal_number' : 'stop.custom_fields.seal_number'
}
