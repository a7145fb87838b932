import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { languages } from '../../reading/languages.ts'
import { Uuid } from '../../scalars.ts'
import { billingChannels } from './channel.ts'

/** Criteria for grouping charges on a document, in addition to mandatory ones. */
export const billingGroupings = [
  'ORDER',
  'DAY',
  'WEEK',
  'HALF_MONTH',
  'MONTH',
  'REFERENCE',
  'DEPARTMENT',
  'TRIP',
  'DELIVERY_PLACE',
] as const
export type BillingGrouping = (typeof billingGroupings)[number]

/** Content of a document line. */
export const billingLines = ['CHARGE', 'ORDER', 'ONE'] as const

/** Transport documents that can be attached. */
export const billingAttachments = ['PROOF_OF_DELIVERY', 'CMR'] as const

const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, { error: 'must be a decimal as text, such as 25.00' })
const percentage = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?$/, { error: 'must be a percentage as text, such as 2' })
  .refine((text) => Number(text) > 0, { error: 'must be above zero' })

/** Billing preferences. */
export const BillingPreference = z
  .strictObject({
    group_by: z
      .array(z.enum(billingGroupings))
      .max(billingGroupings.length)
      .default(['ORDER'])
      .overwrite((chosen) => billingGroupings.filter((one) => chosen.includes(one)))
      .describe('What the charges of one document have in common; empty: one document for all.'),
    lines: z.enum(billingLines).default('CHARGE').describe('A line for each charge, for each order, or one in all.'),
    surcharges: z
      .enum(['SHOWN', 'FOLDED'])
      .default('SHOWN')
      .describe('Whether surcharges have lines of their own or are part of the freight.'),
    minimum_amount: amount
      .nullable()
      .default(null)
      .describe('Runs leave out documents below this amount without tax; null: none.'),
    requires_reference: z
      .boolean()
      .default(false)
      .describe('Whether orders are billed only with a reference of the customer.'),
    attachments: z
      .array(z.enum(billingAttachments))
      .max(billingAttachments.length)
      .default([])
      .describe('Documents of transport that go along.'),
    language: z
      .enum(languages)
      .nullable()
      .default(null)
      .describe('Language of its documents; null: that of the company.'),
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(billingChannels).describe('How.'),
          address: z
            .string()
            .trim()
            .max(200)
            .nullable()
            .default(null)
            .describe(
              'E-mail address, or scheme and electronic address such as 0208:0202239951; null: of the company.',
            ),
        }),
      )
      .max(5)
      .default([])
      .describe('How its documents are sent; empty: not at all.'),
    electronic_address: z
      .strictObject({
        scheme: z
          .string()
          .regex(/^\d{4}$/, { error: 'must be a scheme of four digits, such as 0208' })
          .describe('Scheme of the code list EAS, such as 0208.'),
        address: z.string().trim().min(1).max(100).describe('Address in that scheme.'),
      })
      .nullable()
      .default(null)
      .describe('Where it receives electronic invoices; null: nowhere.'),
    buyer_reference: z
      .string()
      .trim()
      .max(100)
      .nullable()
      .default(null)
      .describe('What the customer wants to find on each document; null: nothing.'),
    formats: z
      .array(z.enum(['PDF', 'UBL', 'FACTUR_X']))
      .max(3)
      .default(['PDF', 'UBL'])
      .describe('Files that are sent. FACTUR_X: the PDF with the electronic document inside.'),
    invoice_day: z
      .int()
      .min(1)
      .max(31)
      .nullable()
      .default(null)
      .describe('Runs bill work up to this day of the month, and later work in the next one; null: any day.'),
    cash_discount: z
      .strictObject({
        percentage: percentage.describe('Percent of the amount.'),
        days: z.int().min(1).max(90).describe('Days from the date of the document.'),
      })
      .nullable()
      .default(null)
      .describe('Discount for payment in time; null: none.'),
  })
  .meta({ id: 'AppBillingPreference' })
export type BillingPreference = z.output<typeof BillingPreference>

/** Effective billing preferences and their origin. */
export const ChosenPreference = z
  .object({
    preference: BillingPreference.describe('What holds.'),
    source: z
      .enum(['COMPANY', 'BILLING_ENTITY', 'DEFAULT'])
      .describe('Whether it is its own, of the default billing entity, or what Cartage assumes.'),
    version: z.int().min(0).describe('Version of its own one; 0 when it has none.'),
    updated_at: z.string().nullable().describe('When its own one was set last.').meta({ format: 'date-time' }),
  })
  .meta({ id: 'AppChosenPreference' })
export type ChosenPreference = z.output<typeof ChosenPreference>

const body = z.object({
  preference: BillingPreference.nullable().describe('How it is billed; null removes what was set.'),
})
const company = z.object({ company_id: Uuid.describe('Id of the company.') })
const entity = z.object({ billing_entity_id: Uuid.describe('Id of the billing entity.') })

/** Billing preferences of a company. */
export const getCompanyBilling = endpoint({
  ...ofApplication,
  id: 'getCompanyBilling',
  method: 'GET',
  path: '/app/companies/{company_id}/billing',
  summary: 'How a company is billed',
  permission: 'invoice.read',
  params: company,
  response: ChosenPreference,
})

/** Sets the billing preferences of a company. */
export const setCompanyBilling = endpoint({
  ...ofApplication,
  id: 'setCompanyBilling',
  method: 'PUT',
  path: '/app/companies/{company_id}/billing',
  summary: 'Set how a company is billed',
  permission: 'invoice.write',
  params: company,
  body,
  response: ChosenPreference,
})

/** Default billing preferences of a billing entity's companies. */
export const getEntityBilling = endpoint({
  ...ofApplication,
  id: 'getEntityBilling',
  method: 'GET',
  path: '/app/billing-entities/{billing_entity_id}/billing',
  summary: 'How the companies of a billing entity are billed',
  permission: 'invoice.read',
  params: entity,
  response: ChosenPreference,
})

/** Sets the default billing preferences of a billing entity's companies. */
export const setEntityBilling = endpoint({
  ...ofApplication,
  id: 'setEntityBilling',
  method: 'PUT',
  path: '/app/billing-entities/{billing_entity_id}/billing',
  summary: 'Set how the companies of a billing entity are billed',
  permission: 'invoice.write',
  params: entity,
  body,
  response: ChosenPreference,
})
