import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, mostAtOnce } from '../../listing.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { languages } from '../../reading/languages.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { InvoiceRecord } from './document.ts'

const shared = { ...ofApplication, permission: 'invoice.write' } as const
const named = z.object({ invoice_id: Uuid.describe('Id of the document.') })

/** What to draft: everything billable of orders, or charges. */
const Chosen = z
  .object({
    order_ids: z.array(Uuid).max(mostAtOnce).optional().describe('Orders, all of whose open charges are billed.'),
    charge_ids: z.array(Uuid).max(2_000).optional().describe('Charges that are billed.'),
    date: SensibleDay.optional().describe('Day of the documents; today when absent.'),
  })
  .refine(({ order_ids, charge_ids }) => (order_ids === undefined) !== (charge_ids === undefined), {
    path: ['order_ids'],
    error: 'name orders or charges, and not both',
  })

/** Result of drafting. */
export const DraftResult = z
  .object({
    invoice_ids: z.array(UuidOut).describe('Ids of the drafts that were written.'),
    rejected: z
      .array(
        z.object({
          id: UuidOut.describe('Id of the order or the charge.'),
          order_id: UuidOut.nullable().describe('Order of the charge; null where `id` is that of the order.'),
          code: z.string().describe('Why it is not on a draft.'),
          message: z.string().describe('Why, and what to do next.'),
        }),
      )
      .describe('What is not on a draft.'),
  })
  .meta({ id: 'AppDraftResult' })

/** Creates drafts of billable work. */
export const createDrafts = endpoint({
  ...shared,
  id: 'createDrafts',
  method: 'POST',
  path: '/app/invoices/drafts',
  creates: 'header',
  summary: 'Draft invoices',
  description:
    'Charges are put on drafts as the company is billed: a draft of the same group that is there takes them too. What ' +
    'cannot be billed is named with the reason, and does not stop the others.',
  body: Chosen,
  response: DraftResult,
})

/** Discount on all lines of a draft, kept when the draft is rebuilt: a percentage or an amount. */
export const DraftDiscount = z
  .object({
    percentage: z
      .string()
      .regex(/^\d{1,2}(\.\d{1,3})?$/, { error: 'must be a percentage below 100 as text, such as 5' })
      .refine((text) => Number(text) > 0, { error: 'must be above zero' })
      .optional()
      .describe('Percent of each line; without `amount`.'),
    amount: z
      .string()
      .regex(/^\d{1,12}(\.\d{1,3})?$/, { error: 'must be an amount as text, such as 50.00' })
      .refine((text) => Number(text) > 0, { error: 'must be above zero' })
      .optional()
      .describe(
        'Amount without VAT that is taken off the whole, in the currency of the document; without `percentage`.',
      ),
    reason: z.string().trim().min(1).max(200).describe('What the document says about it.'),
  })
  .refine(({ percentage, amount }) => (percentage === undefined) !== (amount === undefined), {
    error: 'must have either a percentage or an amount',
  })
  .meta({ id: 'AppDraftDiscount' })
export type DraftDiscount = z.output<typeof DraftDiscount>

/** Changes a draft. */
export const changeDraft = endpoint({
  ...shared,
  id: 'changeDraft',
  method: 'PATCH',
  path: '/app/invoices/{invoice_id}',
  summary: 'Change a draft',
  params: named,
  body: z.object({
    date: SensibleDay.optional().describe('Day of the document; the due date follows unless it was entered.'),
    booking_date: SensibleDay.nullable().optional().describe('Day it counts in the books; null: the date.'),
    due_date: SensibleDay.nullable().optional().describe('Day it is due; null: by the payment term.'),
    language: z.enum(languages).optional().describe('Language of the document.'),
    customer_reference_numbers: z
      .array(z.string().trim().min(1).max(200))
      .max(200)
      .optional()
      .describe("The customer's references."),
    note: z.string().trim().max(2_000).optional().describe('Free text on the document.'),
    discount: DraftDiscount.nullable()
      .optional()
      .describe('Discount on the whole invoice; null removes it. Not for credit notes.'),
  }),
  response: InvoiceRecord,
})

