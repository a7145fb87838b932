import { z } from 'zod'
import { page } from '../page.ts'
import { optionalText, UuidOut } from '../scalars.ts'

/** A group of resources that are planned together. Neither name nor code is unique (RES-7). */
export const ResourceGroupOutput = z
  .object({
    id: UuidOut.describe('Id of the resource group.'),
    name: optionalText('Name.'),
    code: optionalText('Code.'),
  })
  .meta({ id: 'ResourceGroupOutput' })
export type ResourceGroupOutput = z.output<typeof ResourceGroupOutput>

/** A page of resource groups. */
export const ListResourceGroupOutput = page(ResourceGroupOutput).meta({ id: 'ListResourceGroupOutput' })
