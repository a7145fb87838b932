import { z } from 'zod'
import { DocumentUploadForm } from '../documents/endpoints.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { UuidOut } from '../scalars.ts'

/** Uploads a download of a driver card or vehicle unit by a user (TACHO-6, TACHO-12). */
export const uploadDriverCard = endpoint({
  ...ofApplication,
  permission: 'resource.write',
  id: 'uploadDriverCard',
  method: 'POST',
  creates: 'record',
  path: '/app/driver-cards/files',
  summary: 'Upload the download of a driver card or of a vehicle unit',
  description:
    'Send multipart/form-data with one part called file: a download of a driver card (.ddd, .c1b, .tgd) or of a vehicle unit ' +
    '(.ddd, .v1b). It is kept first. When no driver can be found for a card, it waits in the inbox with the reason, and so does a ' +
    'file that cannot be read. The same download again changes nothing.',
  bodyType: 'multipart',
  bodyLimit: 10_485_760,
  body: DocumentUploadForm,
  response: z.object({
    reason: z.string().nullable().describe('Why it waits in the inbox; null: it was taken.'),
    driver: z
      .object({ id: UuidOut.describe('Id of the driver.'), name: z.string().describe('Name of the driver.') })
      .nullable()
      .describe('Whose card it is; null while it waits, and for a vehicle unit.'),
    plate: z.string().nullable().describe('Plate of the vehicle that a vehicle unit is in; null for a card.'),
    drivers: z
      .array(z.object({ id: UuidOut.describe('Id of the driver.'), name: z.string().describe('Name of the driver.') }))
      .describe('Drivers whose hours it gave; of a vehicle unit those whose cards were in it.'),
    first_day: z.string().nullable().describe('The first day of which the download says something.'),
    last_day: z.string().nullable().describe('The last one.'),
  }),
})
