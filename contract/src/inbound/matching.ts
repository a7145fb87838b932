import { z } from 'zod'
import { StopType } from '../orders/stop.ts'
import { longestText } from '../scalars.ts'

/** Values of one member; a record matches if it has one of them (SU-2). */
export const FieldMatchInput = z
  .object({
    matches_any: z
      .array(z.string().max(longestText))
      .max(2_000)
      .optional()
      .describe('One of these values, compared letter by letter. An empty list matches nothing.'),
  })
  .meta({ id: 'FieldMatchInput' })
export type FieldMatchInput = z.output<typeof FieldMatchInput>

function field(description: string) {
  return FieldMatchInput.nullish().describe(description)
}

/** Criteria that must all hold for one record; exactly one record must match (SU-1). */
function matchesAll<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .max(100)
    .nullish()
    .describe('The record meets all of these criteria. Without a criterion nothing matches.')
}

/** Names a trip. */
export const TripMatch = z.object({ name: field('Name of the trip.') }).meta({ id: 'TripMatch' })

/** Names an order. */
export const OrderMatch = z
  .object({
    customer_reference_number: field("The customer's reference."),
    name: field('Name of the order, the number people know it by.'),
    id: field('Id of the order.'),
  })
  .meta({ id: 'OrderMatch' })
export type OrderMatch = z.output<typeof OrderMatch>

/** Names a consignment. */
export const ConsignmentMatch = z
  .object({
    reference_number: field('Reference of the consignment.'),
    order_sequence_number: z.int().nullish().describe('Place of the consignment in its order, from 1.'),
  })
  .meta({ id: 'ConsignmentMatch' })
export type ConsignmentMatch = z.output<typeof ConsignmentMatch>

/** Identifies a stop by its own members. */
export const StopMatch = z
  .object({
    reference_number: field('Reference of the stop.'),
    stop_type: StopType.nullish().describe('What the stop does for its consignment.'),
  })
  .meta({ id: 'StopMatch' })
export type StopMatch = z.output<typeof StopMatch>

/** Identifies a company. */
export const CompanyMatch = z
  .object({ name: field('Name of the company.'), code: field('Code of the company.') })
  .meta({ id: 'CompanyMatch' })
export type CompanyMatch = z.output<typeof CompanyMatch>

/** Criteria of a stop (SU-3). */
export const StopMatchInput = z
  .object({
    trip: TripMatch.nullish().describe('The trip it is on.'),
    order: OrderMatch.nullish().describe('The order it belongs to.'),
    consignment: ConsignmentMatch.nullish().describe('The consignment it belongs to.'),
    stop: StopMatch.nullish().describe('The stop itself.'),
  })
  .meta({ id: 'StopMatchInput' })
export type StopMatchInput = z.output<typeof StopMatchInput>

/** The one stop that matches (SU-1). */
export const StopMatchTarget = z.object({ matches_all: matchesAll(StopMatchInput) }).meta({ id: 'StopMatchTarget' })
export type StopMatchTarget = z.output<typeof StopMatchTarget>

/** Criteria of an order. */
export const PartialOrderMatchInput = z
  .object({
    order: OrderMatch.nullish().describe('The order itself.'),
    company: CompanyMatch.nullish().describe('The customer of the order.'),
  })
  .meta({ id: 'PartialOrderMatchInput' })
export type PartialOrderMatchInput = z.output<typeof PartialOrderMatchInput>

/** The one order that matches (PU-1). */
export const PartialOrderMatchTarget = z
  .object({ matches_all: matchesAll(PartialOrderMatchInput) })
  .meta({ id: 'PartialOrderMatchTarget' })
export type PartialOrderMatchTarget = z.output<typeof PartialOrderMatchTarget>

/** Names a booking. */
export const BookingMatch = z
  .object({
    booking_reference: field('Reference the other side gave the booking.'),
    name: field('Name of the booking.'),
  })
  .meta({ id: 'BookingMatch' })

/** The one booking that matches (LB-2). */
export const BookingMatchTarget = z.object({ matches_all: matchesAll(BookingMatch) }).meta({ id: 'BookingMatchTarget' })
export type BookingMatchTarget = z.output<typeof BookingMatchTarget>
