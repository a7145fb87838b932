import type { Setting } from '@cartage/contract/tenants/app/settings'
import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { parseJson } from '../../http/body/json.ts'
import { settingKinds } from '../../setting-kinds.ts'
import * as commands from '../../tenants/settings/commands.ts'
import { readEntered, shortTextsOf } from '../../tenants/settings/entered.rules.ts'
import type { SettingKind } from '../../tenants/settings/kinds.rules.ts'
import { isUuid } from '../arguments.ts'
import { CommandFailed, type Output, print, table, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface Entered extends Output {
  values?: Record<string, unknown>
}

/** `cartage setting …`: the reference data of a tenant, kind by kind. */
export function addSettingGroup(program: Command): void {
  const group = program
    .command('setting')
    .description(`settings of a tenant: ${settingKinds.map(({ kind }) => kind).join(', ')}`)
  withJson(group.command('list <tenant> <kind>'))
    .description('list the entries of a kind')
    .option('--archived', 'include archived ones')
    .action(async (slug: string, name: string, options: Output & { archived?: boolean }) => {
      const kind = kindNamed(name)
      const items = await withContext((ctx) => list(ctx, slug, kind, options.archived === true))
      print(options, { items }, entriesText(kind, items))
    })
  addWriting(group)
  for (const verb of ['archive', 'restore', 'delete'] as const) {
    withJson(group.command(`${verb} <tenant> <kind> <entry>`))
      .description(descriptions[verb])
      .action(async (slug: string, name: string, entry: string, options: Output) => {
        const kind = kindNamed(name)
        const result = await withContext((ctx) => retire(ctx, slug, kind, entry, verb))
        print(options, result, `${entry}: ${words[verb]}.`)
      })
  }
}

const descriptions = {
  archive: 'archive an entry; records that use it keep it',
  restore: 'restore an archived entry',
  delete: 'permanently delete an entry that was never used',
} as const
const words = { archive: 'archived', restore: 'restored', delete: 'deleted' } as const

const listHelp = `
One entry of a list alone:
  sizes.EUR.name=Euro              changes a member of the entry with the code EUR
  sizes+={"code":"IND","name":"Industrial"}
  subject_types+=ORDER             adds an entry
  sizes-=EUR  subject_types-=TRIP  removes an entry`

function addWriting(group: Command): void {
  withJson(group.command('add <tenant> <kind> [members...]'))
    .description('add an entry: member=value for each, such as code=LIFT "name=Tail lift"')
    .option('--values <json>', 'members as one JSON object', readObject)
    .action(async (slug: string, name: string, members: string[], options: Entered) => {
      const kind = kindNamed(name)
      const values = { ...options.values, ...entered(kind, members) }
      const added = await withContext(async (ctx) => commands.addSetting(ctx, await commandOf(ctx, slug, kind), values))
      print(options, added, entriesText(kind, [added]))
    })
  withJson(group.command('change <tenant> <kind> <entry> [members...]'))
    .description('change members of an entry, given by its code or id; other members stay')
    .addHelpText('after', listHelp)
    .option('--values <json>', 'members as one JSON object', readObject)
    .action(async (slug: string, name: string, entry: string, members: string[], options: Entered) => {
      const kind = kindNamed(name)
      const changed = await withContext(async (ctx) => {
        const id = await idOf(ctx, slug, kind, entry)
        const before = (await list(ctx, slug, kind, true)).find(({ setting_id }) => setting_id === id)
        const values = { ...options.values, ...entered(kind, members, { ...before?.values, ...options.values }) }
        return await commands.changeSetting(ctx, await commandOf(ctx, slug, kind), id, values)
      })
      print(options, changed, entriesText(kind, [changed]))
    })
}

async function list(ctx: Context, slug: string, kind: SettingKind, withArchived: boolean): Promise<Setting[]> {
  const tenantId = await tenantIdOf(ctx, slug)
  return await ctx.db.asTenant(tenantId, (tx) => commands.listEntries(tx, kind, withArchived))
}

async function retire(ctx: Context, slug: string, kind: SettingKind, entry: string, verb: keyof typeof words) {
  const id = await idOf(ctx, slug, kind, entry, verb)
  const command = await commandOf(ctx, slug, kind)
  if (verb === 'archive') return await commands.archiveSetting(ctx, command, id)
  if (verb === 'restore') return await commands.restoreSetting(ctx, command, id)
  await commands.deleteSetting(ctx, command, id)
  return { setting_id: id, deleted: true }
}

async function commandOf(ctx: Context, slug: string, kind: SettingKind): Promise<commands.SettingCommand> {
  return { tenantId: await tenantIdOf(ctx, slug), by: byOperator, kind, kinds: settingKinds }
}

/** The id of a code: of an active entry, or of an archived one to be restored or deleted. */
async function idOf(ctx: Context, slug: string, kind: SettingKind, entry: string, verb?: string): Promise<string> {
  if (isUuid(entry)) return entry
  const all = (await list(ctx, slug, kind, true)).filter(({ values }) => values.code === entry)
  const live = all.filter((one) => !one.is_archived)
  const archived = all.filter((one) => one.is_archived)
  const found = verb === 'restore' ? archived : verb === 'delete' && live.length === 0 ? archived : live
  if (found.length === 1) return found[0]!.setting_id
  if (found.length === 0) throw new CommandFailed(`No entry of ${kind.kind} has the code "${entry}".`)
  const ids = found.map(({ setting_id, values }) => `${setting_id} (${values.name})`)
  throw new CommandFailed(`Several entries have the code "${entry}". Give the id of one: ${ids.join(', ')}.`)
}

/**
 * Finds a kind by its plural or singular name: extras, extra.
 * @throws InvalidArgumentError listing the kinds
 */
function kindNamed(name: string): SettingKind {
  const plain = name.replaceAll('-', '_').toLowerCase()
  const kind = settingKinds.find((one) => one.kind === plain || one.noun === plain)
  if (kind) return kind
  const known = settingKinds.map((one) => one.kind).join(', ')
  throw new InvalidArgumentError(`"${name}" is not a kind of setting. Available: ${known}.`)
}

function entered(
  kind: SettingKind,
  members: readonly string[],
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  const read = readEntered(kind, members, before)
  if (typeof read === 'string') throw new InvalidArgumentError(read)
  return read
}

function readObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new InvalidArgumentError('Write a JSON object, such as {"code":"LIFT","name":"Tail lift"}.')
}

function entriesText(kind: SettingKind, entries: readonly Setting[]): string {
  const rows = entries.map((entry) => ({
    ...shortTextsOf(kind, entry.values),
    archived: entry.is_archived ? 'yes' : '',
  }))
  const columns = [...Object.keys(shortTextsOf(kind, entries[0]?.values ?? {})), 'archived']
  const shown = entries.some((entry) => entry.is_archived) ? columns : columns.slice(0, -1)
  return table(rows as Record<string, string>[], shown)
}
