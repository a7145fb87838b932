import { z } from 'zod'
import { taxCategories } from '../../books/app.ts'
import { RateCode } from './decimal.ts'

/** Role of a charge type in the price: a base for others, or an addition. */
export const chargeRoles = ['BASE', 'SURCHARGE', 'ACCESSORIAL', 'DISBURSEMENT'] as const
export const chargeSides = ['SALES', 'COST'] as const
export type ChargeSide = (typeof chargeSides)[number]

const name = (language: string) =>
  z.string().trim().max(200).default('').describe(`What people see, in ${language}; empty: the name in English.`)
const account = (of: string) =>
  z.string().trim().max(50).default('').describe(`Code of the ${of} account; empty: the default of the billing entity.`)

/** Charge type: freight, fuel, waiting. */
export const ChargeTypeSetting = z.strictObject({
  code: RateCode.describe('What rate cards name it by.'),
  name: z.string().trim().min(1).max(200).describe('What people see, in English.'),
  name_nl: name('Dutch'),
  name_fr: name('French'),
  name_de: name('German'),
  sides: z
    .array(z.enum(chargeSides))
    .min(1)
    .max(2)
    .default(['SALES', 'COST'])
    .overwrite((sides) => chargeSides.filter((one) => sides.includes(one)))
    .describe('Whether it is used for sales, costs or both.'),
  role: z.enum(chargeRoles).default('BASE').describe('What it is to the price.'),
  unit: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,3}$/, { error: 'must be a unit of UNECE Recommendation 20, such as C62' })
    .default('C62')
    .describe('Unit of UNECE Recommendation 20, such as KMT; C62: one.'),
  revenue_account: account('revenue'),
  cost_account: account('cost'),
  account_overrides: z
    .array(
      z.strictObject({
        side: z.enum(chargeSides).describe('Sales or costs.'),
        tax_category: z.enum(taxCategories).nullable().default(null).describe('VAT category; null: every one.'),
        department: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .nullable()
          .default(null)
          .describe('Code of a department; null: every one.'),
        account: z.string().trim().min(1).max(50).describe('Code of the account.'),
      }),
    )
    .max(50)
    .default([])
    .describe('Other accounts for a VAT category or a department; the first that fits is used.'),
  first_approval: z
    .enum(['TO_REQUEST', 'APPROVED'])
    .nullable()
    .default(null)
    .describe('Approval that a new charge starts with; null: none is needed.'),
  tax_treatment: z
    .enum(['TRANSPORT', 'EXEMPT', 'OUTSIDE_SCOPE', 'STANDARD'])
    .default('TRANSPORT')
    .describe('TRANSPORT: taxed as the transport is. The others are fixed.'),
  rank: z.int().min(0).max(1_000_000).default(0).describe('Place in lists: lower first, equal ones by code.'),
})

/** Companies that share rate cards. */
export const CompanyGroupSetting = z.strictObject({
  code: z.string().trim().min(1).max(100).describe('What rate cards name it by.'),
  name: z.string().trim().min(1).max(200).describe('What people see.'),
  companies: z
    .array(z.string().trim().min(1).max(100))
    .max(2_000)
    .default([])
    .overwrite((codes) => [...new Set(codes)].sort())
    .describe('Codes of its companies: the accounting code, else the code. A company is in one group.'),
  rank: z.int().min(0).max(1_000_000).default(0).describe('Place in lists: lower first, equal ones by code.'),
})
