import { z } from 'zod'
import { OpenDriverReport } from '../doors/app/driver-reports.ts'
import { OpenDoorRequest } from '../doors/app/requests.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { PlanChange } from '../orders/app/plan-changes.ts'
import { holdReasonCodes } from '../orders/hold-reason.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../scalars.ts'
import { TemperatureExcursion } from '../temperatures/app.ts'
import { EnteredEta } from '../trips/app/record.ts'

/** One figure of the day with the last week, for a sparkline. */
export const DayFigure = z
  .object({
    value: z.int().min(0).nullable().describe('The number now; null while there is nothing to calculate it from.'),
    week: z
      .array(z.int().min(0).nullable())
      .describe(
        'Seven days, oldest first; null for a day without a number. Today is last, for unplanned orders first.',
      ),
  })
  .meta({ id: 'AppDayFigure' })
export type DayFigure = z.output<typeof DayFigure>

/** Kinds of exceptions of a day. */
export const dayExceptionKinds = [
  'LATE',
  'OVERDUE',
  'UNPLANNED',
  'ON_HOLD',
  'REFUSED',
  'DECLINED',
  'OUTDATED',
  'CHANGED',
  'TEMPERATURE',
  'CARRIER_BLOCKED',
  'DRIVER_AWAY',
  'CARRIER_SILENT',
  'DRIVER_REPORT',
  'DRIVER_REFUSED',
  'TO_CONFIRM',
  'OFFER',
  'REQUEST',
] as const

const DayPlace = z
  .object({
    name: z.string().nullable().describe('Name of the place, null for an address without one.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Two-letter country code.'),
  })
  .meta({ id: 'AppDayPlace' })

/** Stop at which a trip is late, for LATE and OVERDUE. */
const LateStop = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    time_zone: z.string().describe('Time zone of the place, else of the haulier.'),
    asked_to: UtcInstant.describe('End of the requested window.'),
    expected_at: UtcInstant.nullable().describe('Its ETA; null while there is none.'),
    said: EnteredEta.omit({ stop_id: true })
      .nullable()
      .describe('Who entered that ETA; null when it was calculated or reported.'),
    notified_at: UtcInstant.nullable().describe('When the customer was last written to about a delay of the order.'),
  })
  .meta({ id: 'AppLateStop' })

/** Exception that needs action. */
export const DayException = z
  .object({
    kind: openSet(dayExceptionKinds).describe(
      'LATE: a stop will be late. OVERDUE: its window has ended and it was not reached. UNPLANNED: an order due until ' +
        'tomorrow is on no trip. ON_HOLD: an order due until tomorrow is on hold. REFUSED: the carrier does not drive a ' +
        'trip. DECLINED: a message about a trip was declined or did not arrive. OUTDATED: the carrier has an older version. ' +
        'CHANGED: an order was changed or cancelled after it was planned. TEMPERATURE: goods were measured ' +
        'outside of their range for longer than is accepted. CARRIER_BLOCKED: the carrier of a trip that has not begun is ' +
        'blocked or archived. DRIVER_AWAY: the driver of a trip is away while it takes place. CARRIER_SILENT: the carrier of a ' +
        'trip that has not begun did not answer in time. DRIVER_REPORT: a driver wrote a remark or reports damage. DRIVER_REFUSED: what a driver did could ' +
        'not be applied, and a person decides. TO_CONFIRM: a quote, such as an order of the portal, waits to be confirmed. ' +
        'OFFER: a carrier offers another price for a trip. REQUEST: a customer requests a change or the cancellation of an order.',
    ),
    severity: openSet(['SLIGHT', 'SEVERE']).describe('SEVERE: damage is done, certain, or due within two hours.'),
    damage_at: UtcInstant.describe('When the damage is done: end of the window, latest pickup or start of the trip.'),
    minutes: z.int().nullable().describe('Expected or actual delay in minutes; null while there is none.'),
    eta_is_estimated: z
      .boolean()
      .describe('Whether minutes come from an ETA of which no router gave the driving times.'),
    order_id: UuidOut.nullable().describe('Order it is about.'),
    order_number: z.string().nullable().describe('Number of that order.'),
    trip_id: UuidOut.nullable().describe('Trip it is about.'),
    trip_name: z.string().nullable().describe('Number of that trip.'),
    customer_name: z.string().nullable().describe('Customer of the order.'),
    place: DayPlace.nullable().describe('The stop it is about; null for a whole order or trip.'),
    from: DayPlace.nullable().describe('Where the order or the trip begins.'),
    to: DayPlace.nullable().describe('Where it ends.'),
    carrier_name: z.string().nullable().describe('Driver of our own, else the subcontractor.'),
    phone_number: z
      .string()
      .nullable()
      .describe('Phone number of the driver, or of the carrier for CARRIER_SILENT, for roles that may read it.'),
    reason: z.string().nullable().describe('Why it is on hold or was declined.'),
    hold_reason_code: openSet(holdReasonCodes)
      .nullable()
      .describe('Why Cartage itself put it on hold; null for a reason that a person wrote.'),
    vehicle_name: z.string().nullable().describe('Vehicle of the trip, for CHANGED.'),
    happened_at: UtcInstant.nullable().describe('When it was changed last, for CHANGED.'),
    changes: z.array(PlanChange).describe('What was changed after planning; empty for other kinds.'),
    late_stop: LateStop.nullable().describe('Where it is late, for LATE and OVERDUE.'),
    away: z
      .object({ resource_id: UuidOut.describe('Id of the driver.'), name: z.string().describe('Name.') })
      .nullable()
      .describe('Who is away, for DRIVER_AWAY.'),
    silent: z
      .object({
        company_name: z.string().describe('Name of the carrier.'),
        answer_by: UtcInstant.describe('Until when it was to answer.'),
        is_dispatched: z.boolean().describe('Whether it has a dispatch that can be withdrawn.'),
      })
      .nullable()
      .optional()
      .describe('Who did not answer, for CARRIER_SILENT; absent from servers that do not know this kind.'),
    temperature: TemperatureExcursion.omit({ order_id: true, trip_id: true })
      .nullable()
      .describe('The last excursion of the order on this trip, for TEMPERATURE.'),
    driver_report: OpenDriverReport.nullable().describe(
      'What the driver reported, for DRIVER_REPORT and DRIVER_REFUSED.',
    ),
    request: OpenDoorRequest.nullable().describe('What is requested, for OFFER and REQUEST.'),
    change_ids: z.array(UuidOut).describe('Ids under which a person confirms that these changes were seen.'),
  })
  .meta({ id: 'AppDayException' })
