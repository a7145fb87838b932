import { z } from 'zod'
import { largestDocument } from '../../documents/endpoints.ts'
import { endpoint, ofApplication, ofDoor } from '../../endpoint.ts'
import { OffsetInstant } from '../../inbound/instant.ts'
import { PlannedCrossing } from '../../planning/app/crossing.ts'
import { DriverHours } from '../../planning/app/hours.ts'
import { LocalDate, openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Acts that a driver can report at a stop. */
export const driverActKinds = [
  'ARRIVE',
  'DONE',
  'LEAVE',
  'SEAL',
  'PHOTO',
  'SIGNATURE',
  'ANSWERS',
  'REMARK',
  'DEVIATION',
] as const
export type DriverActKind = (typeof driverActKinds)[number]

/** Document types of driver photographs. */
export const driverPhotoTypes = [
  'PROOF_OF_DELIVERY_DRIVER_APP',
  'CMR',
  'PHOTO_OF_GOODS_PICKUP',
  'PHOTO_OF_GOODS_DELIVERY',
  'PHOTO_DAMAGED_GOODS',
  'PHOTO_SEAL_NUMBER',
  'OTHER',
] as const
export type DriverPhotoType = (typeof driverPhotoTypes)[number]

/** Deviations of goods from the order at a stop. */
export const deviationReasons = ['MISSING', 'EXTRA', 'DAMAGED', 'REFUSED', 'OTHER'] as const
export type DeviationReason = (typeof deviationReasons)[number]

/** Maximum length of remarks, answers, names and seal numbers in characters. */
const longestRemark = 4_000
const longestName = 200

const ofAct = {
  act_id: Uuid.describe('Id that the phone gave it. Sent again under it, it has no second effect.'),
  stop_id: Uuid.describe('The stop it happened at.'),
  happened_at: OffsetInstant.describe('When it happened, by the clock of the phone.'),
  clock_offset_ms: z
    .int()
    .nullable()
    .describe('Milliseconds that the clock of the server was ahead of the phone when it happened; null when unknown.'),
}

const ofFile = {
  upload_id: Uuid.describe('Answer of the upload of its file.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in lower case hexadecimal' })
    .describe('Digest of the file, in hexadecimal.'),
}

const kindOf = <Kind extends DriverActKind>(kind: Kind) => z.literal(kind).describe('What happened.')

/** One act reported by a driver at a stop. */
export const DriverAct = z
  .discriminatedUnion('kind', [
    z.object({ kind: kindOf('ARRIVE'), ...ofAct }),
    z.object({ kind: kindOf('DONE'), ...ofAct }),
    z.object({ kind: kindOf('LEAVE'), ...ofAct }),
    z.object({
      kind: kindOf('SEAL'),
      ...ofAct,
      seal_numbers: z
        .array(z.string().trim().min(1).max(longestName))
        .min(1)
        .max(20)
        .describe('The seals that are on it now.'),
    }),
    z.object({
      kind: kindOf('PHOTO'),
      ...ofAct,
      ...ofFile,
      document_type: z.enum(driverPhotoTypes).describe('What the photograph shows.'),
    }),
    z.object({
      kind: kindOf('SIGNATURE'),
      ...ofAct,
      ...ofFile,
      signed_by: z.string().trim().min(1).max(longestName).describe('Name of the person who signed.'),
    }),
    z.object({
      kind: kindOf('ANSWERS'),
      ...ofAct,
      answers: z.record(z.string().max(255), z.string().max(longestRemark)).describe('Answers by question path key.'),
    }),
    z.object({
      kind: kindOf('REMARK'),
      ...ofAct,
      text: z.string().trim().min(1).max(longestRemark).describe('What the driver writes.'),
    }),
    z.object({
      kind: kindOf('DEVIATION'),
      ...ofAct,
      reason: z.enum(deviationReasons).describe('How the goods differ from the order.'),
      quantity: z.number().nonnegative().max(1_000_000).nullable().describe('How many pieces; null when not counted.'),
      text: z.string().trim().max(longestRemark).describe('What the driver writes; empty without.'),
    }),
  ])
  .meta({ id: 'AppDriverAct' })
export type DriverAct = z.output<typeof DriverAct>

