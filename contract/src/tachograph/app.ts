import { z } from 'zod'
import { DocumentUploadForm } from '../documents/endpoints.ts'
import { endpoint, ofApplication } from '../endpoint.ts'
import { UuidOut } from '../scalars.ts'

/** Takes the download of a driver card from a person (TACHO-6). */
export const uploadDriverCard = endpoint({
  ...ofApplication,
  permission: 'resource.write',
  id: 'uploadDriverCard',
  method: 'POST',
  creates: 'record',
  path: '/app/driver-cards/files',
  summary: 'Upload the download of a driver card',
  description:
    'Send multipart/form-data with one part called file: a download of a driver card (.ddd, .c1b, .tgd). It is kept first. When ' +
    'no driver can be found for it, it waits in the inbox with the reason, and so does a file that cannot be read. The same ' +
    'download again changes nothing.',
  bodyType: 'multipart',
  bodyLimit: 1_048_576,
  body: DocumentUploadForm,
  response: z.object({
    reason: z.string().nullable().describe('Why it waits in the inbox; null: it was taken.'),
    driver: z
      .object({ id: UuidOut.describe('Id of the driver.'), name: z.string().describe('Name of the driver.') })
      .nullable()
      .describe('Whose card it is; null while it waits.'),
    first_day: z.string().nullable().describe('The first day of which the card says something.'),
    last_day: z.string().nullable().describe('The last one.'),
  }),
})

/** All of them. */
export const tachographEndpoints = { uploadDriverCard }