/** Permanently discards drafts. */
export const discardDrafts = endpoint({
  ...shared,
  id: 'discardDrafts',
  method: 'POST',
  path: '/app/invoices/discard',
  summary: 'Discard drafts',
  description: 'Their charges are free again. A draft has no number, so none is missing.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Rebuilds drafts from their current charges. */
export const refreshDrafts = endpoint({
  ...shared,
  id: 'refreshDrafts',
  method: 'POST',
  path: '/app/invoices/refresh',
  summary: 'Refresh drafts',
  description: 'A draft whose charges can no longer be billed is discarded.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Moves lines of a draft to another of the same group, or to a new draft. */
export const moveDraftLines = endpoint({
  ...shared,
  id: 'moveDraftLines',
  method: 'POST',
  path: '/app/invoices/{invoice_id}/move-lines',
  creates: 'header',
  summary: 'Move lines of a draft',
  description:
    'To another draft of the same billing entity, company, currency, payment term and taxation, or to a new one. A draft ' +
    'without lines is discarded, so moving all lines merges two drafts.',
  params: named,
  body: z.object({
    line_ids: z.array(Uuid).min(1).max(2_000).describe('Ids of the lines.'),
    to_invoice_id: Uuid.nullable().describe('Draft that takes them; null: a new one.'),
  }),
  response: InvoiceRecord,
})

/** Marks drafts as reviewed, or undoes that. */
export const reviewDrafts = endpoint({
  ...shared,
  id: 'reviewDrafts',
  method: 'POST',
  path: '/app/invoices/review',
  summary: 'Review drafts',
  body: z.object({
    ids: bulkIds,
    is_reviewed: z.boolean().default(true).describe('Whether they are ready to be finalised.'),
  }),
  response: bulkAnswer,
})

/** Finalises drafts: they get numbers and can no longer change. */
export const finaliseDrafts = endpoint({
  ...ofApplication,
  id: 'finaliseDrafts',
  method: 'POST',
  path: '/app/invoices/finalise',
  permission: 'invoice.finalise',
  summary: 'Finalise drafts',
  description:
    'Each draft gets the next number of its range and can no longer be changed. What cannot be finalised stays a draft and ' +
    'says why.',
  body: z.object({
    ids: bulkIds,
    date: SensibleDay.optional().describe('Day of all documents; each its own when absent.'),
    accepts_old_rate: z
      .boolean()
      .default(false)
      .describe('Whether an exchange rate that is older than 7 days may be used.'),
  }),
  response: bulkAnswer,
})

/** What to credit, and how. */
const CreditOrder = z
  .object({
    fraction: z
      .string()
      .regex(/^(0?\.\d{1,6}|1(\.0+)?)$/, { error: 'must be a decimal above 0 and up to 1, such as 0.5' })
      .optional()
      .describe('Part of each line.'),
    lines: z
      .array(
        z.object({
          invoice_line_id: Uuid.describe('Id of the line.'),
          amount: z
            .string()
            .regex(/^-?\d{1,12}(\.\d{1,4})?$/, { error: 'must be a decimal as text, such as 12.50' })
            .describe('Amount of it, of the sign that the line has.'),
        }),
      )
      .min(1)
      .max(2_000)
      .optional()
      .describe('Amounts of lines.'),
    release: z
      .boolean()
      .default(false)
      .describe('Whether the charges of the lines can be billed again; only with all that is left of them.'),
    date: SensibleDay.optional().describe('Day of the credit note; today when absent.'),
    note: z.string().trim().max(2_000).default('').describe('Free text on the credit note, such as the reason.'),
  })
  .refine(({ fraction, lines }) => fraction === undefined || lines === undefined, {
    path: ['fraction'],
    error: 'name a part or lines, and not both',
  })

/** Drafts a credit note of a finalised invoice. */
export const creditInvoice = endpoint({
  ...shared,
  id: 'creditInvoice',
  method: 'POST',
  path: '/app/invoices/{invoice_id}/credit',
  creates: 'header',
  summary: 'Credit an invoice',
  description:
    'Writes a draft: all that is left of the invoice, a part of each line, or amounts of lines. No more can be credited ' +
    'than is left.',
  params: named,
  body: CreditOrder,
  response: InvoiceRecord,
})

/** Preview of a credit note. */
export const CreditPreview = z
  .object({
    currency: z.string().describe('Currency of the amounts.'),
    total_excl_tax: z.string().describe('Sum without tax, as text.'),
    total_tax: z.string().describe('Tax, as text.'),
    total_incl_tax: z.string().describe('Sum with tax, as text.'),
    lines: z
      .array(
        z.object({
          invoice_line_id: UuidOut.describe('Id of the line of the invoice.'),
          amount: z.string().describe('Amount that is credited, as text.'),
        }),
      )
      .describe('Lines that are credited.'),
    taxes: z
      .array(
        z.object({
          category: z.string().describe('VAT category of EN 16931.'),
          percentage: z.string().nullable().describe('Rate in percent, as text.'),
          base: z.string().describe('What it is computed from, as text.'),
          tax: z.string().describe('Tax, as text.'),
          reason: z.string().nullable().describe('Why it is exempt.'),
        }),
      )
      .describe('VAT by category and rate.'),
  })
  .meta({ id: 'AppCreditPreview' })
export type CreditPreview = z.output<typeof CreditPreview>

/** Calculates a credit note without storing it. */
export const previewCredit = endpoint({
  ...shared,
  id: 'previewCredit',
  method: 'POST',
  path: '/app/invoices/{invoice_id}/credit/preview',
  summary: 'Preview a credit note',
  description: 'Computes what `credit` would write, and writes nothing.',
  params: named,
  body: CreditOrder,
  response: CreditPreview,
})
