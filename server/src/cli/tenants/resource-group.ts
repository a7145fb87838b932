import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { addGroup, changeGroup, groupsOf } from '../../resources/groups/commands.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

const columns = ['id', 'name', 'code', 'is_archived', 'resource_count'] as const

/** `cartage resource-group …`: the groups in which resources are planned. */
export function addResourceGroups(program: Command): void {
  const group = program.command('resource-group').description('groups of resources for planning')
  withJson(group.command('list <tenant>'))
    .description('list resource groups, archived ones last')
    .action(async (slug: string, options: Output) => {
      const groups = await withContext(async (ctx) => groupsOf(ctx, await tenantIdOf(ctx, slug)))
      print(options, { resource_groups: groups }, table(groups, columns))
    })
  withJson(group.command('add <tenant> <name>'))
    .description('create a resource group; name and code need not be unique')
    .option('--code <code>', 'its code')
    .action(async (slug: string, name: string, options: Output & { code?: string }) => {
      const added = await withContext(async (ctx) =>
        addGroup(ctx, await tenantIdOf(ctx, slug), byOperator, { name, code: options.code }),
      )
      print(options, added, `${added.name} is made: ${added.id}`)
    })
  withJson(group.command('archive <tenant> <resource-group-id>'))
    .description('archive a resource group; its resources no longer show it')
    .action(async (slug: string, id: string, options: Output) => {
      const archived = await withContext(async (ctx) =>
        changeGroup(ctx, await tenantIdOf(ctx, slug), byOperator, readUuid(id), { is_archived: true }),
      )
      print(options, archived, `${archived.name} is archived.`)
    })
}
