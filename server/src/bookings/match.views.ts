import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** One criterion: the booking has one of the references, and one of the names. An absent list matches anything. */
export interface BookingCriterion {
  booking_references?: readonly string[] | undefined
  names?: readonly string[] | undefined
}

interface Named {
  booking_id: string
  name: string
  booking_reference: string | null
}

// Two look-ups, each by the index of its own member.
const byName = (table: string) =>
  `select b.${table}_id as booking_id, b.name, b.booking_reference from ${table} b
    where b.tenant_id = $1 and b.name = any ($2::text[]) order by b.name`
const byReference = (table: string) =>
  `select b.${table}_id as booking_id, b.name, b.booking_reference from ${table} b
    where b.tenant_id = $1 and b.booking_reference = any ($2::text[]) order by b.booking_reference`

const statements = {
  location_booking: {
    name: statement('bookings.location_bookings_by_name', byName('location_booking')),
    reference: statement('bookings.location_bookings_by_reference', byReference('location_booking')),
  },
  intermodal_booking: {
    name: statement('bookings.intermodal_bookings_by_name', byName('intermodal_booking')),
    reference: statement('bookings.intermodal_bookings_by_reference', byReference('intermodal_booking')),
  },
}

/** Ids of the time slots that meet every criterion (LB-2); empty if all criteria are. */
export async function matchLocationBookings(tx: Tx, criteria: readonly BookingCriterion[]): Promise<string[]> {
  return await match(tx, 'location_booking', criteria)
}

/** Ids of the main legs that meet every criterion; empty if all criteria are. */
export async function matchIntermodalBookings(tx: Tx, criteria: readonly BookingCriterion[]): Promise<string[]> {
  return await match(tx, 'intermodal_booking', criteria)
}

async function match(tx: Tx, table: keyof typeof statements, criteria: readonly BookingCriterion[]): Promise<string[]> {
  const names = criteria.flatMap((one) => (one.names ? [one.names] : []))
  const references = criteria.flatMap((one) => (one.booking_references ? [one.booking_references] : []))
  const [kind, wanted] = references.length > 0 ? (['reference', references] as const) : (['name', names] as const)
  if (wanted.length === 0) return []
  const found = await tx.query<Named>(statements[table][kind], wanted[0])
  const fits = ({ name, booking_reference: reference }: Named) =>
    names.every((list) => list.includes(name)) && references.every((list) => list.includes(reference ?? ''))
  return [...new Set(found.filter(fits).map(({ booking_id }) => booking_id))]
}