/** Outcomes of an act. `RETRY`: the server could not process it now, the phone keeps it. */
export const driverActOutcomes = ['APPLIED', 'KEPT', 'REFUSED', 'RETRY'] as const
const ActOutcome = openSet(driverActOutcomes)

/** Reasons for refusing an act. OTHER: see its text. */
export const rejectionCodes = ['NOT_PLANNED', 'NO_TRIP', 'OTHER_DRIVER', 'OTHER'] as const
export type RejectionCode = (typeof rejectionCodes)[number]

const ActResult = z.object({
  act_id: UuidOut.describe('Id that the phone gave it.'),
  outcome: ActOutcome.describe('APPLIED; KEPT as history because it came too late; REFUSED; or RETRY later.'),
  reason: z.string().nullable().describe('Why it was refused; null otherwise.'),
  sha256: z.string().nullable().describe('Digest of the file that the server has; null without a file.'),
})
export type DriverActResult = z.output<typeof ActResult>

const DriverPlace = z.object({
  name: z.string().nullable().describe('Name of the location.'),
  address: z.string().nullable().describe('Street and number.'),
  postal_code: z.string().nullable().describe('Postal code.'),
  city: z.string().nullable().describe('City.'),
  country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2.'),
  description: z.string().nullable().describe('How to get in, opening hours and the like.'),
  latitude: z.number().nullable().describe('Latitude; null when unknown.'),
  longitude: z.number().nullable().describe('Longitude; null when unknown.'),
  time_zone: z.string().describe('Time zone that the times of the stop are shown in.'),
})

/** A stop with all details the driver needs. */
export const DriverStop = z.object({
  stop_id: UuidOut.describe('Id of the stop.'),
  visit_id: UuidOut.describe(
    'Neighbours on the trip that share it are one visit: the same activity at the same place.',
  ),
  kind: openSet(['PICKUP', 'DELIVERY', 'OTHER']).describe('Whether goods are loaded, unloaded, or neither.'),
  activity_label: z.string().describe('Name of the activity.'),
  status: openSet(['TO_PLAN', 'PLANNED', 'DISPATCHED', 'ROUTE_TO_STOP', 'AT_STOP', 'COMPLETED', 'CANCELLED']).describe(
    'How far it has come.',
  ),
  planned_start_at: UtcInstant.nullable().describe('Planned arrival.'),
  planned_end_at: UtcInstant.nullable().describe('Planned departure.'),
  actual_start_at: UtcInstant.nullable().describe('Arrival.'),
  actual_end_at: UtcInstant.nullable().describe('Departure.'),
  requested_date: LocalDate.nullable().describe('Day that was requested; null without one.'),
  requested_from: z.string().nullable().describe('Earliest time that was requested, HH:mm.'),
  requested_to: z.string().nullable().describe('Latest time that was requested, HH:mm.'),
  customer_reference: z.string().nullable().describe('Reference of the customer of the order.'),
  dangerous_goods: z.array(z.string()).describe('What transport papers say of its dangerous goods, one line each.'),
  reference_number: z.string().nullable().describe('Reference to name at the gate.'),
  note: z.string().describe('Instructions for the driver; empty without.'),
  place: DriverPlace.describe('Where it is.'),
  order_number: z.string().nullable().describe('Number of the order; null for a stop of the trip itself.'),
  phone_number: z.string().nullable().describe('Phone number of the contact at the stop.'),
  container_number: z.string().nullable().describe('Container of the order.'),
  pin_code: z.string().nullable().describe('Code to collect the container with; null where nothing is collected.'),
  seal_number: z.string().nullable().describe('Seal of the container, as far as known.'),
  goods: z.array(z.string()).describe('What is loaded or unloaded, one line each.'),
  crossing: PlannedCrossing.nullish().describe('Ferry or train that is boarded there, to the next stop.'),
})
export type DriverStop = z.output<typeof DriverStop>

const DriverTrip = z.object({
  trip_id: UuidOut.describe('Id of the trip.'),
  name: z.string().describe('Number for people.'),
  note: z.string().describe('Note of the planner; empty without.'),
  vehicles: z.array(z.string()).describe('Plates or names of what is driven.'),
  stops: z.array(DriverStop).describe('In sequence.'),
})
export type DriverTrip = z.output<typeof DriverTrip>

