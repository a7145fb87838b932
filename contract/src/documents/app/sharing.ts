import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Link validity choices in days, up to the organisation's limit. */
export const documentLinkDays = [1, 7, 30, 90] as const

/** Link with which anyone can download a document. Its URL is shown only when it is created. */
export const SharedLink = z
  .object({
    document_link_id: UuidOut.describe('Id of the link.'),
    document_id: UuidOut.describe('The document it opens.'),
    document_name: z.string().describe('Name of its file.'),
    state: z
      .enum(['LIVE', 'EXPIRED', 'ENDED'])
      .describe('Whether it works. ENDED: by hand, or because the user who created it is deactivated or gone.'),
    is_of_event: z.boolean().describe('Whether Cartage created it for an event about the document.'),
    created_by: z.string().nullable().describe('Name of the user; null: Cartage, or a user who is gone.'),
    created_at: UtcInstant.describe('When it was created.'),
    expires_at: UtcInstant.describe('When it expires.'),
    ended_at: UtcInstant.nullable().describe('When it was ended by hand; null when it was not.'),
    last_opened_at: UtcInstant.nullable().describe('When the file was last downloaded with it; null: never.'),
    opened_count: z.int().describe('How often the file was downloaded with it.'),
  })
  .meta({ id: 'AppSharedLink' })
export type SharedLink = z.output<typeof SharedLink>

/** A newly created link with its URL. */
export const CreatedSharedLink = SharedLink.extend({
  address: z.string().describe('Address of the file; without a host where the service does not know its own.'),
}).meta({ id: 'AppCreatedSharedLink' })

/** Links of a document. */
export const SharedLinks = z
  .object({
    items: z.array(SharedLink).describe('The newest first, at most 200; those that expired 90 days ago are left out.'),
    most_days: z.int().describe('Most days that a new link may work.'),
  })
  .meta({ id: 'AppSharedLinks' })

const DocumentParams = z.object({ document_id: Uuid.describe('Id of the document.') })

/** The links of a document. */
export const listDocumentLinks = endpoint({
  ...ofApplication,
  id: 'listDocumentLinks',
  method: 'GET',
  path: '/app/documents/{document_id}/links',
  permission: 'order.read',
  summary: 'List the links of a document',
  params: DocumentParams,
  response: SharedLinks,
})

/** Creates a link to a document. */
export const createDocumentLink = endpoint({
  ...ofApplication,
  id: 'createDocumentLink',
  method: 'POST',
  creates: 'header',
  path: '/app/documents/{document_id}/links',
  permission: 'document.share',
  summary: 'Create a link to a document',
  description:
    'It works without an account, until it expires, is ended, or the document or the user who created it is gone.',
  params: DocumentParams,
  body: z
    .object({ days: z.literal(documentLinkDays).describe('Days that it works, as far as the organisation allows.') })
    .meta({ id: 'AppNewSharedLink' }),
  response: CreatedSharedLink,
})

/** Revokes a document link at once. */
export const endDocumentLink = endpoint({
  ...ofApplication,
  id: 'endDocumentLink',
  method: 'DELETE',
  path: '/app/documents/{document_id}/links/{document_link_id}',
  permission: 'document.share',
  summary: 'End a link to a document',
  description: 'Its address answers 404 from then on. One that was ended before answers the same.',
  params: DocumentParams.extend({ document_link_id: Uuid.describe('Id of the link.') }),
  response: SharedLink,
})

/** All document links of the organisation. */
export const listSharedLinks = endpoint({
  ...ofApplication,
  id: 'listSharedLinks',
  method: 'GET',
  path: '/app/document-links',
  permission: 'credential.write',
  summary: 'List all links to documents',
  query: z.object({
    state: z.enum(['LIVE', 'ALL']).default('LIVE').describe('LIVE: those that work; ALL: the others as well.'),
    before: Uuid.optional().describe('Id of the last link of the page before; absent: the first page.'),
  }),
  response: z
    .object({
      items: z.array(SharedLink).describe('The newest first, 100 at a time.'),
      has_more: z.boolean().describe('Whether there are older ones.'),
    })
    .meta({ id: 'AppSharedLinkPage' }),
})
