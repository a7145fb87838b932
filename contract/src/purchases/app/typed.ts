import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { purchaseKinds } from '../app.ts'

/** VAT categories of a supplier's line, as codes of EN 16931. */
export const typedVatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const

/** Decimal as text; the document check refuses too many digits. */
const Amount = z
  .string()
  .trim()
  .max(40)
  .regex(/^-?\d+(\.\d+)?$/, { error: 'must be a decimal number, such as 1250.00' })

/** Supplier document typed by a user from its image (PURCH-32). */
export const TypedPurchase = z
  .object({
    company_id: Uuid.describe('Id of the supplier.'),
    kind: z.enum(purchaseKinds).describe('Kind of document.'),
    external_name: z.string().trim().min(1).max(255).describe("The supplier's number."),
    date: SensibleDay.describe('Day on the document.'),
    due_date: SensibleDay.nullable().describe('Day it is due; null: it says none, or is a credit note.'),
    currency: z.string().trim().length(3).toUpperCase().describe('Currency of the amounts, ISO 4217.'),
    lines: z
      .array(
        z.object({
          name: z.string().trim().max(1_000).describe('What it is for.'),
          reference: z
            .string()
            .trim()
            .max(255)
            .describe('Number of the trip or order, or reference of the customer; empty: none.'),
          amount: Amount.describe('Amount without tax, as text.'),
          vat_category: z.enum(typedVatCategories).describe('Category of VAT.'),
          vat_rate: Amount.nullable().describe('Percentage of VAT, as text; null where the category has none.'),
        }),
      )
      .min(1)
      .max(200)
      .describe('Lines.'),
    total_tax: Amount.describe('VAT on the document, as text.'),
    total_incl_tax: Amount.describe('Total with VAT on the document, as text.'),
    prepaid: Amount.nullable().describe('What the document says is paid already, as text; null: nothing.'),
    iban: z.string().trim().max(64).nullable().describe('Bank account on the document; null: none.'),
    payment_reference: z.string().trim().max(140).nullable().describe('Reference for the payment; null: none.'),
  })
  .meta({ id: 'AppTypedPurchase' })
export type TypedPurchase = z.output<typeof TypedPurchase>

/** Files a document that no parser understands, as typed by a user (PURCH-32). */
export const typePurchase = endpoint({
  ...ofApplication,
  permission: 'invoice.write',
  id: 'typePurchase',
  method: 'POST',
  path: '/app/purchases/unplaced/{inbox_item_id}/type',
  summary: 'Type a supplier document that cannot be read',
  description:
    'The document is checked and compared as one that was read, the received file is its file, and it waits no longer. ' +
    '409 with the reason when it does not add up, has come before with other content, or can be read.',
  params: z.object({ inbox_item_id: Uuid.describe('Id of the inbox item.') }),
  body: TypedPurchase,
  response: z.object({ invoice_id: UuidOut.describe('Id of the document.') }),
})
