import type { PlanFigures } from '@cartage/contract/planning/app/optimise'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { TripState } from '../../trips/state.rules.ts'
import type { Facts, Reason } from '../facts/rules.ts'
import type { World } from '../rules.ts'

/** Resources that drive together. */
export interface Combination {
  resource_ids: readonly string[]
}

/** The request of a run. */
export interface RunRequest {
  order_ids: readonly string[]
  combinations: readonly Combination[]
  from_at: string
  to_at: string
  seed: number
}

/** All inputs of a run. */
export interface Desk {
  request: RunRequest
  /** When planning may begin (TIME-10). */
  now: string
  world: World
  /** Other trips of the combinations, without the drafts that the run takes apart. */
  facts: Facts
  /** The trips that the chosen orders are on. */
  trips: readonly TripState[]
}

/** A reason in its stored form. */
export interface KeptReason extends Omit<Reason, 'message'> {
  message: KeptSentence
}

/** An order that was left out. */
export interface LeftOut {
  order_id: string
  order_number: string
  code: string
  message: KeptSentence
}

/** A stop of a suggested trip in its stored form. */
export interface KeptStop {
  stop_id: string
  order_id: string
  order_number: string
  location_id: string
  location_name: string
  activity_label: string
  start_at: string
  end_at: string
  leg_km: number
}

/** A suggested trip in its stored form. */
export interface KeptTrip {
  combination: number
  resources: { resource_id: string; resource_type: string; name: string }[]
  stops: KeptStop[]
  figures: PlanFigures
  reasons: KeptReason[]
}

/** The result of a run. */
export interface RunResult {
  trips: KeptTrip[]
  left_out: LeftOut[]
  /** Ids of left-out orders that are on drafts from which the run took other orders. */
  released: string[]
  before: PlanFigures
  after: PlanFigures
  present: { trip_id: string; name: string; order_numbers: string[]; figures: PlanFigures }[]
}
