import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, Uuid, UuidOut } from '../../scalars.ts'
import { InboxChoice, InboxTarget, ReplayResult } from './record.ts'

/** Why a record is suggested for an inbox item. */
export const suggestionReasons = ['REFERENCE', 'PLATE', 'TIME', 'PLACE', 'NAME'] as const

/** A record that an inbox item may be about. */
export const InboxSuggestion = z
  .object({
    entity_type: InboxTarget.describe('Kind of record.'),
    entity_id: UuidOut.describe('Its id.'),
    title: z.string().describe('What people call it: the number of an order, the name of a trip, a plate.'),
    text: z.string().describe('Where, when and for whom, as far as known.'),
    reasons: z
      .array(openSet(suggestionReasons))
      .describe('What of it fits the item; empty when it was only searched for.'),
  })
  .meta({ id: 'AppInboxSuggestion' })
export type InboxSuggestion = z.output<typeof InboxSuggestion>

const params = z.object({ inbox_item_id: Uuid.describe('Id of the item.') })

/** Suggested records for an item, most likely first (INB-4). */
export const listInboxSuggestions = endpoint({
  ...ofApplication,
  id: 'listInboxSuggestions',
  method: 'GET',
  path: '/app/inbox/{inbox_item_id}/suggestions',
  permission: 'message.read',
  summary: 'Suggest records that an item may be about',
  description:
    'By references, plates, time and place in the item, the likeliest first; with a text by that text alone.',
  params,
  query: z.object({
    q: z.string().trim().max(100).optional().describe('Number, reference, plate, name or place to search for.'),
  }),
  response: z.object({
    entity_type: InboxSuggestion.shape.entity_type
      .nullable()
      .describe('Kind of record such an item is about; null when it cannot be applied to one.'),
    items: z.array(InboxSuggestion).describe('At most 12.'),
  }),
})

/** Previews applying an item to a record. */
export const tryInboxItem = endpoint({
  ...ofApplication,
  id: 'tryInboxItem',
  method: 'POST',
  path: '/app/inbox/{inbox_item_id}/try',
  permission: 'message.read',
  summary: 'See what an item would do to a record',
  description: 'Applies the item to this record and takes everything back: what would change, or why it does not fit.',
  params,
  body: InboxChoice,
  response: z
    .object({
      failure: z.string().nullable().describe('Why it does not fit this record; null when it does.'),
      records: ReplayResult.shape.records,
    })
    .meta({ id: 'AppInboxTrial' }),
})
