import type { CarrierAnswerState } from '@cartage/contract/dispatch/app/answers'
import { plainText } from '@cartage/contract/reading/fold'
import { type SentDispatch, type Standing, standingOf } from '../../trips/standing/rules.ts'

/** The dispatch of a trip of own vehicles. */
export type FleetDispatch = SentDispatch & {
  /** Whether the application accepted the last message. */
  is_delivered: boolean
}

/**
 * DISP-7: state of a trip of own vehicles at their application. No person answers there: a delivered message counts as
 * accepted, and there is no deadline.
 */
export function fleetStanding(dispatch: FleetDispatch | null, now: Date): Standing {
  const facts = { dispatch, link: null, answer: null, link_answer_by: null, answer_minutes: 0 }
  const { state } = standingOf(facts, now)
  const isTaken = state === 'SILENT' && dispatch?.is_delivered === true
  return { state: isTaken ? 'ACCEPTED' : state, is_overdue: false, answer_by: null }
}

/** Members of a trip that decide its position on the board. */
export interface BoardPlace {
  state: CarrierAnswerState | string
  is_overdue: boolean
  starts_at: string
  trip_name: string
}

const ranks: Readonly<Record<string, number>> = {
  REFUSED: 0,
  FAILED: 1,
  NOT_SENT: 3,
  CHANGED: 4,
  SILENT: 5,
  ACCEPTED: 6,
}
const overdueRank = 2

function rankOf({ state, is_overdue }: BoardPlace): number {
  return is_overdue ? overdueRank : (ranks[state] ?? overdueRank)
}

/**
 * DISP-7: trips that need action come first: refused, failed, overdue, not sent, changed, silent, accepted; then by
 * start.
 */
export function compareOnBoard(one: BoardPlace, other: BoardPlace): number {
  return (
    rankOf(one) - rankOf(other) ||
    Date.parse(one.starts_at) - Date.parse(other.starts_at) ||
    one.trip_name.localeCompare(other.trip_name, 'en')
  )
}

/** Filters of the board, besides its range. */
export interface BoardFilters {
  state: readonly string[]
  company: readonly string[]
  q?: string | undefined
}

/** Members of a board trip that filters use. */
export interface FilteredTrip {
  state: string
  company_id: string | null
  company_name: string | null
  trip_name: string
}

/** Whether a trip matches all filters, leaving out `without`. */
export function fitsBoard(trip: FilteredTrip, filters: BoardFilters, without?: 'state' | 'company'): boolean {
  const { state, company, q } = filters
  const text = q === undefined ? undefined : plainText(q)
  return (
    (without === 'state' || state.length === 0 || state.includes(trip.state)) &&
    (without === 'company' ||
      company.length === 0 ||
      (trip.company_id !== null && company.includes(trip.company_id))) &&
    (!text ||
      [trip.trip_name, trip.company_name].some(
        (name) => name !== null && name !== undefined && plainText(name).includes(text),
      ))
  )
}
