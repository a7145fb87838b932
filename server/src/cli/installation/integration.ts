import type { Command } from 'commander'
import { insertIntegration } from '../../auth/clients/integrations.store.ts'
import { listIntegrations } from '../../auth/clients/integrations.views.ts'
import { type Output, print, table, withContext, withJson } from '../command.ts'

/** `cartage integration …`. */
export function addIntegration(program: Command): void {
  const group = program.command('integration').description('integrators that API clients may belong to')
  withJson(group.command('add <name>'))
    .description('approve an integrator')
    .action(async (name: string, options: Output) => {
      const added = await withContext((ctx) => insertIntegration(ctx, name))
      print(options, added, `${added.name} is integration ${added.integration_id}.`)
    })
  withJson(group.command('list'))
    .description('list approved integrators')
    .action(async (options: Output) => {
      const integrations = await withContext(listIntegrations)
      print(options, { integrations }, table(integrations, ['integration_id', 'name']))
    })
}
