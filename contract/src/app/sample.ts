import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'

/** Whether an empty tenant may be filled with sample data. */
export const SampleState = z
  .object({
    is_offered: z.boolean().describe('The tenant has no orders, so sample data can be loaded.'),
    is_loading: z.boolean().describe('Sample data is being loaded.'),
  })
  .meta({ id: 'AppSampleState' })
export type SampleState = z.output<typeof SampleState>

// Only Super admins may create credentials, so only they may load sample data.
const shared = {
  ...ofApplication,
  permission: 'credential.write',
} as const

/** Whether sample data can be loaded. */
export const getSampleState = endpoint({
  ...shared,
  id: 'getSampleState',
  method: 'GET',
  path: '/app/sample-data',
  summary: 'Whether sample data can be loaded',
  response: SampleState,
})

/** Fills a tenant without orders with the sample world, in the background. */
export const loadSampleData = endpoint({
  ...shared,
  id: 'loadSampleData',
  method: 'POST',
  creates: 'header',
  path: '/app/sample-data/load',
  summary: 'Load sample data',
  description:
    'A haulier with fleet, companies, orders and trips, created in the background. In a tenant with orders: 409.',
  response: SampleState,
})
