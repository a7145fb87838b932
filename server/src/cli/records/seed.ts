import { endpoints } from '@cartage/contract'
import { CallError, client } from '@cartage/contract/client'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { type Command, InvalidArgumentError } from 'commander'
import { type SampleOrder, sampleOrder } from '../../../../seeds/sample-orders.ts'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { acceptUpload } from '../../orders/intake/accept.commands.ts'
import { CommandFailed, type Output, print, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface Options extends Output {
  orders: number
  tenant: string
  from: number
  url?: string
  clientId?: string
  clientSecret?: string
}

/** `cartage seed`: sample orders, identical for equal numbers. */
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
      const { orders: count, url } = options
      const show = progressOf(count, Date.now())
      await (url === undefined ? accept(options, show) : upload(options, url, show))
      const hint = url === undefined ? ' A running server applies them.' : ''
      print(options, { accepted: count }, `${count} orders accepted.${hint}`)
    })
}

function readCount(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.')
}

/** Reports progress every few seconds on standard error. */
function progressOf(count: number, startedAt: number): (done: number) => void {
  let shownAt = startedAt
  return (done) => {
    const now = Date.now()
    if (now - shownAt < 3_000 || done === count) return
    shownAt = now
    const each = done / ((now - startedAt) / 1_000)
    const left = Math.ceil((count - done) / each)
    process.stderr.write(`${done} of ${count} orders accepted, ${Math.round(each)} a second, ${left} s to go\n`)
  }
}

async function accept({ orders: count, from, tenant }: Options, show: (done: number) => void): Promise<void> {
  const firstDay = new Date()
  await withContext(async (ctx) => {
    const tenantId = await tenantIdOf(ctx, tenant)
    // One batch per commit.
    for (let done = 0; done < count; ) {
      const batch = Array.from({ length: Math.min(200, count - done) }, (_, at) => from + done + at)
      await Promise.all(batch.map((number) => acceptOne(ctx, tenantId, sampleOrder(number, firstDay))))
      done += batch.length
      show(done)
    }
  })
}

async function acceptOne(ctx: Context, tenantId: string, order: SampleOrder): Promise<void> {
  const canonical = canonicalOrder(OrderUpload.parse(order))
  await acceptUpload(ctx, { tenantId, upload: canonical, source: 'API', by: byOperator, companyId: null })
}

async function upload(options: Options, url: string, show: (done: number) => void): Promise<void> {
  const { clientId, clientSecret } = options
  if (!clientId || !clientSecret) throw new WrongUse('--url needs --client-id and --client-secret.')
  const base = url.replace(/\/+$/, '')
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const token = await client(base, { authorization: `Basic ${basic}` })(endpoints.createToken, {}).catch(explainCall)
  const call = client(base, { authorization: `Bearer ${token.access_token}` })
  const firstDay = new Date()
  for (let done = 0; done < options.orders; ) {
    const body = sampleOrder(options.from + done, firstDay)
    await patiently(() => call(endpoints.uploadOrder, { body }))
    done += 1
    show(done)
  }
}

/** Waits as long as the server requests when a rate limit is reached. */
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
