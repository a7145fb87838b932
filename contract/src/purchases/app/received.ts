import { z } from 'zod'

const Text = z.string().nullable()

/** Supplier details on a document, next to our own data. */
export const ReceivedParts = z
  .object({
    supplier_name: z.string().describe('Name of the supplier on the document.'),
    supplier_vat_number: Text.describe('VAT number of the supplier on the document.'),
    supplier_endpoint: Text.describe('Electronic address of the supplier on the document, with its scheme.'),
    payee: Text.describe('Who is paid in place of the supplier; null: the supplier.'),
    account: Text.describe('Bank account to pay to.'),
    account_name: Text.describe('Holder of the account.'),
    payment_reference: Text.describe('Reference that the supplier wants to read on the payment.'),
    prepaid: Text.describe('Amount that is paid already, as text.'),
    rounding: Text.describe('Amount that the amount due is rounded by, as text.'),
    amount_due: Text.describe('Amount due, as text.'),
    note: Text.describe('Notes on the whole document.'),
    despatch_advice: Text.describe('Number of the despatch advice.'),
    references: z.array(z.string()).describe('Orders, contracts and references of the buyer.'),
    vat: z
      .array(
        z.object({
          category: z.string().describe('Category of UNCL 5305.'),
          rate: Text.describe('Rate in percent, as text.'),
          base: z.string().describe('Amount it is on, as text.'),
          tax: z.string().describe('VAT, as text.'),
          reason: Text.describe('Why there is no VAT.'),
        }),
      )
      .describe('VAT as the supplier has it.'),
    lines: z
      .array(
        z.object({
          position: z.int().describe('Place, from 1.'),
          name: z.string().describe('What the supplier calls it.'),
          quantity: z.string().describe('Quantity, as text.'),
          unit: z.string().describe('Unit, UN/ECE Recommendation 20.'),
          unit_price: z.string().describe('Price, as text.'),
          price_quantity: Text.describe('How many units the price is for; null: one.'),
          amount: z.string().describe('Amount, as text.'),
          adjustments: z
            .array(
              z.object({
                kind: z.enum(['ALLOWANCE', 'CHARGE']).describe('Discount or surcharge.'),
                amount: z.string().describe('Amount, as text.'),
                reason: Text.describe('Reason.'),
              }),
            )
            .describe('Discounts and surcharges that the amount has in it.'),
        }),
      )
      .describe('Lines as the supplier has them.'),
    other: z
      .array(
        z.object({
          path: z.string().describe('Elements of the document that lead to it.'),
          text: z.string().describe('What it says.'),
        }),
      )
      .describe('Everything else on the document; it is not used.'),
    payment_hold: z
      .enum(['ACCOUNT'])
      .nullable()
      .describe('Why it is not to be paid yet: ACCOUNT, the bank account is not one we know; null: nothing.'),
    known: z
      .object({
        name: Text.describe('Name of the company.'),
        vat_number: Text.describe('VAT number of the company.'),
        accounts: z.array(z.string()).describe('Bank accounts of the company.'),
      })
      .describe('What we know of the supplier.'),
  })
  .meta({ id: 'AppReceivedParts' })
export type ReceivedParts = z.output<typeof ReceivedParts>
