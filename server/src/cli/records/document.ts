import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { recordVerdict } from '../../documents/commands.ts'
import { listUnscanned } from '../../documents/views.ts'
import { type Output, print, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

const most = 1_000

/** `cartage document …`: entry point for a virus scanner of the operator (DOCUMENT_SCAN). */
export function addDocument(program: Command): void {
  const group = program.command('document').description('files of documents')
  withJson(group.command('to-scan <tenant>'))
    .description(`list content that waits for a virus scanner, oldest first, at most ${most}`)
    .action(async (slug: string, options: Output) => {
      const contents = await withContext(async (ctx) => {
        const tenantId = await tenantIdOf(ctx, slug)
        const rows = await ctx.db.asTenant(tenantId, (tx) => listUnscanned(tx, most))
        return rows.map((row) => ({ ...row, place: `${tenantId}/${row.sha256.slice(0, 2)}/${row.sha256}` }))
      })
      const lines = contents.map(({ place, media_type, size }) => `${place}  ${media_type}  ${size} bytes`)
      print(options, { contents }, lines.join('\n') || 'Nothing waits.')
    })
  withJson(group.command('scanned <tenant> <sha256> <verdict>'))
    .description('record what a virus scanner found: clean or infected; infected content can no longer be downloaded')
    .action(async (slug: string, sha256: string, verdict: string, options: Output) => {
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new InvalidArgumentError('The hash has 64 hexadecimal digits.')
      if (verdict !== 'clean' && verdict !== 'infected') throw new InvalidArgumentError('It must be clean or infected.')
      const status = verdict === 'clean' ? 'CLEAN' : 'INFECTED'
      await withContext(async (ctx) => {
        const tenantId = await tenantIdOf(ctx, slug)
        await recordVerdict(ctx, tenantId, byOperator, { sha256, verdict: status })
      })
      print(options, { sha256, scan_status: status }, `Recorded as ${status}.`)
    })
}
