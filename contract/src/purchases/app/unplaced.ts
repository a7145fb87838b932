import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, windowMembers } from '../../listing.ts'
import { inboxStates } from '../../messages/app/record.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const Text = z.string().nullable()

/** Unplaced supplier document, waiting for a user to place or dismiss it. */
export const UnplacedPurchase = z
  .object({
    inbox_item_id: UuidOut.describe('Id of its inbox item.'),
    status: openSet(inboxStates).describe('Whether it waits.'),
    kind: Text.describe('PURCHASE_INVOICE or PURCHASE_CREDIT_NOTE; null when the document could not be read.'),
    is_self_billed: z.boolean().describe('Whether a customer wrote it in our name.'),
    customer_name: Text.describe('Of a document that a customer wrote in our name: the customer on it; else null.'),
    dispute: Text.describe('What we dispute about a document of a customer; null: nothing.'),
    external_name: Text.describe('Number on the document.'),
    supplier_name: Text.describe('Supplier on the document.'),
    supplier_vat_number: Text.describe('VAT number of the supplier on the document.'),
    supplier_iban: Text.describe('Bank account of the supplier on the document.'),
    date: Text.describe('Day on the document.'),
    currency: Text.describe('Currency on the document.'),
    total_excl_tax: Text.describe('Sum without tax, as text.'),
    total_incl_tax: Text.describe('Sum with tax, as text.'),
    reason: z.string().describe('Why it could not be placed.'),
    last_failure: Text.describe('Result of the last attempt to place it.'),
    is_to_type: z.boolean().describe('Whether it cannot be read, so that a person types it.'),
    occurrences: z.int().describe('How often it was received.'),
    received_at: UtcInstant.describe('When it was last received.'),
  })
  .meta({ id: 'AppUnplacedPurchase' })
export type UnplacedPurchase = z.output<typeof UnplacedPurchase>

const reading = { ...ofApplication, permission: 'invoice.read' } as const
const writing = { ...ofApplication, permission: 'invoice.write' } as const
const named = z.object({ inbox_item_id: Uuid.describe('Id of the inbox item.') })

/** One page of the documents to place. */
export const listUnplacedPurchases = endpoint({
  ...reading,
  id: 'listUnplacedPurchases',
  method: 'GET',
  path: '/app/purchases/unplaced',
  summary: 'Supplier documents to place',
  description: 'Oldest first.',
  query: z.object(windowMembers),
  response: listWindow(UnplacedPurchase),
})

/** One document to place. */
export const getUnplacedPurchase = endpoint({
  ...reading,
  id: 'getUnplacedPurchase',
  method: 'GET',
  path: '/app/purchases/unplaced/{inbox_item_id}',
  summary: 'A supplier document to place',
  params: named,
  response: UnplacedPurchase,
})

/** Received file of a document to place. */
export const openUnplacedFile = endpoint({
  ...reading,
  id: 'openUnplacedFile',
  method: 'GET',
  path: '/app/purchases/unplaced/{inbox_item_id}/file',
  summary: 'Open the received file of a document to place',
  description: 'A PDF or a picture, or the XML or JSON as plain text.',
  params: named,
  responseType: 'bytes',
})

/** Processes a document again. */
export const placePurchase = endpoint({
  ...writing,
  id: 'placePurchase',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/place',
  summary: 'Place a supplier document',
  description:
    'As a document of the supplier that was chosen, or unchanged. It stays open with last_failure when it still cannot ' +
    'be placed. With a supplier: 409 with the reason.',
  params: named,
  body: z.object({
    company_id: Uuid.nullable().default(null).describe('Id of the supplier; null: the one on the document.'),
  }),
  response: UnplacedPurchase,
})

/** Closes a document without placing it. */
export const dismissUnplacedPurchase = endpoint({
  ...writing,
  id: 'dismissUnplacedPurchase',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/dismiss',
  summary: 'Dismiss a supplier document',
  params: named,
  body: z.object({ reason: z.string().trim().min(1).max(500).describe('Why it is not placed.') }),
  response: UnplacedPurchase,
})
