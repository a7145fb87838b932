import { writeFileSync } from 'node:fs'
import { type LedgerProfile, ledgerProfiles } from '@cartage/contract/accounting/app/ledger'
import { LocalDate } from '@cartage/contract/scalars'
import { type Command, InvalidArgumentError } from 'commander'
import { exportLedger } from '../../accounting/ledger/export.commands.ts'
import { byOperator } from '../../audit/rules.ts'
import { type Output, print, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ExportOptions extends Output {
  profile: LedgerProfile
  entity?: string
  from?: string
  to?: string
}

/** `cartage ledger …`. */
export function addLedger(program: Command): void {
  const group = program.command('ledger').description('the ledger of a tenant')
  withJson(group.command('export <tenant> <file>'))
    .description('write entries of the ledger into a file: those since the last export, or of days')
    .option('--profile <format>', `format: ${ledgerProfiles.join(', ')}`, readProfile, 'NEUTRAL')
    .option('--entity <code>', 'code of the billing entity; the default one when left out')
    .option('--from <date>', 'first booking date', readDay)
    .option('--to <date>', 'last booking date', readDay)
    .action(async (slug: string, path: string, options: ExportOptions) => {
      const { record, file } = await withContext(async (ctx) => {
        const command = { tenantId: await tenantIdOf(ctx, slug), by: byOperator }
        const days = { from: options.from ?? null, to: options.to ?? null }
        return await exportLedger(ctx, command, { entity: { code: options.entity }, profile: options.profile, ...days })
      })
      writeFileSync(path, file.text)
      print(
        options,
        record,
        `${record.entries} entries written to ${path} (${record.profile}, SHA-256 ${record.sha256}).`,
      )
    })
}

function readProfile(text: string): LedgerProfile {
  const profile = ledgerProfiles.find((one) => one === text.toUpperCase().replaceAll('-', '_'))
  if (profile) return profile
  throw new InvalidArgumentError(`It must be one of ${ledgerProfiles.join(', ')}.`)
}

function readDay(text: string): string {
  if (LocalDate.safeParse(text).success) return text
  throw new InvalidArgumentError('It must be a date, such as 2026-11-27.')
}
