import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Channel, EndpointAuth, FileFormat, Purpose } from '../../deliveries/channels/target.model.ts'
import {
  addSubscription,
  pauseSubscription,
  pinHostKeysOf,
  removeSubscription,
  resumeSubscription,
  rotateSubscriptionSecret,
  type SubscriptionInput,
  type SubscriptionWithSecret,
  subscriptionsOf,
} from '../../deliveries/subscriptions/commands.ts'
import { type TestResult, testSubscription } from '../../deliveries/subscriptions/test.commands.ts'
import { readUuid, splitList } from '../arguments.ts'
import { CommandFailed, type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface AddOptions extends Output {
  name?: string
  types: string[]
  purpose: Purpose
  channel: Channel
  format: FileFormat
  basic?: EndpointAuth
  header?: EndpointAuth
  host?: string
  port: number
  username?: string
  passwordFile?: string
  keyFile?: string
  passphraseFile?: string
  folder?: string
  hostKey: string[]
  publicKey?: boolean
  ediSender?: string
  ediRecipient?: string
  ediSenderQualifier?: string
  ediRecipientQualifier?: string
}

/** `cartage subscription …`: manages notifications of events. */
export function addSubscriptionGroup(program: Command): void {
  const group = program.command('subscription').description('endpoints for events: webhooks, SFTP servers and folders')
  addAdding(group)
  withJson(group.command('list <tenant>'))
    .description('list endpoints and their health')
    .action(async (slug: string, options: Output) => {
      const subscriptions = await inTenant(slug, subscriptionsOf)
      const columns = [
        'subscription_id',
        'name',
        'purpose',
        'url',
        'folder',
        'event_types',
        'state',
        'pending',
      ] as const
      print(options, { subscriptions }, table(subscriptions, columns))
    })
  addSwitches(group)
  withJson(group.command('rotate <tenant> <subscription-id>'))
    .description('give it a new signing secret; the old ones sign as well for the overlap')
    .option('--overlap <hours>', 'from 0 to 168', readHours, 24)
    .action(async (slug: string, id: string, options: Output & { overlap: number }) => {
      const rotated = await inTenant(slug, (ctx, tenantId) =>
        rotateSubscriptionSecret(ctx, tenantId, byOperator, readUuid(id), options.overlap),
      )
      print(options, rotated, signingLines(rotated).join('\n'))
    })
  withJson(group.command('pin <tenant> <subscription-id> <host-key...>'))
    .description('pin other host keys of an SFTP server: fingerprints, keys, or learn for the one presented now')
    .action(async (slug: string, id: string, keys: string[], options: Output) => {
      const pinned = await inTenant(slug, (ctx, tenantId) =>
        pinHostKeysOf(ctx, tenantId, byOperator, readUuid(id), keys),
      )
      const text = `Accepted host keys of ${pinned.name}: ${pinned.host_keys.join(' or ')}.`
      print(options, pinned, pinned.state === 'PAUSED' ? `${text} It is paused: resume it.` : text)
    })
  withJson(group.command('test <tenant> <subscription-id>'))
    .description('send one event of the type subscription.tested and show the response')
    .action(async (slug: string, id: string, options: Output) => test(slug, readUuid(id), options))
}

function addAdding(group: Command): void {
  withJson(group.command('add <tenant> [url]'))
    .description('add an endpoint; it receives events from now on; the signing secret is shown once')
    .option('--name <name>', 'what it is; the host when left out')
    .option('--types <types>', 'comma-separated types, levels such as order, or all; all when left out', splitList, [])
    .addOption(
      choice('--purpose <purpose>', 'events by type, dispatches, or electronic invoices', [
        'EVENTS',
        'DISPATCH',
        'ACCESS_POINT',
      ]),
    )
    .addOption(choice('--channel <channel>', 'how it is reached', ['HTTPS', 'SFTP', 'FOLDER']))
    .addOption(choice('--format <format>', 'what a file holds', ['JSON', 'EDI']))
    .option('--basic <user:password>', 'Basic credentials the endpoint requires', readBasic)
    .option('--header <name:value>', 'a header the endpoint requires', readHeader)
    .option('--public-key', 'sign with a key pair as well (v1a), so that the public key is enough to verify')
    .option('--host <host>', 'SFTP: the server')
    .option('--port <port>', 'SFTP: its port', readPort, 22)
    .option('--username <name>', 'SFTP: user')
    .option('--password-file <file>', 'SFTP: file with the password')
    .option('--key-file <file>', 'SFTP: file with the private key')
    .option('--passphrase-file <file>', 'SFTP: file with the passphrase of the key, where it has one')
    .option('--folder <folder>', 'folder for the files: on the SFTP server, or on this machine')
    .option(
      '--host-key <key>',
      'SFTP: host key or its fingerprint, repeatable; learn accepts the key presented now',
      collect,
      [],
    )
    .option('--edi-sender <id>', 'EDI: our id')
    .option('--edi-recipient <id>', "EDI: the partner's id")
    .option('--edi-sender-qualifier <code>', 'EDI: kind of our id, such as 14 for a GLN')
    .option('--edi-recipient-qualifier <code>', "EDI: kind of the partner's id")
    .action(add)
}

async function add(slug: string, url: string | undefined, options: AddOptions): Promise<void> {
  const input = await inputOf(url, options)
  const added = await inTenant(slug, (ctx, tenantId) => addSubscription(ctx, tenantId, byOperator, input))
  const lines = [`subscription    ${added.subscription_id}`]
  if (added.channel === 'HTTPS') lines.push(...signingLines(added))
  if (added.channel === 'SFTP') lines.push(`host key        ${added.host_keys.join(', ')}`)
  print(options, added, lines.join('\n'))
}

/** The secret, shown only this once, and the newest public key if there is one. */
function signingLines({ secret, public_keys: [publicKey] }: SubscriptionWithSecret): string[] {
  const lines = [`signing secret  ${secret}`]
  if (publicKey !== undefined) lines.push(`public key      ${publicKey}`)
  return [...lines, 'The secret is shown only once.']
}

async function inputOf(url: string | undefined, options: AddOptions): Promise<SubscriptionInput> {
  const { channel, purpose, format, types, name, folder, hostKey, publicKey, ediSender, ediRecipient } = options
  const auth = channel === 'SFTP' ? await readLogin(options) : (options.basic ?? options.header)
  const address = channel === 'SFTP' && options.host !== undefined ? `sftp://${options.host}:${options.port}` : url
  const edi = ediSender !== undefined && ediRecipient !== undefined
  const kinds = {
    sender_qualifier: options.ediSenderQualifier ?? null,
    recipient_qualifier: options.ediRecipientQualifier ?? null,
  }
  return {
    channel,
    purpose,
    format,
    event_types: types,
    ...(address !== undefined && { url: address }),
    ...(name !== undefined && { name }),
    ...(auth !== undefined && { receiver_auth: auth }),
    ...(folder !== undefined && { folder }),
    ...(channel === 'SFTP' && { host_keys: hostKey }),
    ...(publicKey !== undefined && { has_public_key: publicKey }),
    ...(edi && { edi: { sender: ediSender, recipient: ediRecipient, ...kinds } }),
  }
}

/** Secrets come from files: command lines are visible to everyone on the machine. */
async function readLogin({ username, passwordFile, keyFile, passphraseFile }: AddOptions): Promise<EndpointAuth> {
  if (username === undefined || (passwordFile === undefined) === (keyFile === undefined)) {
    throw new WrongUse('SFTP needs --username with --password-file or --key-file.')
  }
  if (keyFile === undefined) return { kind: 'password', username, password: await lineIn(passwordFile!) }
  const passphrase = passphraseFile === undefined ? {} : { passphrase: await lineIn(passphraseFile) }
  return { kind: 'key', username, private_key: await secretIn(keyFile), ...passphrase }
}

async function lineIn(file: string): Promise<string> {
  return (await secretIn(file)).replace(/\r?\n$/, '')
}

async function secretIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new WrongUse(`${file} could not be read: ${error.message}`)
  })
}

