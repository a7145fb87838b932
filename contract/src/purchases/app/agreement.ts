import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { listWindow, someTexts, windowMembers } from '../../listing.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** States of an agreement today. */
export const agreementStates = ['UPCOMING', 'IN_FORCE', 'ENDED'] as const

/** Self-billing agreement with a supplier. */
export const SelfBillingAgreement = z
  .object({
    self_billing_agreement_id: UuidOut.describe('Id of the agreement.'),
    company_id: UuidOut.describe('Id of the supplier.'),
    company_name: z.string().describe('Name of the supplier.'),
    billing_entity_id: UuidOut.describe('Id of the billing entity that is invoiced.'),
    billing_entity_name: z.string().describe('Name of the billing entity that is invoiced.'),
    reference: z.string().describe('Reference of the agreement, such as that of the contract; empty: none.'),
    valid_from: LocalDate.describe('First day of supply that it covers.'),
    valid_to: LocalDate.nullable().describe('Last day of supply that it covers; null: no end.'),
    days_to_object: z.int().describe('Days that the supplier has to object to a document.'),
    state: z.enum(agreementStates).describe('Whether it holds today.'),
    version: z.int().describe('Version, to send with a change.'),
    created_at: UtcInstant.describe('When it was created.'),
  })
  .meta({ id: 'AppSelfBillingAgreement' })
export type SelfBillingAgreement = z.output<typeof SelfBillingAgreement>

/** Editable members of an agreement, except the supplier. */
const members = {
  billing_entity_id: Uuid.describe('Id of the billing entity that is invoiced.'),
  reference: z.string().trim().max(200).default('').describe('Reference of the agreement.'),
  valid_from: SensibleDay.describe('First day of supply that it covers.'),
  valid_to: SensibleDay.nullable().default(null).describe('Last day of supply that it covers; null: no end.'),
  days_to_object: z.int().min(0).max(90).default(0).describe('Days that the supplier has to object to a document.'),
}

/** Self-billing agreements by supplier. */
export const listSelfBillingAgreements = endpoint({
  ...ofApplication,
  id: 'listSelfBillingAgreements',
  method: 'GET',
  path: '/app/self-billing/agreements',
  permission: 'invoice.read',
  summary: 'Self-billing agreements',
  query: z.object({
    ...windowMembers,
    company: someTexts.pipe(z.array(Uuid)).describe('Ids of suppliers.'),
  }),
  response: listWindow(SelfBillingAgreement),
})

/** Adds an agreement with a supplier. */
export const createSelfBillingAgreement = endpoint({
  ...ofApplication,
  id: 'createSelfBillingAgreement',
  method: 'POST',
  path: '/app/self-billing/agreements',
  creates: 'header',
  permission: 'invoice.write',
  summary: 'Create a self-billing agreement',
  description: 'A supplier has one agreement at a time: periods that overlap are rejected.',
  body: z.object({ company_id: Uuid.describe('Id of the supplier.'), ...members }),
  response: SelfBillingAgreement,
})

/** Changes an agreement; a last day ends it. */
export const changeSelfBillingAgreement = endpoint({
  ...ofApplication,
  id: 'changeSelfBillingAgreement',
  method: 'PUT',
  path: '/app/self-billing/agreements/{self_billing_agreement_id}',
  permission: 'invoice.write',
  summary: 'Edit or end a self-billing agreement',
  description: 'An agreement ends with its last day. Documents that were written under it stay as they are.',
  params: z.object({ self_billing_agreement_id: Uuid.describe('Id of the agreement.') }),
  body: z.object({ ...members, version: z.int().min(1).describe('Version that was read.') }),
  response: SelfBillingAgreement,
})
