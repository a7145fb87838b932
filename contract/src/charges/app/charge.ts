import { z } from 'zod'
import { chargeRoles, chargeSides } from '../../rates/app/charge-type.ts'
import { FreeObject, UtcInstant, UuidOut } from '../../scalars.ts'

/** Billing statuses of a charge. */
export const chargeStatuses = [
  'CREATED',
  'DO_NOT_INVOICE',
  'INVOICED',
  'INVOICE_POSTED',
  'INVOICED_EXTERNAL',
  'WITHDRAWN',
] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

/** Customer approval of a charge. */
export const chargeApprovals = ['TO_REQUEST', 'REQUESTED', 'REJECTED_INTERNAL', 'REJECTED', 'APPROVED'] as const
export type ChargeApproval = (typeof chargeApprovals)[number]

/** Origins of a charge. */
export const chargeOrigins = ['RATED', 'MANUAL', 'REQUESTED', 'IMPORTED'] as const
export type ChargeOrigin = (typeof chargeOrigins)[number]

/** Rated values that a user can override. */
export const overrideMembers = ['quantity', 'unit_price', 'amount', 'description'] as const
export type OverrideMember = (typeof overrideMembers)[number]

/** Reference with a name to show and an id to open. */
const named = z.object({ id: UuidOut.describe('Id.'), name: z.string().describe('Name or number.') })

/** Value overridden by a user. */
export const ChargeOverride = z
  .object({
    member: z.enum(overrideMembers).describe('What was set.'),
    value: z.string().describe('The value that was set.'),
    rated: z.string().nullable().describe('What rating said when it was set.'),
    by: z.string().nullable().describe('Name of the user, operator or system; null when the user is gone.'),
    at: UtcInstant.describe('When it was set.'),
    reason: z.string().describe('Why.'),
  })
  .meta({ id: 'AppChargeOverride' })

/** Decision on an approval. */
export const ChargeDecision = z
  .object({
    comment: z.string().nullable().describe('Comment.'),
    by: z.string().nullable().describe('Name of the user or API client, operator or system; null when it is gone.'),
    at: UtcInstant.describe('When it was decided.'),
    amount: z.string().describe('Amount that was decided on.'),
    changed_to: z.string().nullable().describe('Amount since then, when it changed.'),
  })
  .meta({ id: 'AppChargeDecision' })

/** Charge for screens. Decimals are text. */
export const Charge = z
  .object({
    charge_id: UuidOut.describe('Id of the charge.'),
    side: z.enum(chargeSides).describe('SALES: what the customer pays; COST: what the trip costs.'),
    order: named.nullable().describe('The order it belongs to, by its number.'),
    trip: named.nullable().describe('The trip it belongs to.'),
    consignment_id: UuidOut.nullable().describe('The consignment it is for.'),
    stop_id: UuidOut.nullable().describe('The stop it is for.'),
    company: named.nullable().describe('Who is billed, or who bills us; null: own fleet.'),
    charge_type: z.string().describe('Code of the charge type.'),
    name: z.string().describe('Name of the charge type.'),
    role: z.enum(chargeRoles).describe('What it is to the price.'),
    description: z.string().describe('Text of the charge.'),
    quantity: z.string().describe('Quantity.'),
    unit: z.string().describe('Unit of UNECE Recommendation 20.'),
    unit_price: z.string().describe('Price of a unit.'),
    amount: z.string().describe('Amount without tax.'),
    currency: z.string().describe('Currency.'),
    origin: z.enum(chargeOrigins).describe('Where it comes from.'),
    rated_amount: z.string().nullable().describe('What rating says now, whatever was set; null for other origins.'),
    overrides: z.array(ChargeOverride).describe('Values that a person set.'),
    is_override_outdated: z.boolean().describe('Rating says something else since a value was set.'),
    evidence: FreeObject.nullable().describe('What it is proposed from: times of the stop, appointment, free time.'),
    status: z.enum(chargeStatuses).describe('How far it is billed.'),
    invoice: z
      .object({
        id: UuidOut.describe('Id of the document.'),
        name: z.string().nullable().describe('Number; null on a draft.'),
      })
      .nullable()
      .describe('The draft or invoice that it is on; null for none.'),
    status_reason: z.string().nullable().describe('Why it is not invoiced.'),
    approval: z.enum(chargeApprovals).nullable().describe('Whether the customer agreed; null: no approval is needed.'),
    decision: ChargeDecision.nullable().describe('The last decision on its approval.'),
    tax: z
      .object({
        name: z.string().describe('Name of the tax rate.'),
        category: z.string().describe('VAT category of EN 16931.'),
        percentage: z.string().nullable().describe('Per cent; null outside the scope of VAT.'),
        amount: z.string().describe('Tax of this charge alone, provisional.'),
      })
      .nullable()
      .describe('Tax; null while it is not decided.'),
    tax_hold: z.string().nullable().describe('Why tax is not decided.'),
    supplied_on: z.string().nullable().describe('Day of the service.'),
    version: z.int().min(1).describe('Counts changes; a command names the version it saw.'),
    created_at: UtcInstant.describe('When it was created.'),
    updated_at: UtcInstant.describe('When it changed last.'),
  })
  .meta({ id: 'AppCharge' })
export type Charge = z.output<typeof Charge>
