import { z } from 'zod'
import { BuyerSellerCompanyOutput, CompanyOutput } from '../companies/company-output.ts'

// Messages have their own components, separate from responses: the same members under another name.

/** A company in a message to a partner. */
export const CompanyMessage = z.object(CompanyOutput.shape).meta({ id: 'CompanyOutput-Input' })

/** A buyer or seller in a message to a partner. */
export const BuyerSellerCompanyMessage = z
  .object(BuyerSellerCompanyOutput.shape)
  .meta({ id: 'BuyerSellerCompanyOutput-Input' })
