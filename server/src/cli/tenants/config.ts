import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { parseJson } from '../../http/body/json.ts'
import { Problem } from '../../http/problem.ts'
import { settingKinds } from '../../setting-kinds.ts'
import { applyConfiguration, diffConfiguration, readConfiguration } from '../../tenants/configuration/commands.ts'
import { differencesText } from '../../tenants/configuration/differences.rules.ts'
import { type ConfigDifference, mostInFile } from '../../tenants/configuration/rules.ts'
import { CommandFailed, type Output, print, readBytes, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface Applied extends Output {
  keep?: boolean
}

/** Far above the size of all lists at their maximum. */
const largestFile = 64 * 1024 * 1024

/** `cartage config …`: the whole configuration of a tenant as one file. */
export function addConfig(program: Command): void {
  const group = program.command('config').description('the whole configuration of a tenant as one JSON file')
  withJson(group.command('export <tenant> [file]'))
    .description('write the configuration to a file, or to standard output; codes only, no ids')
    .action(async (slug: string, file: string | undefined, options: Output) => {
      const text = await withContext((ctx) => exportText(ctx, slug))
      if (file === undefined) {
        process.stdout.write(text)
        return
      }
      writeFileSync(file, text)
      print(options, { file }, `Written to ${file}.`)
    })
  withJson(group.command('diff <tenant> <file>'))
    .description('show what applying the file would change; - reads standard input')
    .option('--keep', 'as for apply')
    .action(async (slug: string, file: string, options: Applied) => {
      const differences = await withContext((ctx) => differencesFrom(ctx, slug, file, options))
      print(options, { differences }, differencesText(differences))
    })
  withJson(group.command('apply <tenant> <file>'))
    .description('apply the configuration in the file, all of it or nothing; - reads standard input')
    .option('--keep', 'keep entries that are not in the file instead of archiving them')
    .option('--dry-run', 'only show what would change')
    .action(async (slug: string, file: string, options: Applied & { dryRun?: boolean }) => {
      const work = options.dryRun ? differencesFrom : applyFrom
      const differences = await withContext((ctx) => work(ctx, slug, file, options))
      const isApplied = options.dryRun !== true && differences.length > 0
      const note = isApplied ? '\nApplied.' : ''
      print(options, { applied: isApplied, differences }, `${differencesText(differences)}${note}`)
    })
}

async function exportText(ctx: Context, slug: string): Promise<string> {
  const config = await readConfiguration(ctx, await tenantIdOf(ctx, slug), settingKinds)
  return `${JSON.stringify(config, null, 2)}\n`
}

async function differencesFrom(
  ctx: Context,
  slug: string,
  file: string,
  { keep = false }: Applied,
): Promise<ConfigDifference[]> {
  return await diffConfiguration(ctx, await tenantIdOf(ctx, slug), settingKinds, readFile(file), keep)
}

async function applyFrom(
  ctx: Context,
  slug: string,
  file: string,
  { keep = false }: Applied,
): Promise<ConfigDifference[]> {
  return await applyConfiguration(ctx, await tenantIdOf(ctx, slug), byOperator, settingKinds, readFile(file), keep)
}

/** @throws CommandFailed when the file does not exist, or is not storable JSON */
function readFile(file: string): unknown {
  const name = file === '-' ? 'Standard input' : file
  const bytes = readBytes(file, largestFile)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), mostInFile)
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailed(`${name} is not text in UTF-8.`)
    if (!(error instanceof Problem)) throw error
    if (error.code === 'body_not_json') throw new CommandFailed(`${name} is not valid JSON. Check quotes and commas.`)
    throw new CommandFailed(`${name}: ${error.errors?.[0]?.path ?? ''} ${error.message}`)
  }
}
