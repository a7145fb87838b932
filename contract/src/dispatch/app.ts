import { z } from 'zod'
import {
  AppIntermodalBooking,
  AppLocationBooking,
  IntermodalBookingParams,
  LocationBookingParams,
} from '../bookings/app.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { dispatchOperations } from '../outbound/dispatch-message.ts'
import { Override } from '../planning/app/override.ts'
import { FreeObject, UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** Destination kinds. */
export const destinationKinds = ['SUBCO', 'FLEET', 'INTERMODAL', 'LOCATION_BOOKING'] as const
export type DestinationKind = (typeof destinationKinds)[number]

const name = z.string().trim().min(1).max(255)

/** Partner that trips or bookings are dispatched to. */
export const DispatchDestination = z
  .object({
    dispatch_destination_id: UuidOut.describe('Id of the destination.'),
    kind: z.enum(destinationKinds).describe('What it accepts.'),
    name: z.string().describe('Name.'),
    subcontractor_id: UuidOut.nullable().describe('Company it is for; null: for all.'),
    subcontractor_name: z.string().nullable().describe('Name of that company.'),
    location_id: UuidOut.nullable().describe('Place it is for; null: for all.'),
    location_name: z.string().nullable().describe('Name of that place.'),
    account_code: z.string().nullable().describe('Account or integration it is for; null: for all.'),
    subscription_id: UuidOut.nullable().describe('Channel; null once that was removed.'),
    channel: z.string().nullable().describe('HTTPS, SFTP or FOLDER.'),
    url: z.string().nullable().describe('Address of the channel, its keys as ***.'),
    is_automatic: z.boolean().describe('Whether trips assigned to it are dispatched automatically.'),
    tracking_link: z
      .string()
      .nullable()
      .describe('Page to follow a consignment; {consignment_id} is replaced by its id.'),
    is_archived: z.boolean().describe('Whether it is archived.'),
  })
  .meta({ id: 'AppDispatchDestination' })
export type DispatchDestination = z.output<typeof DispatchDestination>

const destinationMembers = {
  is_automatic: z.boolean().optional().describe('Whether trips assigned to it are dispatched automatically.'),
  tracking_link: z
    .string()
    .max(2_000)
    .regex(/^https:\/\/.*\{consignment_id\}/, { error: 'must be an https address with {consignment_id} in it' })
    .nullish()
    .describe('Page to follow a consignment; {consignment_id} is replaced by its id.'),
}

const secret = z.string().min(1).max(16_384)

/** A new channel: how messages are delivered. */
export const NewChannel = z
  .object({
    channel: z.enum(['HTTPS', 'SFTP', 'FOLDER']).optional().describe('HTTPS when absent.'),
    url: z.string().max(2_000).optional().describe('https://… or sftp://host:port; absent for a folder.'),
    folder: z.string().max(1_000).optional().describe('Folder for the files, for SFTP and FOLDER.'),
    host_keys: z
      .array(z.string().max(4_000))
      .max(20)
      .optional()
      .describe('Host keys of the SFTP server: fingerprints or keys; `learn` accepts the one it presents now.'),
    credentials: z
      .discriminatedUnion('kind', [
        z.object({
          kind: z.literal('basic').describe('A name and a password, for HTTPS.'),
          username: secret.describe('Name.'),
          password: secret.describe('Password.'),
        }),
        z.object({
          kind: z.literal('password').describe('A name and a password, for SFTP.'),
          username: secret.describe('Name.'),
          password: secret.describe('Password.'),
        }),
        z.object({
          kind: z.literal('header').describe('A header of the request, for HTTPS.'),
          name: secret.describe('Name of the header.'),
          value: secret.describe('Its value.'),
        }),
        z.object({
          kind: z.literal('key').describe('A name and a private key, for SFTP.'),
          username: secret.describe('Name.'),
          private_key: secret.describe('Key in the format of OpenSSH or PEM.'),
          passphrase: secret.optional().describe('What the key is locked with.'),
        }),
      ])
      .optional()
      .describe('How the receiver wants to be authenticated to.'),
  })
  .meta({ id: 'AppNewChannel' })

/** A new destination and its channel. */
export const NewDispatchDestination = z
  .object({
    kind: z.enum(destinationKinds).describe('What it accepts.'),
    name: name.describe('Name.'),
    subcontractor_id: Uuid.nullish().describe('Of SUBCO: the company; absent: every one without its own.'),
    location_id: Uuid.nullish().describe('Of LOCATION_BOOKING: the place; absent: every one without its own.'),
    account_code: name
      .nullish()
      .describe('Of INTERMODAL: our account; of FLEET: the integration that knows the resources.'),
    subscription_id: Uuid.optional().describe('A receiver of dispatches that is there already.'),
    channel: NewChannel.optional().describe('Or a new one.'),
    ...destinationMembers,
  })
  .meta({ id: 'AppNewDispatchDestination' })
export type NewDispatchDestination = z.output<typeof NewDispatchDestination>

/** Changes of a destination; absent members stay. */
export const DispatchDestinationChange = z
  .object({
    name: name.optional().describe('New name.'),
    subscription_id: Uuid.optional().describe('Another channel.'),
    is_archived: z.boolean().optional().describe('True archives it, false restores it.'),
    ...destinationMembers,
  })
  .meta({ id: 'AppDispatchDestinationChange' })
export type DispatchDestinationChange = z.output<typeof DispatchDestinationChange>

/** One changed member of a message. */
export const DispatchDifference = z
  .object({
    path: z.string().describe('Path of the member, for example stops.0.note.'),
    before: z.json().optional().describe('What it was; absent when it is new.'),
    after: z.json().optional().describe('What it is; absent when it is gone.'),
  })
  .meta({ id: 'AppDispatchDifference' })
export type DispatchDifference = z.output<typeof DispatchDifference>

/** One message to a partner. */
export const DispatchRevision = z
  .object({
    revision: z.int().describe('Number of the message, from 1.'),
    operation: z.enum(dispatchOperations).describe('What it did.'),
    status: z
      .enum(['PENDING', 'SENT', 'FAILED', 'EXPIRED'])
      .describe('Whether the partner accepted it; EXPIRED: too old to be kept.'),
    reason: z.string().nullable().describe('Why it failed, in the words of the partner where it sent any.'),
    attempts: z.int().describe('Attempts so far.'),
    sent_at: UtcInstant.nullable().describe('When the sending ended.'),
    event_id: UuidOut.describe('Id of the message: its webhook-id.'),
    made_at: UtcInstant.describe('When it was created.'),
    made_by: FreeObject.describe('Who created it: kind and id.'),
    difference: z.array(DispatchDifference).describe('What changed since the message before.'),
  })
  .meta({ id: 'AppDispatchRevision' })
export type DispatchRevision = z.output<typeof DispatchRevision>

/** Message not sent to the partner yet. */
export const PendingDispatch = z
  .object({
    operation: z.enum(dispatchOperations).describe('What it will do.'),
    difference: z
      .array(DispatchDifference)
      .describe('What an UPDATE will change; empty when it cannot be written in the format of the partner yet.'),
  })
  .meta({ id: 'AppPendingDispatch' })
export type PendingDispatch = z.output<typeof PendingDispatch>

/** Dispatch of a trip or booking to one partner. */
export const Dispatch = z
  .object({
    dispatch_id: UuidOut.describe('Id.'),
    subject_type: z.enum(['TRIP', 'LOCATION_BOOKING', 'INTERMODAL_BOOKING']).describe('What was dispatched.'),
    subject_id: UuidOut.describe('Its id.'),
    trip_id: UuidOut.describe('The trip, or the one the booking belongs to.'),
    dispatch_destination_id: UuidOut.describe('The destination.'),
    destination_name: z.string().describe('Name of the destination.'),
    is_open: z.boolean().describe('The partner has it: changes follow.'),
    trouble: z.string().nullable().describe('Why the current state could not be sent; null when it was sent.'),
    differs_since: UtcInstant.nullable().describe(
      'Since when the partner has an older version; null: it has this one.',
    ),
    pending: PendingDispatch.nullable().describe(
      'The message that brings it up to date with the trip or booking; null when it is up to date.',
    ),
    revisions: z.array(DispatchRevision).describe('Messages, the newest first.'),
  })
  .meta({ id: 'AppDispatch' })
export type Dispatch = z.output<typeof Dispatch>

const Dispatches = z.object({ items: z.array(Dispatch).describe('One for each partner, the newest first.') })

const read = { ...ofApplication, permission: 'dispatch.read' } as const
const write = { ...ofApplication, permission: 'dispatch.write' } as const
const DestinationParams = z.object({ dispatch_destination_id: Uuid.describe('Id of the destination.') })
const TripParams = z.object({ trip_id: Uuid.describe('Id of the trip.') })
const RevisionParams = z.object({
  dispatch_id: Uuid.describe('Id.'),
  revision: z.coerce.number().int().positive().max(2_147_483_647).describe('Number of the message.'),
})

/** Every destination, archived ones last. */
export const listDispatchDestinations = endpoint({
  ...read,
  id: 'listDispatchDestinations',
  method: 'GET',
  path: '/app/dispatch/destinations',
  summary: 'List partners that trips and bookings are dispatched to',
  response: z.object({ items: z.array(DispatchDestination).describe('The destinations, archived ones last.') }),
})

/** Creates a destination; the secret of a new channel is shown only now. */
export const addDispatchDestination = endpoint({
  ...write,
  id: 'addDispatchDestination',
  method: 'POST',
  creates: 'header',
  path: '/app/dispatch/destinations',
  summary: 'Add a partner that trips or bookings are dispatched to',
  description: 'The signing secret of a new channel is shown this once.',
  body: NewDispatchDestination,
  response: z
    .object({
      destination: DispatchDestination.describe('The destination.'),
      secret: z.string().nullable().describe('Signing secret of the new channel; null when there was one already.'),
    })
    .meta({ id: 'AppDispatchDestinationAdded' }),
})

/** Changes, archives or restores a destination. */
export const changeDispatchDestination = endpoint({
  ...write,
  id: 'changeDispatchDestination',
  method: 'PATCH',
  path: '/app/dispatch/destinations/{dispatch_destination_id}',
  summary: 'Change or archive a destination',
  params: DestinationParams,
  body: DispatchDestinationChange,
  response: DispatchDestination,
})

/** Dispatches a trip, or sends changes to the partner that has it (DISP-1). */
export const dispatchTrip = endpoint({
  ...write,
  id: 'dispatchTrip',
  method: 'POST',
  path: '/app/dispatch/trips/{trip_id}',
  summary: 'Dispatch a trip',
  description:
    'Without a destination, the partner is that of the carrier or the resources of the trip. A trip that is with ' +
    'another partner is withdrawn from it first. Without a change since the last message nothing is sent.',
  params: TripParams,
  body: z
    .object({
      dispatch_destination_id: Uuid.nullish().describe('The destination, when it cannot be derived.'),
      override: Override.describe(
        'Sends it although the carrier is blocked or its papers have ended; takes carrier.override.',
      ),
    })
    .meta({ id: 'AppDispatchWish' }),
  response: Dispatch,
})

/** Withdraws a trip from its partner. */
export const recallTrip = endpoint({
  ...write,
  id: 'recallTrip',
  method: 'POST',
  path: '/app/dispatch/trips/{trip_id}/recall',
  summary: 'Take a trip back',
  description: 'A trip that is not with a carrier answers 409.',
  params: TripParams,
  response: Dispatch,
})

/** All messages about a trip and its bookings. */
export const listTripDispatches = endpoint({
  ...read,
  id: 'listTripDispatches',
  method: 'GET',
  path: '/app/dispatch/trips/{trip_id}',
  summary: 'Show where a trip and its bookings were dispatched',
  params: TripParams,
  response: Dispatches.meta({ id: 'AppDispatches' }),
})

/** One message with its payload. */
export const getDispatchRevision = endpoint({
  ...read,
  id: 'getDispatchRevision',
  method: 'GET',
  path: '/app/dispatch/{dispatch_id}/revisions/{revision}',
  summary: 'Show one message to a partner',
  params: RevisionParams,
  response: DispatchRevision.extend({ payload: FreeObject.describe('Its contents.') }).meta({
    id: 'AppDispatchMessage',
  }),
})

/** Resends a message unchanged, under the same id. */
export const resendDispatch = endpoint({
  ...write,
  id: 'resendDispatch',
  method: 'POST',
  path: '/app/dispatch/{dispatch_id}/revisions/{revision}/resend',
  summary: 'Send a message again',
  description: 'One that is still queued is not queued twice. After the partner accepted a later one it answers 409.',
  params: RevisionParams,
  response: DispatchRevision,
})

/** Requests a time slot from the location, or sends its changes (LB-1). */
export const requestLocationBooking = endpoint({
  ...write,
  id: 'requestLocationBooking',
  method: 'POST',
  path: '/app/dispatch/location-bookings/{location_booking_id}/request',
  summary: 'Request a time slot',
  params: LocationBookingParams,
  response: AppLocationBooking,
})

/** Cancels a time slot; a location with the request is notified. */
export const cancelLocationBooking = endpoint({
  ...write,
  id: 'cancelLocationBooking',
  method: 'POST',
  path: '/app/dispatch/location-bookings/{location_booking_id}/cancel',
  summary: 'Cancel a time slot',
  description: 'A cancelled one answers the same.',
  params: LocationBookingParams,
  response: AppLocationBooking,
})

/** Requests a main leg from the carrier, or sends its changes (IM-1). */
export const requestIntermodalBooking = endpoint({
  ...write,
  id: 'requestIntermodalBooking',
  method: 'POST',
  path: '/app/dispatch/intermodal-bookings/{intermodal_booking_id}/request',
  summary: 'Request a main leg',
  description: 'One that the carrier has finalised answers 409.',
  params: IntermodalBookingParams,
  response: AppIntermodalBooking,
})

/** Cancels a main leg; a carrier with the request is notified. */
export const cancelIntermodalBooking = endpoint({
  ...write,
  id: 'cancelIntermodalBooking',
  method: 'POST',
  path: '/app/dispatch/intermodal-bookings/{intermodal_booking_id}/cancel',
  summary: 'Cancel a main leg',
  description: 'A cancelled one answers the same.',
  params: IntermodalBookingParams,
  response: AppIntermodalBooking,
})
