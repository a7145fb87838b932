import { z } from 'zod'
import { TaxRateType } from '../books/tax-rate.ts'
import { optionalText, UuidOut } from '../scalars.ts'

/** Ledger account of a line. */
export const ChargeAccountOutput = z
  .object({ code: optionalText('Number of the account in the chart of accounts.') })
  .meta({ id: 'ChargeAccountOutput' })

/** The tax rate of a line. */
export const InvoiceTaxRate = z
  .object({
    id: UuidOut.nullish().describe('Id of the tax rate.'),
    name: optionalText('Name of the tax rate.'),
    percentage: z.number().nullish().describe('Rate in percent.'),
    code: optionalText('Code of the tax rate in the ledger.'),
    tax_type: TaxRateType.nullish().describe('What it is, in short.').meta({ default: 'VAT' }),
  })
  .meta({ id: 'InvoiceTaxRate' })

/** The rate before rules for the customer and the transport. */
export const BaseTaxRate = z
  .object({ percentage: z.number().nullish().describe('Rate in percent.') })
  .meta({ id: 'BaseTaxRate' })

const dimension = (number: number) => optionalText(`Dimension ${number} of the books.`)

/** A document line, or its share for one set of dimensions. */
export const LineItem = z
  .object({
    id: UuidOut.nullable().describe('Id of the line item.'),
    invoice_line_id: UuidOut.nullable().describe('Id of the line; line items of one line share it.'),
    name: z.string().describe('Name of the charge.'),
    amount: z.string().describe('Amount without tax, as text.'),
    code: z.string().describe('Code of the charge type.'),
    account: ChargeAccountOutput.nullish().describe('Account of the ledger.'),
    description: z.string().nullish().describe('What it is for.').meta({ default: '' }),
    tax_rate: InvoiceTaxRate.nullish().describe('Tax rate.'),
    base_tax_rate: BaseTaxRate.nullish().describe('Rate before rules for the customer and the transport.'),
    order_name: optionalText('Number of the order.'),
    order_id: UuidOut.nullish().describe('Id of the order.'),
    trip_id: UuidOut.nullish().describe('Id of the trip.'),
    is_credit_charge: z
      .boolean()
      .optional()
      .describe('Whether the amount is credited; amounts of credit notes are positive.')
      .meta({ default: false }),
    invoice_name: optionalText('Number of the document; of a credit note, of the invoice that is credited.'),
    currency: z.string().describe('Currency of the amount, ISO 4217.'),
    fraction: z
      .string()
      .optional()
      .describe('Part of the line that the item is, as text; those of a line add up to 1.')
      .meta({ default: '1' }),
    dimension_1: dimension(1),
    dimension_2: dimension(2),
    dimension_3: dimension(3),
    dimension_4: dimension(4),
    dimension_5: dimension(5),
    dimension_6: dimension(6),
  })
  .meta({ id: 'LineItem' })
export type LineItem = z.output<typeof LineItem>
