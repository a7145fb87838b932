import { endpoints } from '@cartage/contract'
import { CallError, client } from '@cartage/contract/client'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { type Command, InvalidArgumentError } from 'commander'
import { type SampleOrder, sampleOrder } from '../../../seeds/sample-orders.ts'
import type { Context } from '../context.ts'
import { acceptUpload } from '../orders/accept.jobs.ts'
import { CommandFailed, type Output, print, WrongUse, withContext, withJson } from './command.ts'
import { tenantIdOf } from './tenant.ts'

interface Options extends Output {
  orders: number
  tenant: string
  from: number
  url?: string
  clientId?: string
  clientSecret?: string
}

/** `cartage seed`: sample orders, the same for the same numbers. */
export function addSeed(program: Command): void {
  withJson(program.command('seed'))
    .description('upload sample orders: into the database without limits, or with --url through the interface')
    .option('--orders <count>', 'how many', readCount, 100)
    .option('--from <number>', 'number of the first one', readCount, 1)
    .option('--tenant <slug>', 'tenant to fill', 'demo')
    .option('--url <url>', 'a running server, within its request limits; needs the two options below')
    .option('--client-id <id>', 'API client with the role API_ORDER')
    .option('--client-secret <secret>', 'its secret')
    .action(async (options: Options) => {
      const orders = Array.from({ length: options.orders }, (_, index) => sampleOrder(options.from + index, new Date()))
      await (options.url === undefined ? accept(orders, options.tenant) : upload(orders, options, options.url))
      const hint = options.url === undefined ? ' A running server applies them.' : ''
      print(options, { accepted: orders.length }, `${orders.length} orders are accepted.${hint}`)
    })
}

function readCount(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.')
}

async function accept(orders: readonly SampleOrder[], slug: string): Promise<void> {
  await withContext(async (ctx) => {
    const tenantId = await tenantIdOf(ctx, slug)
    // As many at a time as one commit takes.
    for (let at = 0; at < orders.length; at += 200) {
      await Promise.all(orders.slice(at, at + 200).map((order) => acceptOne(ctx, tenantId, order)))
    }
  })
}

async function acceptOne(ctx: Context, tenantId: string, order: SampleOrder): Promise<void> {
  const canonical = canonicalOrder(OrderUpload.parse(order))
  await acceptUpload(ctx, { tenantId, upload: canonical, source: 'API', companyId: null })
}

async function upload(orders: readonly SampleOrder[], options: Options, url: string): Promise<void> {
  const { clientId, clientSecret } = options
  if (!clientId || !clientSecret) throw new WrongUse('--url needs --client-id and --client-secret.')
  const base = url.replace(/\/+$/, '')
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const token = await client(base, { authorization: `Basic ${basic}` })(endpoints.createToken, {}).catch(explainCall)
  const call = client(base, { authorization: `Bearer ${token.access_token}` })
  for (const order of orders) await patiently(() => call(endpoints.uploadOrder, { body: order }))
}

/** Waits as long as the server asks for when a limit is reached. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) return explainCall(error)
      const seconds = Number(error.headers.get('retry-after') ?? 1)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
}

function explainCall(error: unknown): never {
  throw new CommandFailed((error as Error).message)
}
