import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { parseJson } from '../http/json.ts'
import { Problem } from '../http/problem.ts'
import { settingKinds } from '../setting-kinds.ts'
import { applyConfiguration, diffConfiguration, readConfiguration } from '../tenants/config.jobs.ts'
import { type ConfigDifference, mostInFile } from '../tenants/config.rules.ts'
import { differencesText } from '../tenants/differences.rules.ts'
import { CommandFailed, type Output, print, withContext, withJson } from './command.ts'
import { tenantIdOf } from './tenant.ts'

/** Far more than all lists at their longest need. */
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
    .description('show what applying the file would change')
    .action(async (slug: string, file: string, options: Output) => {
      const differences = await withContext((ctx) => differencesFrom(ctx, slug, file))
      print(options, { differences }, differencesText(differences))
    })
  withJson(group.command('apply <tenant> <file>'))
    .description('make the configuration as the file says, all of it or nothing; what it leaves out is archived')
    .option('--dry-run', 'only show what would change')
    .action(async (slug: string, file: string, options: Output & { dryRun?: boolean }) => {
      const work = options.dryRun ? differencesFrom : applyFrom
      const differences = await withContext((ctx) => work(ctx, slug, file))
      const isApplied = options.dryRun !== true && differences.length > 0
      const note = isApplied ? '\nApplied.' : ''
      print(options, { applied: isApplied, differences }, `${differencesText(differences)}${note}`)
    })
}

async function exportText(ctx: Context, slug: string): Promise<string> {
  const config = await readConfiguration(ctx, await tenantIdOf(ctx, slug), settingKinds)
  return `${JSON.stringify(config, null, 2)}\n`
}

async function differencesFrom(ctx: Context, slug: string, file: string): Promise<ConfigDifference[]> {
  return await diffConfiguration(ctx, await tenantIdOf(ctx, slug), settingKinds, readFile(file))
}

async function applyFrom(ctx: Context, slug: string, file: string): Promise<ConfigDifference[]> {
  return await applyConfiguration(ctx, await tenantIdOf(ctx, slug), byOperator, settingKinds, readFile(file))
}

/** @throws CommandFailed when there is no such file, or it is no JSON that can be stored */
function readFile(file: string): unknown {
  if (!existsSync(file) || !statSync(file).isFile()) throw new CommandFailed(`There is no file ${file}.`)
  if (statSync(file).size > largestFile) throw new CommandFailed(`${file} is too large for a configuration.`)
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)), mostInFile)
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailed(`${file} is not text in UTF-8.`)
    if (!(error instanceof Problem)) throw error
    if (error.code === 'body_not_json') throw new CommandFailed(`${file} is not valid JSON. Check quotes and commas.`)
    throw new CommandFailed(`${file}: ${error.errors?.[0]?.path ?? ''} ${error.message}`)
  }
}
