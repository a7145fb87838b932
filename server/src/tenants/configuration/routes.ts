import * as contract from '@cartage/contract/tenants/app/configuration'
import type { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { byCaller } from '../../audit/rules.ts'
import { defaultLimits } from '../../http/rate-limit.rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { putTenantSettings } from '../commands.ts'
import type { SettingKind } from '../settings/kinds.rules.ts'
import { readTenantSettings } from '../tenants.views.ts'
import { diffConfiguration, readConfiguration } from './commands.ts'

/**
 * Binds tenant settings and the configuration as a file.
 * @param kinds those of this feature and of features after it
 */
export function serveConfiguration(server: Server, kinds: readonly SettingKind[]): void {
  const { ctx } = server
  serve(server, contract.getTenantSettings, async ({ inTenant }) => shown(await inTenant(readTenantSettings)))
  serve(server, contract.putTenantSettings, async ({ caller, requestId, body }) =>
    shown(await putTenantSettings(ctx, caller.tenantId, byCaller(caller, requestId), body)),
  )
  serve(server, contract.exportConfiguration, async ({ caller }) => ({
    ...(await readConfiguration(ctx, caller.tenantId, kinds)),
  }))
  serve(server, contract.compareConfiguration, async ({ caller, body }) => ({
    items: await diffConfiguration(ctx, caller.tenantId, kinds, body),
  }))
}

function shown({ limits, ...settings }: TenantSettings): contract.TenantConfiguration {
  const { general, token } = limits ?? defaultLimits
  return { settings, limits: { is_default: limits === null, general: [...general], token: [...token] } }
}
