import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Net, Whose } from '../context.ts'
import { inPart } from '../tracing/spans.ts'
import { AddressRefused } from './connect.ts'
import { isPrivate } from './guard.ts'

/** Most milliseconds for the greeting of a mail server, and of silence in each later step. */
const greetingMs = 8_000
const silenceMs = 15_000

/** A server that takes e-mails. */
export interface MailServer {
  readonly host: string
  readonly port: number | null
  readonly security: 'TLS' | 'STARTTLS'
  readonly login: { readonly username: string; readonly password: string } | null
  /** As in a From header. */
  readonly sender: string
  readonly replyTo: string | null
  /** Who named the server: the operator, or a tenant for its own mail. */
  readonly whose: Whose
  /** Whether letters may go unencrypted: `private` to a server on this machine or a private network only. Never with a login. */
  readonly plain: 'never' | 'private' | 'anywhere'
}

/** An e-mail to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same in HTML; absent for text alone. */
  readonly html?: string
  /** The part of the Message-ID before the @; a new one when absent. */
  readonly id?: string
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
    /** By this name the HTML shows it; absent for a file of its own. */
    readonly cid?: string
  }[]
}

/**
 * How sending an e-mail ended. `failed`: it was certainly not accepted, and another attempt may succeed. `rejected`: it was
 * certainly not accepted, and another attempt would be answered the same. `unknown`: it was sent and not answered.
 */
export type MailResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed' | 'rejected' | 'unknown'; readonly reason: string }

/** The mail server of the operator; undefined when none is set up. */
export function operatorMailServer({ smtp_url: address, smtp_from: from, smtp_plain }: Config): MailServer | undefined {
  if (address === undefined || from === undefined) return undefined
  const url = new URL(address)
  const { username, password } = url
  return {
    host: url.hostname,
    port: url.port === '' ? null : Number(url.port),
    security: url.protocol === 'smtps:' ? 'TLS' : 'STARTTLS',
    login: username === '' ? null : { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    sender: from,
    replyTo: null,
    whose: 'operator',
    plain: smtp_plain,
  }
}

/** The operator's mail server as tenants without one use it: with a sender of its own (MAIL-11); undefined unless that is set up. */
export function sharedMailServer(config: Config, tenantName: string): MailServer | undefined {
  const server = operatorMailServer(config)
  if (server === undefined || config.smtp_tenant_from === undefined) return undefined
  const name = tenantName.replace(/[\s\p{C}"\\<>]+/gu, ' ').trim()
  return { ...server, sender: `"${name}" <${config.smtp_tenant_from}>` }
}

/**
 * Sends an e-mail once. The connection is made under the address rules for the owner of the server, and a password never goes
 * over one that is not encrypted. Never throws for what the server does.
 */
export async function sendMail(net: Net, server: MailServer, mail: Mail): Promise<MailResult> {
  return await inPart({ name: 'send mail', kind: 'CLIENT', facts: { 'server.address': server.host } }, async (span) => {
    const result = await deliver(net, server, mail)
    if (result.outcome !== 'sent') span?.fail(result.outcome)
    return result
  })
}

async function deliver(net: Net, server: MailServer, mail: Mail): Promise<MailResult> {
  const { envelope, bytes } = await compose(server, mail)
  let isWritten = false
  const raw = Readable.from(
    (async function* () {
      yield bytes
      // From here on the server may have all of it.
      isWritten = true
    })(),
    { objectMode: false },
  )
  let socket: Socket | undefined
  try {
    const connection = await net.connect(addressOf(server), server.whose)
    socket = connection
    await transportOver(server, connection).sendMail({ envelope, raw })
    return { outcome: 'sent' }
  } catch (error) {
    return failureOf(error as MailError, isWritten)
  } finally {
    socket?.destroy()
  }
}

/**
 * Connects to a mail server and signs in, as for a letter, and sends none.
 * @returns what would keep a letter from being sent; undefined when nothing would
 */
export async function faultOfMailServer(net: Net, server: MailServer): Promise<string | undefined> {
  let socket: Socket | undefined
  try {
    const connection = await net.connect(addressOf(server), server.whose)
    socket = connection
    await transportOver(server, connection).verify()
    return undefined
  } catch (error) {
    return failureOf(error as MailError, false).reason
  } finally {
    socket?.destroy()
  }
}

function transportOver(server: MailServer, connection: Socket) {
  return nodemailer.createTransport({
    host: server.host,
    getSocket: (_options, give) => give(null, { connection }),
    secure: server.security === 'TLS',
    requireTLS: server.security === 'STARTTLS' && (server.login !== null || !mayBePlain(server, connection)),
    ...(server.login && { auth: { user: server.login.username, pass: server.login.password } }),
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** MAIL-14: a letter with the link to a password is not read on the way. */
function mayBePlain({ plain }: MailServer, { remoteAddress }: Socket): boolean {
  return plain === 'anywhere' || (plain === 'private' && isPrivate(remoteAddress ?? ''))
}

function addressOf({ host, port, security }: MailServer): string {
  return `${security === 'TLS' ? 'smtps' : 'smtp'}://${host}${port === null ? '' : `:${port}`}`
}

async function compose(server: MailServer, { id, ...mail }: Mail) {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const domain = /@([^\s<>@]+)>?$/.exec(server.sender)?.[1] ?? server.host
  const { envelope, message } = await composer.sendMail({
    ...mail,
    attachments: [...(mail.attachments ?? [])],
    from: server.sender,
    ...(server.replyTo && { replyTo: server.replyTo }),
    ...(id && { messageId: `<${id}@${domain}>` }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { envelope, bytes: message as Buffer }
}

interface MailError extends Error {
  code?: string
  responseCode?: number
}

function failureOf(error: MailError, isWritten: boolean): Exclude<MailResult, { outcome: 'sent' }> {
  const reason = error.message.slice(0, 500)
  const { responseCode: status, code } = error
  if (status !== undefined) return { outcome: status >= 500 ? 'rejected' : 'failed', reason }
  if (isWritten) return { outcome: 'unknown', reason }
  const isFinal = code === 'EAUTH' || code === 'EENVELOPE' || error instanceof AddressRefused
  return { outcome: isFinal ? 'rejected' : 'failed', reason }
}
