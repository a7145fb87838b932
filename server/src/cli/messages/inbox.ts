import type { InboxItem } from '@cartage/contract/messages/app/record'
import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { dismissInboxItem, retryInboxItem } from '../../messages/inbox/commands.ts'
import { retryInbox } from '../../messages/inbox/retry.commands.ts'
import { inbox } from '../../messages/inbox/views.ts'
import { replayKinds } from '../../replay-kinds.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

const most = 1_000

/** `cartage inbox …`: unmatched parts of messages. */
export function addInbox(program: Command): void {
  const group = program.command('inbox').description('unmatched messages, rejected messages and failed uploads')
  withJson(group.command('list <tenant>'))
    .description(`list open items, oldest first, at most ${most}`)
    .action(async (slug: string, options: Output) => {
      const { rows: items } = await inTenant(slug, (ctx, tenantId) =>
        ctx.db.asTenant(tenantId, (tx) => inbox.open(tx, { status: 'OPEN' }, undefined).walk(undefined, most)),
      )
      print(options, { items }, table(items, ['id', 'kind', 'party', 'path', 'occurrences', 'last_at', 'reason']))
    })
  withJson(group.command('retry <tenant> [item-id]'))
    .description('retry an item, or all open ones: a late order may have arrived')
    .action(async (slug: string, id: string | undefined, options: Output) => retry(slug, id, options))
  withJson(group.command('dismiss <tenant> <item-id>'))
    .description('close an item without applying it')
    .requiredOption('--reason <reason>', 'why it is not applied')
    .action(async (slug: string, id: string, options: Output & { reason: string }) => {
      const item = await inTenant(slug, (ctx, tenantId) =>
        dismissInboxItem(ctx, { tenantId, itemId: readUuid(id), by: byOperator }, options.reason),
      )
      print(options, item, `${id} is dismissed.`)
    })
}

async function retry(slug: string, id: string | undefined, options: Output): Promise<void> {
  if (id === undefined) {
    const counts = await inTenant(slug, (ctx, tenantId) => retryInbox(ctx, replayKinds, { tenantId, by: byOperator }))
    const { tried, resolved, requested } = counts
    const uploads = requested > 0 ? `, and ${requested} uploads queued to run again` : ''
    return print(options, counts, `${tried} items retried; ${resolved} resolved${uploads}.`)
  }
  const item = await inTenant(slug, (ctx, tenantId) =>
    retryInboxItem(ctx, replayKinds, { tenantId, itemId: readUuid(id), by: byOperator }),
  )
  print(options, item, stateOf(item))
}

function stateOf({ id, status, upload_id, last_failure }: InboxItem): string {
  if (status !== 'OPEN') return `${id} is settled.`
  if (upload_id !== null && last_failure === null) return `Upload ${upload_id} is queued to run again.`
  return `Still no match: ${last_failure}`
}

function inTenant<T>(slug: string, work: (ctx: Context, tenantId: string) => Promise<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, await tenantIdOf(ctx, slug)))
}
