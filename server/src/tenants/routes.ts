import * as contract from '@cartage/contract/tenants/app/settings'
import { byCaller } from '../audit/rules.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { serveConfiguration } from './configuration/routes.ts'
import * as commands from './settings/commands.ts'
import type { SettingKind } from './settings/kinds.rules.ts'

/**
 * Binds the operations of settings.
 * @param kinds those of this feature and of features after it
 */
export function serveSettings(server: Server, kinds: readonly SettingKind[]): void {
  const { ctx } = server
  const commandOf = ({ caller, requestId, params }: Called): commands.SettingCommand => ({
    tenantId: caller.tenantId,
    by: byCaller(caller, requestId),
    kind: kindNamed(kinds, params.kind),
    kinds,
  })

  serve(server, contract.listSettings, async ({ params, query, inTenant }) => {
    const kind = kindNamed(kinds, params.kind)
    return { items: await inTenant((tx) => commands.listEntries(tx, kind, query.archived === 'true')) }
  })
  serve(server, contract.createSetting, async (call) => commands.addSetting(ctx, commandOf(call), call.body))
  serve(server, contract.changeSetting, async (call) =>
    commands.changeSetting(ctx, commandOf(call), call.params.setting_id, call.body),
  )
  serve(server, contract.archiveSetting, async (call) =>
    commands.archiveSetting(ctx, commandOf(call), call.params.setting_id),
  )
  serve(server, contract.restoreSetting, async (call) =>
    commands.restoreSetting(ctx, commandOf(call), call.params.setting_id),
  )
  serve(server, contract.deleteSetting, async (call) => {
    await commands.deleteSetting(ctx, commandOf(call), call.params.setting_id)
    return undefined
  })
  serveConfiguration(server, kinds)
}

type Called = Pick<Call<typeof contract.createSetting>, 'caller' | 'requestId'> & { params: { kind: string } }

/** @throws Problem not_found for an unknown kind */
function kindNamed(kinds: readonly SettingKind[], name: string): SettingKind {
  const kind = kinds.find((one) => one.kind === name)
  if (!kind) throw new Problem('not_found')
  return kind
}
