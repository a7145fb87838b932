import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { type CheckDepth, type CheckResult, runChecksTogether } from '../../accounting/checks/views.ts'
import type { Context } from '../../context.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { CommandFailed, type Output, print, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface CheckOptions extends Output {
  all?: boolean
  everyRating?: boolean
}

interface Checked {
  tenant: string
  checks: CheckResult[]
}

/** `cartage money …`. */
export function addMoney(program: Command): void {
  const group = program.command('money').description('charges, invoices and the ledger')
  withJson(group.command('check [tenant]'))
    .description('check what has to hold of charges, invoices, tasks and the ledger; changes nothing')
    .option('--all', 'of all tenants')
    .option('--every-rating', 'calculate every rating again, not only the last 500 of a tenant')
    .action(async (slug: string | undefined, options: CheckOptions) => {
      if ((slug === undefined) !== (options.all === true)) throw new WrongUse('Give a tenant, or --all.')
      const tenants = await withContext((ctx) => checkTenants(ctx, slug, { ratings: options.everyRating ? null : 500 }))
      print(options, { tenants }, tenants.map(textOf).join('\n') || 'There are no tenants.')
      failOnBreach(tenants)
    })
}

/** Parallel connections of the check: one per processor, limited to leave capacity for the rest of the system. */
const readers = () => Math.min(4, availableParallelism())

async function checkTenants(ctx: Context, slug: string | undefined, depth: CheckDepth): Promise<Checked[]> {
  const slugs = slug === undefined ? (await listTenants(ctx)).map((tenant) => tenant.slug) : [slug]
  const checked: Checked[] = []
  for (const tenant of slugs) {
    const tenantId = await tenantIdOf(ctx, tenant)
    const checks = await ctx.db.inSnapshots(tenantId, readers(), (txs) => runChecksTogether(txs, depth))
    checked.push({ tenant, checks })
  }
  return checked
}

function textOf({ tenant, checks }: Checked): string {
  const lines = checks.flatMap(({ number, title, breaches, rows }) => {
    if (breaches === 0) return [`${String(number).padStart(2)}  ok  ${title}`]
    const named = rows.map(({ entity_type, entity_id, detail }) => `        ${entity_type} ${entity_id}: ${detail}`)
    return [`${String(number).padStart(2)}  ${breaches} wrong  ${title}`, ...named]
  })
  return [`${tenant}:`, ...lines].join('\n')
}

/** @throws CommandFailed on any finding, so that the exit code is 1 */
function failOnBreach(tenants: readonly Checked[]): void {
  const wrong = tenants.flatMap(({ tenant, checks }) => {
    const numbers = checks.filter(({ breaches }) => breaches > 0).map(({ number }) => number)
    return numbers.length === 0 ? [] : [`Money of ${tenant} breaks ${numbers.join(', ')}.`]
  })
  if (wrong.length > 0) throw new CommandFailed(wrong.join('\n'))
}
