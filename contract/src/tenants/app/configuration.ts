import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { FreeObject, openSet } from '../../scalars.ts'
import { TenantSettings } from './tenant-settings.ts'

const Windows = z.array(
  z.object({
    seconds: z.int().describe('Length of the window.'),
    requests: z.int().describe('Most requests in it.'),
  }),
)

/** Single settings of the tenant, and its limits. */
export const TenantConfiguration = z
  .object({
    settings: TenantSettings.omit({ limits: true }).describe('The single settings.'),
    limits: z
      .object({
        is_default: z.boolean().describe('Whether they are the usual ones.'),
        general: Windows.describe('Windows of all requests; none: no limit.'),
        token: Windows.describe('Windows of token requests; none: no limit.'),
      })
      .describe('Request limits, which the operator sets.'),
  })
  .meta({ id: 'AppTenantConfiguration' })
export type TenantConfiguration = z.output<typeof TenantConfiguration>

/** Single settings of the tenant. */
export const getTenantSettings = endpoint({
  ...ofApplication,
  id: 'getTenantSettings',
  method: 'GET',
  path: '/app/configuration/tenant',
  summary: 'Single settings and limits',
  permission: 'setting.read',
  response: TenantConfiguration,
})

/** Saves the single settings of the tenant. Limits belong to the operator. */
export const putTenantSettings = endpoint({
  ...ofApplication,
  id: 'putTenantSettings',
  method: 'PUT',
  path: '/app/configuration/tenant',
  summary: 'Set the single settings',
  description: 'All members at once. Limits are set by the operator and are not among them.',
  permission: 'setting.write',
  body: TenantSettings.omit({ limits: true }),
  response: TenantConfiguration,
})

/** The whole configuration as a file. */
export const exportConfiguration = endpoint({
  ...ofApplication,
  id: 'exportConfiguration',
  method: 'GET',
  path: '/app/configuration/file',
  summary: 'The configuration as a file',
  description: 'What `cartage config export` writes: no ids and no secrets, so that another tenant can take it.',
  permission: 'setting.write',
  response: FreeObject.meta({ id: 'AppConfigurationFile' }),
})

/** One difference between the tenant and a file. */
export const ConfigurationDifference = z
  .object({
    kind: z.string().describe('tenant, or the kind of setting.'),
    action: openSet(['added', 'changed', 'restored', 'archived']).describe('What applying the file would do.'),
    name: z.string().nullable().describe('What identifies the entry; null for the tenant itself.'),
    before: FreeObject.nullable().describe('As it is; null for something new.'),
    after: FreeObject.nullable().describe('As the file has it; null for what it leaves out.'),
  })
  .meta({ id: 'AppConfigurationDifference' })
export type ConfigurationDifference = z.output<typeof ConfigurationDifference>

/** Previews the changes of applying a file. */
export const compareConfiguration = endpoint({
  ...ofApplication,
  id: 'compareConfiguration',
  method: 'POST',
  path: '/app/configuration/compare',
  summary: 'What a file would change',
  description: 'Changes nothing. The operator applies files with `cartage config apply`.',
  permission: 'setting.write',
  body: FreeObject.describe('The file.').meta({ id: 'AppConfigurationGiven' }),
  bodyLimit: 4_194_304,
  response: z.object({ items: z.array(ConfigurationDifference).describe('In the order of the kinds.') }),
})
