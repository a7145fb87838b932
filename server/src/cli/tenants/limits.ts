import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { noLimits, type RateLimits, type RateWindow } from '../../http/rate-limit.rules.ts'
import { setLimits } from '../../tenants/commands.ts'
import { findTenantFacts } from '../../tenants/settings/views.ts'
import { type Output, print, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface SetOptions extends Output {
  general?: RateWindow[]
  token?: RateWindow[]
  none?: boolean
  default?: boolean
}

/** `cartage limits …`. */
export function addLimits(program: Command): void {
  const group = program.command('limits').description('request limits of a tenant')
  withJson(group.command('show <tenant>'))
    .description('show the limits in force')
    .action(async (slug: string, options: Output) => {
      const limits = await withContext(async (ctx) => read(ctx, await tenantIdOf(ctx, slug)))
      print(options, limits, limitsText(limits))
    })
  withJson(group.command('set <tenant>'))
    .description('change them; applies from the next request')
    .option('--general <windows>', 'such as 3/1,1200/600,7200/3600: requests per seconds', readWindows)
    .option('--token <windows>', 'such as 5/3600', readWindows)
    .option('--none', 'no limits at all, for tests and imports')
    .option('--default', 'the default limits')
    .action(async (slug: string, options: SetOptions) => {
      const limits = await withContext((ctx) => change(ctx, slug, options))
      print(options, limits, limitsText(limits))
    })
}

async function change(ctx: Context, slug: string, options: SetOptions): Promise<RateLimits> {
  const { general, token, none, default: reset } = options
  const ways = [none, reset, general ?? token].filter((way) => way !== undefined)
  if (ways.length !== 1) throw new WrongUse('Give --general and --token, or --none, or --default.')
  const tenantId = await tenantIdOf(ctx, slug)
  const current = await read(ctx, tenantId)
  const limits = none ? noLimits : reset ? null : { general: general ?? current.general, token: token ?? current.token }
  await setLimits(ctx, tenantId, byOperator, limits)
  return read(ctx, tenantId)
}

async function read(ctx: Context, tenantId: string): Promise<RateLimits> {
  const facts = await ctx.db.asTenant(tenantId, findTenantFacts)
  return facts?.limits ?? noLimits
}

function readWindows(text: string): RateWindow[] {
  return text.split(',').map((part) => {
    const [requests, seconds] = part.split('/').map(Number)
    if (Number.isInteger(requests) && Number.isInteger(seconds)) return { requests: requests!, seconds: seconds! }
    throw new InvalidArgumentError('Write requests/seconds, several with commas: 3/1,1200/600.')
  })
}

function limitsText(limits: RateLimits): string {
  const line = (windows: readonly RateWindow[]) =>
    windows.map(({ requests, seconds }) => `${requests} in ${seconds} s`).join(', ') || 'no limit'
  return `general  ${line(limits.general)}\ntoken    ${line(limits.token)}`
}