function addSwitches(group: Command): void {
  withJson(group.command('pause <tenant> <subscription-id>'))
    .description('stop sending; events wait until it is resumed')
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
      print(options, resumed, `${resumed.name} resumed; ${resumed.pending} events are pending.`)
    })
  withJson(group.command('remove <tenant> <subscription-id>'))
    .description('remove an endpoint and its pending events')
    .action(async (slug: string, id: string, options: Output) => {
      await inTenant(slug, (ctx, tenantId) => removeSubscription(ctx, tenantId, byOperator, readUuid(id)))
      print(options, { subscription_id: id, removed: true }, `${id} is removed.`)
    })
}

async function test(slug: string, id: string, options: Output): Promise<void> {
  const attempt = await inTenant(slug, (ctx, tenantId) => testSubscription(ctx, tenantId, id))
  const { is_delivered: delivered, status, failure, duration_ms: duration } = attempt
  const result = { delivered, status, failure, duration_ms: duration, address: attempt.address }
  const text = `${answered(attempt)} after ${Math.round(duration)} ms.`
  if (delivered || options.json) print(options, result, text)
  if (delivered) return
  if (!options.json) throw new CommandFailed(`${text}${failure === null ? '' : ` ${failure}`}`)
  process.exitCode = 1
}

function answered({ is_delivered: delivered, status, request_headers }: TestResult): string {
  const { path } = JSON.parse(request_headers) as { path?: string }
  if (status !== null || !delivered) return `The endpoint responded ${status ?? 'nothing'}`
  return path === undefined ? 'A file was written and removed again' : `The file ${path} was written`
}

function inTenant<T>(slug: string, work: (ctx: Context, tenantId: string) => Promise<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, await tenantIdOf(ctx, slug)))
}

function readHours(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0 && value <= 168) return value
  throw new InvalidArgumentError('It must be a number of hours from 0 to 168.')
}

/** Values are case-insensitive; the first one is the default. */
function choice(flags: string, about: string, values: readonly string[]): Option {
  return new Option(flags, `${about}: ${values.join(', ').toLowerCase()}`)
    .default(values[0])
    .argParser((text: string) => {
      const value = values.find((known) => known === text.toUpperCase())
      if (value !== undefined) return value
      throw new InvalidArgumentError(`It must be one of ${values.join(', ').toLowerCase()}.`)
    })
}

function collect(text: string, before: string[]): string[] {
  return [...before, text]
}

function readPort(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value
  throw new InvalidArgumentError('It must be a port from 1 to 65535.')
}

function readBasic(text: string): EndpointAuth {
  const { left, right } = splitAtColon(text)
  return { kind: 'basic', username: left, password: right }
}

function readHeader(text: string): EndpointAuth {
  const { left, right } = splitAtColon(text)
  return { kind: 'header', name: left, value: right.trim() }
}

function splitAtColon(text: string): { left: string; right: string } {
  const at = text.indexOf(':')
  if (at < 1) throw new InvalidArgumentError('It must have a colon between its two parts.')
  return { left: text.slice(0, at), right: text.slice(at + 1) }
}