export type DayException = z.output<typeof DayException>

/** A vehicle with its trips of today. */
export const DayVehicle = z
  .object({
    resource_id: UuidOut.describe('Id of the vehicle.'),
    name: z.string().describe('Its name.'),
    driver_name: z.string().nullable().describe('Driver on its first trip of today.'),
    trips: z
      .array(
        z.object({
          trip_id: UuidOut.describe('Id of the trip.'),
          name: z.string().describe('Number of the trip.'),
          status: z.string().describe('State of the trip.'),
          starts_at: UtcInstant.describe('First planned arrival.'),
          ends_at: UtcInstant.describe('Last planned departure.'),
          late_minutes: z.int().describe('By how much its worst stop ahead is late; 0 when the trip is not late.'),
          to_city: z.string().nullable().describe('Town of its last stop.'),
        }),
      )
      .describe('In the order they begin.'),
  })
  .meta({ id: 'AppDayVehicle' })
export type DayVehicle = z.output<typeof DayVehicle>

/** Content of the home page for today. */
export const Day = z
  .object({
    now: UtcInstant.describe('When this was read.'),
    from: UtcInstant.describe('Beginning of today in the time zone of the organisation.'),
    to: UtcInstant.describe('End of today.'),
    is_new: z.boolean().describe('The organisation has no orders yet.'),
    underway: DayFigure.describe('Trips in progress; per day the trips with stops.'),
    on_time: DayFigure.describe('Stops of today that were due and on time, in percent.'),
    late: DayFigure.describe('Trips that are late; per day the trips with a late stop.'),
    unplanned: DayFigure.describe('Orders without a trip, due until tomorrow; per pickup day from today on.'),
    proof_missing: DayFigure.describe(
      'Completed orders of the last 30 days without proof of delivery, counted up to 1,000; per delivery day.',
    ),
    exceptions: z.array(DayException).describe('At most 50, those closest to their damage first.'),
    exceptions_total: z.int().min(0).describe('How many there are, counted up to 200.'),
    vehicles: z.array(DayVehicle).describe('The eight busiest vehicles of today.'),
    certificates: z
      .array(
        z.object({
          resource_id: UuidOut.describe('Id of the resource.'),
          name: z.string().describe('Its name.'),
          type: z.string().describe('What expires.'),
          ends_at: UtcInstant.describe('When it expires or has expired.'),
        }),
      )
      .describe('The next five certificates that expire within 30 days.'),
    certificates_total: z.int().min(0).describe('Resources with such certificates.'),
    open_issues: z.int().min(0).describe('What GET /app/standstills lists for this role.'),
    groups: z
      .array(z.object({ id: UuidOut.describe('Id of the group.'), name: z.string().describe('Its name.') }))
      .describe('Resource groups to choose from.'),
  })
  .meta({ id: 'AppDay' })
export type Day = z.output<typeof Day>

/** Content of the home page for today. */
export const getDay = endpoint({
  ...ofApplication,
  id: 'getDay',
  method: 'GET',
  path: '/app/start/day',
  summary: 'Read the day',
  description: 'Today in the time zone of the organisation: figures, exceptions, busiest vehicles and certificates.',
  permission: 'trip.read',
  query: z.object({
    group: Uuid.optional().describe('Only trips and certificates of resources in this group; orders are not filtered.'),
  }),
  response: Day,
})
