import { z } from 'zod'
import { doors, endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleOffsetInstant } from '../../inbound/instant.ts'
import { Override } from '../../planning/app/override.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Link that opens one page without an account. Its token is shown only when it is created. */
export const DoorLink = z
  .object({
    door_link_id: UuidOut.describe('Id of the link.'),
    door: z.enum(doors).describe('Page that it opens.'),
    state: z.enum(['LIVE', 'EXPIRED', 'REVOKED']).describe('Whether it works.'),
    recipient: z.string().nullable().describe('Carrier, driver or customer that it is for; null for a tracking link.'),
    label: z.string().nullable().describe('Office or person that has the link; null without one.'),
    answer_by: UtcInstant.nullable().describe('Until when the carrier should answer; null: as the setting says.'),
    language: z.enum(doorLanguages).nullable().describe('Language of the page; null: that of the browser.'),
    created_by: z
      .string()
      .nullable()
      .describe('Name of the person who created it; null: Cartage, or a user who is gone.'),
    created_at: UtcInstant.describe('When it was created.'),
    expires_at: UtcInstant.describe('When it expires.'),
    revoked_at: UtcInstant.nullable().describe('When it was revoked; null when it was not.'),
    last_used_at: UtcInstant.nullable().describe('When it was last used, to a minute; null: never.'),
  })
  .meta({ id: 'AppDoorLink' })
export type DoorLink = z.output<typeof DoorLink>

/** A newly created link with its URL. */
export const CreatedDoorLink = DoorLink.extend({
  path: z.string().describe('Path of the page with the token after the #. It is shown this once.'),
}).meta({ id: 'AppCreatedDoorLink' })
export type CreatedDoorLink = z.output<typeof CreatedDoorLink>

const NewDoorLink = z
  .object({
    days: z.int().min(1).max(366).default(30).describe('Days until it expires.'),
    language: z.enum(doorLanguages).nullish().describe('Language of the page; absent: that of the browser.'),
  })
  .meta({ id: 'AppNewDoorLink' })

const NewCarrierLink = NewDoorLink.extend({
  label: z.string().trim().max(100).nullish().describe('Office or person that gets the link.'),
  shows_price: z.boolean().default(false).describe('Whether the page says what the trip pays.'),
  answer_by: SensibleOffsetInstant.nullish().describe(
    'Until when the carrier should answer; absent: as the setting says.',
  ),
  override: Override.describe(
    'Makes it although the carrier is blocked or its papers have ended; takes carrier.override.',
  ),
}).meta({ id: 'AppNewCarrierLink' })

const DoorLinks = z
  .object({ items: z.array(DoorLink).describe('The newest first; those that expired long ago are left out.') })
  .meta({ id: 'AppDoorLinks' })

const OrderParams = z.object({ order_id: Uuid.describe('Id of the order.') })
const TripParams = z.object({ trip_id: Uuid.describe('Id of the trip.') })
const ResourceParams = z.object({ resource_id: Uuid.describe('Id of the driver.') })
const link = { door_link_id: Uuid.describe('Id of the link.') }

const ofOrders = { ...ofApplication, permission: 'order.write' } as const
const ofTrips = { ...ofApplication, permission: 'dispatch.write' } as const

/** Creates a tracking link for an order. */
export const createTrackingLink = endpoint({
  ...ofOrders,
  id: 'createTrackingLink',
  method: 'POST',
  creates: 'header',
  path: '/app/orders/{order_id}/links',
  summary: 'Create a tracking link for an order',
  params: OrderParams,
  body: NewDoorLink,
  response: CreatedDoorLink,
})

/** The tracking links of an order. */
export const listTrackingLinks = endpoint({
  ...ofApplication,
  permission: 'order.read',
  id: 'listTrackingLinks',
  method: 'GET',
  path: '/app/orders/{order_id}/links',
  summary: 'List the tracking links of an order',
  params: OrderParams,
  response: DoorLinks,
})

/** Revokes a tracking link at once. */
export const revokeTrackingLink = endpoint({
  ...ofOrders,
  id: 'revokeTrackingLink',
  method: 'DELETE',
  path: '/app/orders/{order_id}/links/{door_link_id}',
  summary: 'Revoke a tracking link',
  description: 'A link that was revoked before answers the same.',
  params: OrderParams.extend(link),
  response: DoorLink,
})

/** Creates a link for the carrier of a trip. */
export const createCarrierLink = endpoint({
  ...ofTrips,
  id: 'createCarrierLink',
  method: 'POST',
  creates: 'header',
  path: '/app/trips/{trip_id}/links',
  summary: 'Create a link for the carrier of a trip',
  description: 'A trip without a subcontractor answers 409.',
  params: TripParams,
  body: NewCarrierLink,
  response: CreatedDoorLink,
})

/** The links of a trip. */
export const listCarrierLinks = endpoint({
  ...ofApplication,
  permission: 'dispatch.read',
  id: 'listCarrierLinks',
  method: 'GET',
  path: '/app/trips/{trip_id}/links',
  summary: 'List the carrier links of a trip',
  params: TripParams,
  response: DoorLinks,
})

/** Revokes a carrier link at once. */
export const revokeCarrierLink = endpoint({
  ...ofTrips,
  id: 'revokeCarrierLink',
  method: 'DELETE',
  path: '/app/trips/{trip_id}/links/{door_link_id}',
  summary: 'Revoke a carrier link',
  description: 'A link that was revoked before answers the same.',
  params: TripParams.extend(link),
  response: DoorLink,
})

/** Creates a link for a driver. */
export const createDriverLink = endpoint({
  ...ofTrips,
  id: 'createDriverLink',
  method: 'POST',
  creates: 'header',
  path: '/app/resources/{resource_id}/links',
  summary: 'Create a link for a driver',
  description: 'A resource that is not a driver answers 409.',
  params: ResourceParams,
  body: NewDoorLink,
  response: CreatedDoorLink,
})

/** The links of a driver. */
export const listDriverLinks = endpoint({
  ...ofApplication,
  permission: 'dispatch.read',
  id: 'listDriverLinks',
  method: 'GET',
  path: '/app/resources/{resource_id}/links',
  summary: 'List the links of a driver',
  params: ResourceParams,
  response: DoorLinks,
})

/** Revokes a driver link at once. */
export const revokeDriverLink = endpoint({
  ...ofTrips,
  id: 'revokeDriverLink',
  method: 'DELETE',
  path: '/app/resources/{resource_id}/links/{door_link_id}',
  summary: 'Revoke the link of a driver',
  description: 'A link that was revoked before answers the same.',
  params: ResourceParams.extend(link),
  response: DoorLink,
})
