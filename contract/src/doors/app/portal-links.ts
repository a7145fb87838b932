import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { Uuid } from '../../scalars.ts'
import { CreatedDoorLink, DoorLink } from './links.ts'

const person = {
  person_name: z.string().nullable().describe('Person at the customer who is invited.'),
  person_email: z.string().nullable().describe('E-mail address of the person; null without one.'),
}

/** Portal link of one person at a customer (PORTAL-1). */
export const PortalLink = DoorLink.extend(person).meta({ id: 'AppPortalLink' })
export type PortalLink = z.output<typeof PortalLink>

/** A newly created link with its URL. */
export const CreatedPortalLink = CreatedDoorLink.extend(person).meta({ id: 'AppCreatedPortalLink' })
export type CreatedPortalLink = z.output<typeof CreatedPortalLink>

const params = z.object({ company_id: Uuid.describe('Id of the customer.') })

/** Invites a customer's contact to the portal, who can then approve charges: needs its own permission (LINK-8). */
export const createPortalLink = endpoint({
  ...ofApplication,
  permission: 'portal.invite',
  id: 'createPortalLink',
  method: 'POST',
  creates: 'header',
  path: '/app/companies/{company_id}/links',
  summary: 'Invite a person of a customer to the portal',
  description:
    'A company that is archived or not a customer answers 409. The person approves charges for the customer.',
  params,
  body: z
    .object({
      person_name: z.string().trim().min(1).max(200).describe('Person who is invited.'),
      person_email: z.email().max(320).nullish().describe('E-mail address of the person.'),
      days: z.int().min(1).max(366).default(90).describe('Days until it expires.'),
      language: z.enum(doorLanguages).nullish().describe('Language of the page; absent: that of the browser.'),
    })
    .meta({ id: 'AppNewPortalLink' }),
  response: CreatedPortalLink,
})

/** Invited people of a customer. */
export const listPortalLinks = endpoint({
  ...ofApplication,
  permission: 'order.read',
  id: 'listPortalLinks',
  method: 'GET',
  path: '/app/companies/{company_id}/links',
  summary: 'List the portal links of a customer',
  params,
  response: z
    .object({ items: z.array(PortalLink).describe('The newest first; those that expired long ago are left out.') })
    .meta({ id: 'AppPortalLinks' }),
})

/** Revokes a portal link at once. */
export const revokePortalLink = endpoint({
  ...ofApplication,
  permission: 'order.write',
  id: 'revokePortalLink',
  method: 'DELETE',
  path: '/app/companies/{company_id}/links/{door_link_id}',
  summary: 'Revoke a portal link',
  description: 'A link that was revoked before answers the same.',
  params: params.extend({ door_link_id: Uuid.describe('Id of the link.') }),
  response: PortalLink,
})
