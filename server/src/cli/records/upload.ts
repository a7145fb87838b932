import type { UploadRow } from '@cartage/contract/orders/app/uploads'
import { uploadStates } from '@cartage/contract/orders/upload-states'
import { type Command, Option } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { findUpload, uploads } from '../../orders/uploads/list.views.ts'
import { retryCause, retryUpload } from '../../orders/uploads/retry.commands.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ListOptions extends Output {
  status?: string
  search?: string
  limit: string
}

interface RetryOptions extends Output {
  cause?: string
}

/** `cartage upload …`: accepted uploads, and running failed ones again. */
export function addUpload(program: Command): void {
  const group = program.command('upload').description('order uploads, and running failed ones again')
  withJson(group.command('list <tenant>'))
    .description('list uploads, newest first; failed ones unless another status or search is given')
    .addOption(new Option('--status <status>', 'only uploads with this status').choices([...uploadStates, 'ALL']))
    .option('--search <text>', 'beginning of an order_identifier, number or reference of an order, or id of an upload')
    .option('--limit <count>', 'how many, at most 1,000', '100')
    .action(list)
  withJson(group.command('retry <tenant> [upload-id]'))
    .description('run a failed upload again, or all that failed for the same reason')
    .option('--cause <cause>', 'all with this cause, as `upload list` shows it')
    .action(retry)
}

async function list(slug: string, { status, search, limit, ...options }: ListOptions): Promise<void> {
  const most = Number(limit)
  if (!Number.isInteger(most) || most < 1 || most > 1_000) throw new WrongUse('--limit is a number from 1 to 1000.')
  const shown = status ?? (search === undefined ? 'ERROR' : 'ALL')
  const filters = { search, status: shown === 'ALL' ? undefined : shown, company: null }
  const { rows } = await inTenant(slug, (ctx, tenantId) =>
    ctx.db.asTenant(tenantId, (tx) => uploads.open(tx, filters, undefined).walk(undefined, most)),
  )
  print(
    options,
    { uploads: rows },
    table(rows.map(lineOf), ['id', 'accepted_at', 'status', 'source', 'sender', 'identifier', 'cause']),
  )
}

function lineOf({ id, accepted_at, status, source, sent_by_name, order_identifier, cause }: UploadRow) {
  return { id, accepted_at, status, source, sender: sent_by_name, identifier: order_identifier, cause }
}

async function retry(slug: string, id: string | undefined, { cause, ...options }: RetryOptions): Promise<void> {
  if ((id === undefined) === (cause === undefined)) throw new WrongUse('Name an upload, or a cause with --cause.')
  if (cause !== undefined) {
    const counts = await inTenant(slug, (ctx, tenantId) => retryCause(ctx, { tenantId, by: byOperator }, cause))
    const { found, requested, is_more } = counts
    const more = is_more ? ' There are more: run the command again.' : ''
    return print(options, counts, `${requested} of ${found} uploads are queued to run again.${more}`)
  }
  const uploadId = readUuid(id!)
  const upload = await inTenant(slug, async (ctx, tenantId) => {
    await retryUpload(ctx, { tenantId, uploadId, by: byOperator })
    return await ctx.db.asTenant(tenantId, (tx) => findUpload(tx, uploadId, null))
  })
  print(options, upload, `Upload ${uploadId} is queued to run again.`)
}

function inTenant<T>(slug: string, work: (ctx: Context, tenantId: string) => Promise<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, await tenantIdOf(ctx, slug)))
}
