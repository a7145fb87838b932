import { z } from 'zod'
import { Document } from '../documents/endpoints.ts'
import { type ApiRole, endpoint } from '../endpoint.ts'
import { ChargeTaxRate } from '../orders/charges.ts'
import { ResourceAllocation } from '../orders/order-status.ts'
import { PlanningGroup } from '../orders/reference.ts'
import { StopOutput } from '../orders/stop.ts'
import { optionalNumber, optionalText, Uuid, UuidOut } from '../scalars.ts'

/** Trip status. A trip in progress is shown as PLANNED, a cancelled one as CREATED. */
export const TripStatusOutput = z.enum(['CREATED', 'PLANNED', 'COMPLETED']).meta({ id: 'TripStatusOutput' })

/** An order on a trip. */
export const MinimalOrderOutput = z
  .object({
    id: UuidOut.describe('Id of the order.'),
    name: z.string().describe('Number of the order as people read it.'),
  })
  .meta({ id: 'MinimalOrderOutput' })

/** Order of a stop. */
export const OrderReference = z.object({ row_id: UuidOut.describe('Id of the order.') }).meta({ id: 'OrderReference' })

/** A stop of a trip. */
export const TripStopOutput = z
  .object({
    ...StopOutput.shape,
    order: OrderReference.nullish().describe('The order it belongs to; absent for standalone stops.'),
  })
  .meta({ id: 'TripStopOutput' })
export type TripStopOutput = z.output<typeof TripStopOutput>

/** Distance and emissions of a trip. */
export const TripMetrics = z
  .object({
    co2e_tank_to_wheel_kg: optionalNumber('Emitted while driving, kg of CO2 equivalents.'),
    co2e_well_to_tank_kg: optionalNumber('Emitted to make the fuel, kg of CO2 equivalents.'),
    co2e_well_to_wheel_kg: optionalNumber('Both together, kg of CO2 equivalents.'),
    distance_total_km: optionalNumber('Distance in all, in km.'),
  })
  .meta({ id: 'TripMetrics' })

/** Trip: stops of several orders and its own stops in order, with its resources. */
export const TripOutput = z
  .object({
    id: UuidOut.describe('Id of the trip.'),
    name: z.string().describe('Name of the trip.'),
    status: TripStatusOutput.describe('State of the trip.'),
    is_cancelled: z.boolean().optional().describe('Present and true for a trip that was cancelled. Added member.'),
    orders: z.array(MinimalOrderOutput).describe('Orders on the trip.'),
    resource_allocations: z
      .array(ResourceAllocation)
      .optional()
      .describe('The resources that carry it, with the names and numbers sent for this trip.'),
    stops: z.array(TripStopOutput).describe('Stops in sequence.'),
    metrics: TripMetrics.nullish().describe('How far it is driven.'),
    shipment_planning_group: PlanningGroup.nullish().describe('Who plans it.'),
  })
  .meta({ id: 'TripOutput' })
export type TripOutput = z.output<typeof TripOutput>

/** A charge without approval. Amounts are decimals as text. */
export const ChargeOutput = z
  .object({
    id: UuidOut.nullish().describe('Id of the charge.'),
    amount_excl_tax: optionalText('Amount without tax.'),
    amount_incl_tax: optionalText('Amount with tax.'),
    amount_tax: optionalText('Tax.'),
    code: optionalText('Code of the charge.'),
    currency: optionalText('Currency of the amounts, ISO 4217.'),
    name: optionalText('Name of the charge.'),
    description: optionalText('What it is for.'),
    tax_rate: ChargeTaxRate.nullish().describe('Tax rate.'),
  })
  .meta({ id: 'ChargeOutput' })

/** Costs of a trip. */
export const TripCostsOutput = z
  .object({ charges: z.array(ChargeOutput).describe('The charges.') })
  .meta({ id: 'TripCostsOutput' })

/** Any role except CUSTOMER, because a customer is bound to one company, and a trip carries orders of several. */
const roles: readonly ApiRole[] = ['API_TRIP', 'API_ORDER', 'API_MASTER_DATA', 'API_ACCOUNTING']
const TripParams = z.object({ trip_id: Uuid.describe('Id of the trip.') })

/** A trip with its stops, orders and resources. */
export const getTrip = endpoint({
  id: 'getTrip',
  method: 'GET',
  path: '/v1/trips/trip/{trip_id}',
  tag: 'trips',
  summary: 'Get a trip',
  description: 'Times of a stop are estimates until it was reached or left, and the actual ones afterwards.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: TripParams,
  response: TripOutput,
})

/** Costs of a trip; empty while nothing is charged. */
export const listTripCosts = endpoint({
  id: 'listTripCosts',
  method: 'GET',
  path: '/v1/trips/trip/{trip_id}/costs',
  tag: 'trips',
  summary: 'List the costs of a trip',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: TripParams,
  response: TripCostsOutput,
})

/** Documents of a trip, its orders and their consignments (READ-6). */
export const listTripDocuments = endpoint({
  id: 'listTripDocuments',
  method: 'GET',
  path: '/v1/trips/trip/{trip_id}/documents',
  tag: 'trips',
  summary: 'List the documents of a trip, its orders and their consignments',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: TripParams,
  response: z.array(Document),
})
