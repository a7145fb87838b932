import type { OrderState } from '../../orders/changes.rules.ts'
import type { OrderDocument } from '../../orders/content.rules.ts'
import type { StopRole } from '../../orders/stops/sequence.rules.ts'
import type { ContainerTypeCodes } from '../../resources/container-kind.rules.ts'

/** Company data for rates and tax rules. */
export interface CompanySource {
  readonly company_id: string
  /** The code of the accounting system, else its own, else its name. */
  readonly code: string
  readonly group: string | null
  readonly currency: string
  readonly vat_number: string | null
  readonly tax_type: string | null
  /** Whether it also carries for others. */
  readonly is_carrier: boolean
  /** Country of the billing address. */
  readonly country: string | null
}

/** A stop of an order with its place and times. Instants are ISO 8601 in UTC, local times `HH:mm`. */
export interface StopSource {
  readonly stop_id: string
  readonly role: StopRole
  readonly consignment_id: string | null
  readonly sequence: number
  readonly activity: string | null
  readonly requested_date: string | null
  readonly window_start: string | null
  readonly trip_id: string | null
  readonly planned_start_at: string | null
  readonly planned_end_at: string | null
  readonly actual_start_at: string | null
  readonly actual_end_at: string | null
  readonly location_id: string
  readonly location_code: string | null
  /** PLACE-11: country for prices, even if not stated. */
  readonly country: string | null
  /** The stated country, the only one used for tax. */
  readonly stated_country: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly time_zone: string | null
}

/** A trip that carries an order, from its first start to its last end. */
export interface RideSource {
  readonly trip_id: string
  readonly status: string
  readonly is_dispatched: boolean
  readonly has_chassis: boolean
  readonly starts_at: string | null
  readonly ends_at: string | null
}

/** A cost that sales can pass on. */
export interface CostSource {
  readonly type: string
  readonly amount: string
  readonly currency: string
}

/** An order with all data for its facts and tax. */
export interface OrderSource {
  readonly order_id: string
  readonly status: OrderState
  readonly created_on: string
  readonly pickup_on: string | null
  readonly delivery_on: string | null
  readonly is_adr: boolean
  readonly is_tempered: boolean
  readonly document: OrderDocument
  /** Time zone of the tenant, for places without one. */
  readonly time_zone: string
  readonly customer: CompanySource
  readonly bill_to: CompanySource
  /** Whether its import configuration accepts prices requested by orders. */
  readonly accepts_requested_price: boolean
  /** In sequence. */
  readonly stops: readonly StopSource[]
  /** In driving order. */
  readonly rides: readonly RideSource[]
  readonly costs: readonly CostSource[]
  /** Codes by name in lower case, and ISO codes of container types by code and name. */
  readonly names: {
    readonly transport_services: Readonly<Record<string, string>>
    readonly service_levels: Readonly<Record<string, string>>
    readonly container_types: ContainerTypeCodes
  }
}

/** Whether facts are based on reported times: the work is done. */
export function isDone({ status }: Pick<OrderSource, 'status'>): boolean {
  return status === 'COMPLETED'
}
