import type { OrderState } from '@cartage/contract/orders/app/commands'
import type { Command } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { blockOrder, type OrderCommand, skipOrder, unblockOrder } from '../../orders/hold.commands.ts'
import { ordersForUpdate } from '../../orders/store.ts'
import { isUuid } from '../arguments.ts'
import { CommandFailed, type Output, print, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

type Act = (ctx: Context, command: OrderCommand) => Promise<OrderState>

/** `cartage order …`: the same commands as in the user interface. */
export function addOrder(program: Command): void {
  const group = program.command('order').description('commands on one order, named by its id or its order_identifier')
  withJson(group.command('skip <tenant> <order>'))
    .description('reject it: the status becomes REJECTED and endpoints are notified')
    .action((slug: string, order: string, options: Output) => act(slug, order, options, skipOrder))
  withJson(group.command('block <tenant> <order>'))
    .description('hold it')
    .requiredOption('--reason <text>', 'why; sent to endpoints')
    .action((slug: string, order: string, options: Output & { reason: string }) =>
      act(slug, order, options, (ctx, command) => blockOrder(ctx, command, options.reason)),
    )
  withJson(group.command('unblock <tenant> <order>'))
    .description('release it')
    .action((slug: string, order: string, options: Output) => act(slug, order, options, unblockOrder))
}

async function act(slug: string, order: string, options: Output, work: Act): Promise<void> {
  const state = await withContext(async (ctx) => {
    const tenantId = await tenantIdOf(ctx, slug)
    return work(ctx, { tenantId, orderId: await orderIdOf(ctx, tenantId, order), by: byOperator })
  })
  const hold = state.is_blocked ? `, on hold: ${state.block_reason}` : ''
  print(options, state, `Order ${state.order_identifier} is ${state.order_status}${hold}.`)
}

/** @throws CommandFailed when the tenant does not have the order */
async function orderIdOf(ctx: Context, tenantId: string, order: string): Promise<string> {
  const [row] = await ctx.db.asTenant(tenantId, (tx) => ordersForUpdate(tx, [order]))
  if (row) return row.order_id
  if (isUuid(order)) return order
  throw new CommandFailed(`The tenant has no order with the order_identifier "${order}".`)
}
