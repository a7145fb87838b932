import { z } from 'zod'
import { page } from '../page.ts'
import { UuidOut } from '../scalars.ts'
import { BillingEntity } from '../tenants/billing-entity.ts'

/** General ledger account of a billing entity. */
export const MasterDataAccountOutput = z
  .object({
    id: UuidOut.describe('Id of the account.'),
    archived: z.boolean().describe('Whether it is kept only for records that already use it.'),
    code: z.string().describe('Number of the account in the chart of accounts.'),
    name: z.string().describe('Name of the account.'),
    billing_entity: BillingEntity.describe('Billing entity whose account it is.'),
  })
  .meta({ id: 'MasterDataAccountOutput' })
export type MasterDataAccountOutput = z.output<typeof MasterDataAccountOutput>

/** A page of accounts. */
export const ListAccountOutput = page(MasterDataAccountOutput).meta({ id: 'ListAccountOutput' })