const DriverQuestion = z.object({
  code: z.string().describe('Question path key.'),
  name: z.string().describe('The question.'),
})

const KnownAct = ActResult.extend({
  refusal: openSet(rejectionCodes)
    .nullable()
    .describe(
      'Why it was refused, as a code: the stop is not planned any more, on no trip, or on that of another driver.',
    ),
  stop_id: UuidOut.describe('The stop it was reported at.'),
  kind: openSet(driverActKinds).describe('What happened.'),
  happened_at: UtcInstant.describe('When it happened.'),
})

/** A driver's stops for today and the next days. */
export const DriverDay = z
  .object({
    server_time: UtcInstant.describe('Clock of the server.'),
    driver_id: UuidOut.describe(
      'Id of the driver: a phone that stays in a truck keeps the links of drivers apart by it.',
    ),
    driver_name: z.string().describe('Name of the driver.'),
    company_name: z.string().describe('Name of the haulier.'),
    office_phone: z.string().nullable().describe('Phone number of the office; null without one.'),
    logo_id: UuidOut.nullable().describe('Its logo, read with getDriverLogo; null without one.'),
    trips: z.array(DriverTrip).describe('Own trips that are planned or under way, in the order they begin.'),
    questions: z.array(DriverQuestion).describe('What can be answered at a stop.'),
    own_position: z
      .object({
        is_allowed: z.boolean().describe('Whether the haulier takes positions of phones.'),
        is_on: z.boolean().describe('Whether the driver agreed to share it.'),
        kept_days: z.int().describe('Days that positions are kept.'),
      })
      .describe('Whether the phone may say where it is.'),
    acts: z.array(KnownAct).describe('What the server has of the driver from the last 14 days, newest first.'),
  })
  .meta({ id: 'AppDriverDay' })
export type DriverDay = z.output<typeof DriverDay>

const ofDriver = { ...ofDoor, door: 'DRIVER' } as const

/** Content of the driver page. */
export const getDriverDay = endpoint({
  ...ofDriver,
  id: 'getDriverDay',
  method: 'GET',
  path: '/door/driver/day',
  summary: 'Stops of a driver',
  description: 'Trips of the driver of the link that end later than yesterday and begin within 7 days.',
  response: DriverDay,
})

/** Working hours of the link's driver, without issues that only a planner can fix. */
export const DriverOwnHours = DriverHours.omit({ fault: true }).meta({ id: 'AppDriverOwnHours' })
export type DriverOwnHours = z.output<typeof DriverOwnHours>

/** Driving and rest times of the link's driver. */
export const getOwnHours = endpoint({
  ...ofDriver,
  id: 'getOwnHours',
  method: 'GET',
  path: '/door/driver/hours',
  summary: 'Hours of a driver',
  description: 'Driving and rest time of the driver of the link now, with the trips of the next 7 days.',
  response: DriverOwnHours,
})

/** Maximum number of acts per request. */
export const mostDriverActs = 50

/** Processes a driver's acts, with a separate result for each. */
export const reportDriverActs = endpoint({
  ...ofDriver,
  id: 'reportDriverActs',
  method: 'POST',
  path: '/door/driver/acts',
  summary: 'Report what a driver did',
  description:
    'Each act is applied on its own, as a report by webhook is. One that is refused waits in the inbox. An act that is sent ' +
    'again under its id gets its first result and has no second effect.',
  // Each act has its own key, stored with its message.
  creates: 'record',
  body: z.object({
    sent_at: OffsetInstant.describe('When the phone sends this, by its clock.'),
    acts: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(mostDriverActs)
      .describe('What happened, in its order; each as AppDriverAct. One that is wrong does not keep the others.'),
  }),
  response: z.object({
    server_time: UtcInstant.describe('Clock of the server.'),
    results: z.array(ActResult).describe('One for each act, in the order given.'),
  }),
})

