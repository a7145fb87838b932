import { z } from 'zod'
import { UuidOut } from './scalars.ts'

/** A document in a list; the bytes are fetched by id. */
export const Document = z
  .object({
    id: UuidOut.describe('Id of the document.'),
    name: z.string().describe('Name of the file.'),
    type: z.string().describe('Kind of document, for example PROOF_OF_DELIVERY.'),
    download_url: z.string().optional().describe('Path to the bytes, relative to the base URL.').meta({ default: '' }),
    subject_type: z.string().describe('What it belongs to, for example ORDER or CONSIGNMENT.'),
    content_type: z.string().nullish().describe('Media type.'),
  })
  .meta({ id: 'Document' })
export type Document = z.output<typeof Document>
