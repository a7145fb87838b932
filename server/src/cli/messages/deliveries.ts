import { type Command, InvalidArgumentError, Option } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import { type ReplayRequest, replay } from '../../deliveries/log/replay.commands.ts'
import { type DeliveryFilter, listDeliveries } from '../../deliveries/views.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface ListOptions extends Output {
  subscription?: string
  event?: string
  status?: 'PENDING' | 'DELIVERED' | 'DEAD'
  limit: number
}

interface ReplayOptions extends Output {
  subscription?: string
  event?: string
  dead?: boolean
  since?: string
  until?: string
}

const columns = ['event_id', 'type', 'sequence', 'status', 'attempts', 'reason', 'last_status', 'last_failure'] as const

/** `cartage deliveries …`: sent and pending deliveries, and sending them again. */
export function addDeliveries(program: Command): void {
  const group = program.command('deliveries').description('webhook deliveries: sent, pending and failed')
  withJson(group.command('list <tenant>'))
    .description('list deliveries, newest first')
    .option('--subscription <id>', 'of one endpoint', readUuid)
    .option('--event <id>', 'of one event', readUuid)
    .addOption(new Option('--status <status>', 'only these').choices(['PENDING', 'DELIVERED', 'DEAD']))
    .option('--limit <count>', 'how many, at most 1000', readLimit, 100)
    .action(async (slug: string, options: ListOptions) => {
      const deliveries = await withContext(async (ctx) =>
        ctx.db.asTenant(await tenantIdOf(ctx, slug), (tx) => listDeliveries(tx, filterOf(options))),
      )
      print(options, { deliveries }, table(deliveries, columns))
    })
  withJson(group.command('replay <tenant>'))
    .description('resend one event, everything that failed, or everything of a period')
    .option('--event <id>', 'this event', readUuid)
    .option('--dead', 'what failed, since --since')
    .option('--since <instant>', 'such as 2026-03-01T00:00:00Z', readInstant)
    .option('--until <instant>', 'end of the period; now when left out', readInstant)
    .option('--subscription <id>', 'to this endpoint; needed for a period', readUuid)
    .action(async (slug: string, options: ReplayOptions) => {
      const input = requestOf(options)
      const count = await withContext(async (ctx) => replay(ctx, await tenantIdOf(ctx, slug), byOperator, input))
      print(options, { replayed: count }, `${count} deliveries queued for resend.`)
    })
}

function filterOf({ subscription, event, status, limit }: ListOptions): DeliveryFilter {
  return {
    limit,
    ...(subscription !== undefined && { subscription_id: subscription }),
    ...(event !== undefined && { event_id: event }),
    ...(status !== undefined && { status }),
  }
}

function requestOf({ event, dead, since, until, subscription }: ReplayOptions): ReplayRequest {
  const only = subscription === undefined ? {} : { subscription_id: subscription }
  if (event !== undefined && !dead && since === undefined) return { kind: 'one', event_id: event, ...only }
  if (event === undefined && dead && until === undefined) return { kind: 'dead', since: since ?? beginning, ...only }
  if (event === undefined && !dead && since !== undefined && subscription !== undefined) {
    return { kind: 'range', from: since, until: until ?? new Date().toISOString(), subscription_id: subscription }
  }
  throw new WrongUse('Give --event ID, or --dead with or without --since, or --since with --subscription.')
}

const beginning = '1970-01-01T00:00:00Z'

function readInstant(text: string): string {
  const instant = new Date(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(instant.getTime())) return instant.toISOString()
  throw new InvalidArgumentError('It must be an instant such as 2026-03-01T00:00:00Z.')
}

function readLimit(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}
