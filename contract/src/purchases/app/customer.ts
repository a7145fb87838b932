import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { UnplacedPurchase } from './unplaced.ts'

const TieableCharge = z.object({
  charge_id: UuidOut.describe('Id of the charge.'),
  order_id: UuidOut.describe('Id of its order.'),
  order_name: z.string().describe('Number of its order.'),
  reference: z.string().nullable().describe("The customer's reference of the order."),
  name: z.string().describe('Name of the charge type.'),
  amount: z.string().describe('Our amount without tax, as text.'),
})

/** Document self-billed by a customer, line by line against our charges. */
export const CustomerDocument = z
  .object({
    inbox_item_id: UuidOut.describe('Id of its inbox item.'),
    is_credit: z.boolean().describe('Whether it is a credit note.'),
    external_name: z.string().describe("The customer's number."),
    date: z.string().describe('Day on the document.'),
    currency: z.string().describe('Currency of the amounts.'),
    customer: z
      .object({ id: UuidOut.describe('Id of the company.'), name: z.string().describe('Name of the company.') })
      .nullable()
      .describe('The customer; null while it is unknown.'),
    lines: z
      .array(
        z.object({
          position: z.int().describe('Place, from 1.'),
          name: z.string().describe('What the customer calls it.'),
          amount: z.string().describe('What the customer bills, without tax, as text.'),
          difference: z.string().describe('What that is more than our charges, as text.'),
          charges: z
            .array(
              TieableCharge.extend({
                billed: z.string().describe('Part of the line that is for this charge, as text.'),
                difference: z.string().describe('What that is more than our amount, as text.'),
              }),
            )
            .describe('Charges that it is for.'),
        }),
      )
      .describe('Lines.'),
    total: z.string().describe('What the customer bills, without tax, as text.'),
    expected: z.string().describe('Our charges together, as text.'),
    difference: z.string().describe('What the customer bills more than our charges, as text.'),
    open_charges: z.array(TieableCharge).describe('Other charges that lines can be for; at most 500.'),
    fault: z.string().nullable().describe('Why it cannot be accepted as it is; null: it can.'),
  })
  .meta({ id: 'AppCustomerDocument' })
export type CustomerDocument = z.output<typeof CustomerDocument>

const writing = { ...ofApplication, permission: 'invoice.write' } as const
const params = z.object({ inbox_item_id: Uuid.describe('Id of the inbox item.') })
const company_id = Uuid.nullable().default(null).describe('Id of the customer; null: the one on the document.')
const lines = z
  .array(
    z.object({
      position: z.int().min(1).describe('Place of the line.'),
      charge_ids: z.array(Uuid).max(500).describe('Ids of the charges it is for.'),
    }),
  )
  .max(2_000)

/** Matches a customer's self-billed document with our charges. */
export const matchCustomerDocument = endpoint({
  ...writing,
  id: 'matchCustomerDocument',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/match',
  summary: 'Compare a self-billed document of a customer with our charges',
  description: 'Nothing is stored. Without lines, charges are proposed by order, reference and amount.',
  params,
  body: z.object({
    company_id,
    lines: lines.optional().describe('Which charges each line is for; absent: they are proposed.'),
  }),
  response: CustomerDocument,
})

/** Accepts a customer's self-billed document: its charges count as billed. */
export const acceptCustomerDocument = endpoint({
  ...writing,
  id: 'acceptCustomerDocument',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/accept',
  summary: 'Accept a self-billed document of a customer',
  description:
    'Its charges become INVOICED_EXTERNAL at the amounts that are billed, and the received file is a document of their ' +
    'orders. A credit note reduces charges, or opens them again when they are credited in full.',
  params,
  body: z.object({
    company_id,
    lines: lines.describe('Which charges each line is for.'),
    difference: z.string().max(40).describe('The difference that was shown: another one is a 409.'),
  }),
  response: UnplacedPurchase,
})

/** Records our dispute of a customer's self-billed document. */
export const disputeCustomerDocument = endpoint({
  ...writing,
  id: 'disputeCustomerDocument',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/dispute',
  summary: 'Dispute a self-billed document of a customer',
  description: 'It stays to be placed with the reason, and its charges stay open, until it is accepted or dismissed.',
  params,
  body: z.object({ reason: z.string().trim().min(1).max(500).describe('What is disputed.') }),
  response: UnplacedPurchase,
})