/** Uploads the file of a photograph or signature. */
export const uploadDriverFile = endpoint({
  ...ofDriver,
  id: 'uploadDriverFile',
  method: 'POST',
  path: '/door/driver/files',
  summary: 'Upload a photograph or signature',
  description: 'The same file again is stored once. What no act names within an hour is removed.',
  query: z.object({ stop_id: Uuid.describe('Id of the stop it is about, on a trip of the driver.') }),
  // Deduplicated by digest.
  creates: 'record',
  bodyType: 'multipart',
  bodyLimit: largestDocument,
  body: z.object({ file: z.any().describe('The file.').meta({ type: 'string', contentMediaType: 'image/jpeg' }) }),
  status: 201,
  response: z.object({
    upload_id: UuidOut.describe('Named by the act that it belongs to.'),
    sha256: z.string().describe('Digest of what was stored, in hexadecimal.'),
  }),
})

const clockOffset = z
  .int()
  .nullable()
  .describe('Milliseconds that the clock of the server was ahead of the phone then.')
const sentAt = OffsetInstant.describe('When the phone sends this, by its clock.')

/** Sets whether the driver shares the phone's position. */
export const setDriverPosition = endpoint({
  ...ofDriver,
  id: 'setDriverPosition',
  method: 'PUT',
  path: '/door/driver/position',
  summary: 'Agree to share the position of the phone, or take that back',
  description: 'Without it no position is taken. Taking it back works from the next request on.',
  body: z.object({
    is_on: z.boolean().describe('Whether it is shared.'),
    decided_at: OffsetInstant.describe('When the driver decided, by the clock of the phone.'),
    clock_offset_ms: clockOffset,
    sent_at: sentAt,
  }),
  response: z.object({ server_time: UtcInstant.describe('Clock of the server.') }),
})

/** Maximum number of positions per request. */
export const mostDriverPositions = 200

/** Stores positions of a driver's phone. */
export const reportDriverPositions = endpoint({
  ...ofDriver,
  id: 'reportDriverPositions',
  method: 'POST',
  path: '/door/driver/positions',
  summary: 'Where the phone of a driver was',
  description:
    'Taken as of any other device, for the driver and not for the vehicle. Those from before the driver agreed, or outside of ' +
    'the trips of the driver, are left out. Without consent, or where the haulier does not take them, all are refused with 409.',
  body: z.object({
    sent_at: sentAt,
    positions: z
      .array(
        z.object({
          recorded_at: OffsetInstant.describe('When it was measured, by the clock of the phone.'),
          clock_offset_ms: clockOffset,
          latitude: z.number().min(-90).max(90).describe('Degrees north, WGS 84.'),
          longitude: z.number().min(-180).max(180).describe('Degrees east, WGS 84.'),
          accuracy_m: z.number().min(0).max(100_000).describe('How far off it may be, in metres.'),
        }),
      )
      .min(1)
      .max(mostDriverPositions)
      .describe('In any order. One that comes again has no effect.'),
  }),
  response: z.object({
    server_time: UtcInstant.describe('Clock of the server.'),
    taken: z.int().describe('How many belong to a trip and were taken.'),
  }),
})

const TripDriverAct = KnownAct.omit({ sha256: true, refusal: true }).extend({
  driver_name: z.string().nullable().describe('The driver who reported it.'),
  device_at: UtcInstant.describe('When it happened by the clock of the phone.'),
  sent_at: UtcInstant.describe('When the phone sent it, by its clock.'),
  received_at: UtcInstant.describe('When it arrived at the server.'),
  clock_offset_ms: z.int().describe('Milliseconds that the clock of the server was ahead of the phone.'),
  detail: z.record(z.string(), z.unknown()).describe('Seal numbers, remark, answers, or the name of who signed.'),
  document_id: UuidOut.nullable().describe('The photograph or signature.'),
})
export type TripDriverAct = z.output<typeof TripDriverAct>

/** Acts reported by drivers on a trip. */
export const listTripDriverActs = endpoint({
  ...ofApplication,
  id: 'listTripDriverActs',
  method: 'GET',
  path: '/app/trips/{trip_id}/driver-acts',
  permission: 'trip.read',
  summary: 'What drivers reported on a trip',
  description: 'In the order it happened, at most 500.',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  response: z.object({ items: z.array(TripDriverAct).describe('In the order it happened.') }),
})
