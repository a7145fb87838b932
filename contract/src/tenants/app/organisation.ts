import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'

/** Maximum size of a logo file in bytes. */
export const largestLogo = 524_288

const Logo = z
  .object({
    logo_id: UuidOut.describe('Id of the logo; another file has another one.'),
    media_type: z.string().describe('image/png or image/jpeg.'),
    width: z.int().describe('Width in pixels.'),
    height: z.int().describe('Height in pixels.'),
    size_bytes: z.int().describe('Size of the file in bytes.'),
  })
  .meta({ id: 'AppOrganisationLogo' })

const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #0f766e' })
  .nullable()
  .describe('Colour of titles and lines on papers and documents; null: none.')

/** Organisation on papers, documents and screens. */
export const Organisation = z
  .object({
    name: z.string().describe('What people see in the application.'),
    colour: Colour,
    logo: Logo.nullable().describe('The logo; null without one.'),
  })
  .meta({ id: 'AppOrganisation' })
export type Organisation = z.output<typeof Organisation>

const shared = { ...ofApplication, permission: 'setting.write' } as const

/** The name, colour and logo of the organisation. */
export const getOrganisation = endpoint({
  ...shared,
  permission: 'setting.read',
  id: 'getOrganisation',
  method: 'GET',
  path: '/app/organisation',
  summary: 'Name, colour and logo',
  response: Organisation,
})

/** Sets the name and the colour. */
export const changeOrganisation = endpoint({
  ...shared,
  id: 'changeOrganisation',
  method: 'PUT',
  path: '/app/organisation',
  summary: 'Change name and colour',
  body: z.strictObject({ name: z.string().trim().min(1).max(100).describe('What people see.'), colour: Colour }),
  response: Organisation,
})

/** Uploads a logo, replacing the current one. */
export const putOrganisationLogo = endpoint({
  ...shared,
  id: 'putOrganisationLogo',
  method: 'PUT',
  path: '/app/organisation/logo',
  summary: 'Upload a logo',
  description:
    'A PNG or JPEG file of at most 512 KB, from 32 to 2,000 pixels wide and high. Documents that are finalised keep the logo ' +
    'they have.',
  bodyLimit: 1_048_576,
  body: z.strictObject({ content: z.base64().max(700_000).describe('The file in Base64.') }),
  response: Organisation,
})

/** Removes the logo from future papers and documents. */
export const removeOrganisationLogo = endpoint({
  ...shared,
  id: 'removeOrganisationLogo',
  method: 'DELETE',
  path: '/app/organisation/logo',
  summary: 'Remove the logo',
  response: Organisation,
})

/** The file of a logo. */
export const getOrganisationLogo = endpoint({
  ...shared,
  permission: 'session.use',
  id: 'getOrganisationLogo',
  method: 'GET',
  path: '/app/organisation/logo/{logo_id}',
  summary: 'The file of a logo',
  params: z.object({ logo_id: Uuid.describe('Id of the logo.') }),
  responseType: 'bytes',
})
