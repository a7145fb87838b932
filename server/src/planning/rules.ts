import type { ReadCommand } from '@cartage/contract/planning/app/commands'
import type { TemperatureRange } from '@cartage/contract/temperatures/app'
import type { PlanningLimits } from '@cartage/contract/tenants/app/planning-limits'
import type { OpeningFinder } from '../locations/opening-hours.rules.ts'
import type { StopMinutes } from '../locations/stop-minutes.rules.ts'
import type { OrderState } from '../orders/changes.rules.ts'
import type { HoldReason } from '../orders/hold.rules.ts'
import type { StopRole } from '../orders/stops/sequence.rules.ts'
import type { Roads } from '../positions/roads/rules.ts'
import type { RoadResource, TunnelCategory } from '../positions/roads/vehicle.rules.ts'
import type { ContainerKind, ContainerTypeCodes } from '../resources/container-kind.rules.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import type { Elsewhere } from './facts/before.rules.ts'

/** How much something is; what an upload leaves out counts nothing. */
export interface Load {
  weight_kg: number
  loading_meters: number
  pallet_spaces: number
  volume_m3: number
}

/** What one consignment of an order loads and what that asks of a vehicle. */
export interface ConsignmentFacts extends Load {
  consignment_id: string
  /** Goods are listed, measured or not. */
  has_goods: boolean
  /** Dangerous goods beyond limited quantities. */
  is_dangerous: boolean
  /** Tunnels they may not go through; absent where that is not known, or nothing is dangerous. */
  tunnel?: TunnelCategory | undefined
  /** A temperature is requested. */
  is_tempered: boolean
  /** TEMP-4: what goods may have; absent: none of them says. */
  ranges?: readonly TemperatureRange[] | undefined
}

/** A stop of an order, as planning needs it. Local times as `HH:mm`. */
export interface OrderStop {
  stop_id: string
  role: StopRole
  consignment_id: string | null
  sequence: number
  activity: string | null
  activity_label: string
  location_id: string
  requested_date: string | null
  window_start: string | null
  window_end: string | null
  /** Planning must keep to the window. */
  is_enforced: boolean
  /** How long it takes, in minutes (TIME-6). */
  minutes: number
  reference_number: string | null
  status: string
}

/** The container of an order; the weight of the empty box is 0 where it is not known. */
export interface BoxFacts extends ContainerKind {
  number: string | null
  tare_kg: number
}

/** The hold of an order. */
export interface Hold {
  order_id: string
  is_blocked: boolean
  block_reason: string | null
}

/** An order, as planning needs it. Stops in sequence. */
export interface OrderFacts extends Hold, HoldReason {
  order_number: string
  status: OrderState
  stops: readonly OrderStop[]
  consignments: readonly ConsignmentFacts[]
  container: BoxFacts | null
}

/** A location, as planning needs it. */
export interface PlanPlace extends StopMinutes {
  location_id: string
  name: string
  latitude: number | null
  longitude: number | null
  country: string | null
  time_zone: string | null
  opening_hours: string | null
}

/** What the tenant has set, as far as planning depends on it. */
export interface PlanSettings {
  /** ISO codes of its container types, by code and by name. */
  container_types: ContainerTypeCodes
  /** What a vehicle, a container or a carrier that is not right for a trip means. */
  limits: PlanningLimits
}

/** What drivers do besides a trip, and where; a trip does not count for itself. */
export interface Before extends Elsewhere {
  places: ReadonlyMap<string, PlanPlace>
}

/** A resource as roads depend on it. */
export interface PlannedResource extends RoadResource {
  /** The carrier it is of; null: the haulier's own. Absent where no one has looked. */
  subcontractor_id?: string | null
}

/** What decisions look at next to the trips themselves. */
export interface World {
  orders: ReadonlyMap<string, OrderFacts>
  places: ReadonlyMap<string, PlanPlace>
  /** Of the tenant, for places that have none. */
  time_zone: string
  /** When a place is open for the first time from an instant on. */
  opensAt: OpeningFinder
  /** Distances and driving times between places. */
  roads: Roads
  settings: PlanSettings
  /** Ids of the resources that are drivers, of the trips and of what they are given. */
  drivers: ReadonlySet<string>
  /** What drives and is drawn, of the trips and of what they are given: roads depend on it (ROAD-1). Absent where no one asks. */
  vehicles?: ReadonlyMap<string, PlannedResource>
  /** What these do besides; absent where no one has looked. */
  before?: Before
  newId: () => string
}

/** Where stops go. A new trip has its id and name already. */
export type Target =
  | { trip_id: string; new_trip?: undefined }
  | {
      trip_id: string
      new_trip: { name: string; planning_group_id: string | null; note: string; resource_ids: readonly string[] }
    }

type Read<Kind extends ReadCommand['kind']> = Extract<ReadCommand, { kind: Kind }>
type Into<C> = Omit<C, 'trip_id' | 'new_trip'> & { target: Target }
type Activity = Pick<TripStop, 'activity' | 'activity_label'>

/** A new trip with everything on it. */
export interface WholeTrip {
  target: Target
  /** Its stops in sequence. */
  stop_ids: readonly string[]
  /** When the first of them begins; the times of the others follow. */
  starts_at: string
  resources: Read<'ASSIGN'>['resources']
}

/** That suggested trips are accepted, which a planner does with a command of its own (OPT-6). */
interface PlanTrips {
  kind: 'PLAN_TRIPS'
  trips: readonly WholeTrip[]
  released: readonly string[]
  /** Drafts that stops and orders may be taken off; any draft when absent. */
  drafts?: readonly string[]
}

/** What planners do, as it is decided: with the trip that stops go to, which may be new, and with what happens at an inserted stop. */
export type PlanningCommand =
  | Exclude<ReadCommand, { kind: 'PLAN' | 'MOVE' | 'SPLIT' | 'INSERT_STOP' }>
  | Into<Read<'PLAN'>>
  | Into<Read<'MOVE'>>
  | Into<Read<'SPLIT'>>
  | (Omit<Read<'INSERT_STOP'>, 'custom_activity' | 'activity_label'> & Activity)
  | PlanTrips

/** The commands of some kinds. */
export type Of<Kind extends PlanningCommand['kind']> = Extract<PlanningCommand, { kind: Kind }>

/** Orders and stops a person has chosen; an order means all its stops. */
export type Chosen = Pick<Of<'UNPLAN'>, 'order_ids' | 'stop_ids'>

/** Planned times of one stop, entered by a person. */
export type StopTime = Of<'SET_TIMES'>['times'][number]

/** What planning decides about: trips, and the holds of orders. */
export interface PlanState {
  trips: readonly TripState[]
  holds: readonly Hold[]
}
