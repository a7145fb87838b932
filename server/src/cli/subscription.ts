import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { ReceiverAuth } from '../deliveries/gateway.ts'
import {
  addSubscription,
  pauseSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSubscriptionSecret,
  subscriptionsOf,
  testSubscription,
} from '../deliveries/subscriptions.jobs.ts'
import { splitList } from './client.ts'
import { CommandFailed, type Output, print, readUuid, table, withContext, withJson } from './command.ts'
import { tenantIdOf } from './tenant.ts'

interface AddOptions extends Output {
  name?: string
  types: string[]
  basic?: ReceiverAuth
  header?: ReceiverAuth
}

/** `cartage subscription …`: who is told of what happens. */
export function addSubscriptionGroup(program: Command): void {
  const group = program.command('subscription').description('receivers of webhooks')
  addAdding(group)
  withJson(group.command('list <tenant>'))
    .description('list receivers and how they are doing')
    .action(async (slug: string, options: Output) => {
      const subscriptions = await inTenant(slug, subscriptionsOf)
      const columns = ['subscription_id', 'name', 'url', 'event_types', 'state', 'pending'] as const
      print(options, { subscriptions }, table(subscriptions, columns))
    })
  addSwitches(group)
  withJson(group.command('rotate <tenant> <subscription-id>'))
    .description('give it a new signing secret; the old ones sign beside it for the overlap')
    .option('--overlap <hours>', 'from 0 to 168', readHours, 24)
    .action(async (slug: string, id: string, options: Output & { overlap: number }) => {
      const rotated = await inTenant(slug, (ctx, tenantId) =>
        rotateSubscriptionSecret(ctx, tenantId, byOperator, readUuid(id), options.overlap),
      )
      print(options, rotated, `signing secret  ${rotated.secret}\nThe secret is shown this once.`)
    })
  withJson(group.command('test <tenant> <subscription-id>'))
    .description('send one signed event of the type subscription.tested and show the answer')
    .action(async (slug: string, id: string, options: Output) => test(slug, readUuid(id), options))
}

function addAdding(group: Command): void {
  withJson(group.command('add <tenant> <url>'))
    .description('tell a receiver of what happens from now on; the signing secret is shown once')
    .option('--name <name>', 'what it is; the host when left out')
    .option('--types <types>', 'comma-separated event types; all when left out', splitList, [])
    .option('--basic <user:password>', 'Basic credentials the receiver asks for', readBasic)
    .option('--header <name:value>', 'a header the receiver asks for', readHeader)
    .action(async (slug: string, url: string, options: AddOptions) => {
      const auth = options.basic ?? options.header
      const added = await inTenant(slug, (ctx, tenantId) =>
        addSubscription(ctx, tenantId, byOperator, {
          url,
          event_types: options.types,
          ...(options.name !== undefined && { name: options.name }),
          ...(auth !== undefined && { receiver_auth: auth }),
        }),
      )
      const lines = [`subscription    ${added.subscription_id}`, `signing secret  ${added.secret}`]
      print(options, added, `${lines.join('\n')}\nThe secret is shown this once.`)
    })
}

function addSwitches(group: Command): void {
  withJson(group.command('pause <tenant> <subscription-id>'))
    .description('stop sending; what happens meanwhile waits')
    .action(async (slug: string, id: string, options: Output) => {
      const paused = await inTenant(slug, (ctx, tenantId) => pauseSubscription(ctx, tenantId, byOperator, readUuid(id)))
      print(options, paused, `${paused.name} is paused; ${paused.pending} events wait.`)
    })
  withJson(group.command('resume <tenant> <subscription-id>'))
    .description('send again, oldest first')
    .action(async (slug: string, id: string, options: Output) => {
      const resumed = await inTenant(slug, (ctx, tenantId) =>
        resumeSubscription(ctx, tenantId, byOperator, readUuid(id)),
      )
      print(options, resumed, `${resumed.name} is sent to again; ${resumed.pending} events wait.`)
    })
  withJson(group.command('remove <tenant> <subscription-id>'))
    .description('remove a receiver and what waits for it')
    .action(async (slug: string, id: string, options: Output) => {
      await inTenant(slug, (ctx, tenantId) => removeSubscription(ctx, tenantId, byOperator, readUuid(id)))
      print(options, { subscription_id: id, removed: true }, `${id} is removed.`)
    })
}

async function test(slug: string, id: string, options: Output): Promise<void> {
  const attempt = await inTenant(slug, (ctx, tenantId) => testSubscription(ctx, tenantId, id))
  const { status, failure, duration_ms: duration } = attempt
  const delivered = status !== null && status >= 200 && status < 300
  const result = { delivered, status, failure, duration_ms: duration, address: attempt.address }
  const text = `The receiver answered ${status ?? 'nothing'} after ${Math.round(duration)} ms.`
  if (delivered || options.json) print(options, result, text)
  if (delivered) return
  if (!options.json) throw new CommandFailed(`${text}${failure === null ? '' : ` ${failure}`}`)
  process.exitCode = 1
}

function inTenant<T>(slug: string, work: (ctx: Context, tenantId: string) => Promise<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, await tenantIdOf(ctx, slug)))
}

function readHours(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0 && value <= 168) return value
  throw new InvalidArgumentError('It must be a number of hours from 0 to 168.')
}

function readBasic(text: string): ReceiverAuth {
  const { left, right } = splitAtColon(text)
  return { kind: 'basic', username: left, password: right }
}

function readHeader(text: string): ReceiverAuth {
  const { left, right } = splitAtColon(text)
  return { kind: 'header', name: left, value: right.trim() }
}

function splitAtColon(text: string): { left: string; right: string } {
  const at = text.indexOf(':')
  if (at < 1) throw new InvalidArgumentError('It must hold a colon between its two parts.')
  return { left: text.slice(0, at), right: text.slice(at + 1) }
}
