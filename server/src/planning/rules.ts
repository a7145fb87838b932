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

/** Quantities of a load; what an upload leaves out counts as zero. */
export interface Load {
  weight_kg: number
  loading_meters: number
  pallet_spaces: number
  volume_m3: number
}

/** The load of one consignment, and its requirements for a vehicle. */
export interface ConsignmentFacts extends Load {
  consignment_id: string
  /** Whether goods are listed, with or without measures. */
  has_goods: boolean
  /** Dangerous goods beyond limited quantities. */
  is_dangerous: boolean
  /** Category of tunnels that the goods may not pass; absent if unknown or nothing is dangerous. */
  tunnel?: TunnelCategory | undefined
  /** A temperature is requested. */
  is_tempered: boolean
  /** TEMP-4: permitted temperatures of the goods; absent: none is given. */
  ranges?: readonly TemperatureRange[] | undefined
}

/** A stop of an order, as needed for planning. Local times as `HH:mm`. */
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
  /** The window is binding for planning. */
  is_enforced: boolean
  /** Duration in minutes (TIME-6). */
  minutes: number
  reference_number: string | null
  status: string
}

/** The container of an order; the weight of the empty box is 0 if unknown. */
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

/** An order, as needed for planning. Stops in sequence. */
export interface OrderFacts extends Hold, HoldReason {
  order_number: string
  status: OrderState
  stops: readonly OrderStop[]
  consignments: readonly ConsignmentFacts[]
  container: BoxFacts | null
}

/** A location, as needed for planning. */
export interface PlanPlace extends StopMinutes {
  location_id: string
  name: string
  latitude: number | null
  longitude: number | null
  country: string | null
  time_zone: string | null
  opening_hours: string | null
}

/** The tenant settings that planning depends on. */
export interface PlanSettings {
  /** ISO codes of the tenant's container types, by code and by name. */
  container_types: ContainerTypeCodes
  /** Severity of reasons about an unsuitable vehicle, container or carrier. */
  limits: PlanningLimits
}

/** Other work of drivers around a trip, and where; the trip itself is excluded. */
export interface Before extends Elsewhere {
  places: ReadonlyMap<string, PlanPlace>
}

/** A resource with the properties that roads depend on. */
export interface PlannedResource extends RoadResource {
  /** The carrier that owns it; null: the haulier's own. Absent if not loaded. */
  subcontractor_id?: string | null
}

/** Facts for decisions apart from the trips themselves. */
export interface World {
  orders: ReadonlyMap<string, OrderFacts>
  places: ReadonlyMap<string, PlanPlace>
  /** Time zone of the tenant, for places without one. */
  time_zone: string
  /** Finds when a place next opens, from an instant on. */
  opensAt: OpeningFinder
  /** Distances and driving times between places. */
  roads: Roads
  settings: PlanSettings
  /** Ids of drivers among the resources of the trips and of the command. */
  drivers: ReadonlySet<string>
  /**
   * Vehicles and trailers of the trips and of the command, because roads depend on them (ROAD-1). Absent if not needed.
   */
  vehicles?: ReadonlyMap<string, PlannedResource>
  /** Other work of these drivers; absent if not loaded. */
  before?: Before
  newId: () => string
}

/** The target trip of stops. A new trip already has its id and name. */
export type Target =
  | { trip_id: string; new_trip?: undefined }
  | {
      trip_id: string
      new_trip: { name: string; planning_group_id: string | null; note: string; resource_ids: readonly string[] }
    }

type Read<Kind extends ReadCommand['kind']> = Extract<ReadCommand, { kind: Kind }>
type Into<C> = Omit<C, 'trip_id' | 'new_trip'> & { target: Target }
type Activity = Pick<TripStop, 'activity' | 'activity_label'>

/** A new trip with its stops and resources. */
export interface WholeTrip {
  target: Target
  /** Its stops in sequence. */
  stop_ids: readonly string[]
  /** When the first stop begins; the times of the others follow. */
  starts_at: string
  resources: Read<'ASSIGN'>['resources']
}

/** Accepts suggested trips, which has a planning command of its own (OPT-6). */
interface PlanTrips {
  kind: 'PLAN_TRIPS'
  trips: readonly WholeTrip[]
  released: readonly string[]
  /** Drafts from which stops and orders may be removed; absent: any draft. */
  drafts?: readonly string[]
}

/** Planning commands in the form to decide, with the target trip, which may be new, and any inserted activity. */
export type PlanningCommand =
  | Exclude<ReadCommand, { kind: 'PLAN' | 'MOVE' | 'SPLIT' | 'INSERT_STOP' }>
  | Into<Read<'PLAN'>>
  | Into<Read<'MOVE'>>
  | Into<Read<'SPLIT'>>
  | (Omit<Read<'INSERT_STOP'>, 'custom_activity' | 'activity_label'> & Activity)
  | PlanTrips

/** The commands of some kinds. */
export type Of<Kind extends PlanningCommand['kind']> = Extract<PlanningCommand, { kind: Kind }>

/** A command that gives a trip its resources. */
export type AssigningCommand = Of<'PLAN' | 'MOVE' | 'SPLIT' | 'PLACE'>

/** Orders and stops a person has chosen; an order means all its stops. */
export type Chosen = Pick<Of<'UNPLAN'>, 'order_ids' | 'stop_ids'>

/** Planned times of one stop, entered by a person. */
export type StopTime = Of<'SET_TIMES'>['times'][number]

/** The state that planning decides about: trips, and the holds of orders. */
export interface PlanState {
  trips: readonly TripState[]
  holds: readonly Hold[]
}
