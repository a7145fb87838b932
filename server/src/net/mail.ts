import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Net, Whose } from '../context.ts'
import { inPart } from '../tracing/spans.ts'
import { AddressRefused } from './connect.ts'
import { isPrivate } from './guard.ts'

/** Maximum milliseconds for a mail server's greeting, and for silence in each later step. */
const greetingMs = 8_000
const silenceMs = 15_000

/** An outgoing mail server. */
export interface MailServer {
  readonly host: string
  readonly port: number | null
  readonly security: 'TLS' | 'STARTTLS'
  readonly login: { readonly username: string; readonly password: string } | null
  /** In the form of a From header. */
  readonly sender: string
  readonly replyTo: string | null
  /** Owner of the server setting: the operator, or a tenant for its own mail. */
  readonly whose: Whose
  /** Whether mails may be sent unencrypted: `private` only to this machine or a private network. Never with a login. */
  readonly plain: 'never' | 'private' | 'anywhere'
}

/** An e-mail to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** HTML version; absent for plain text only. */
  readonly html?: string
  /** Part of the Message-ID before the @; generated if absent. */
  readonly id?: string
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
    /** Content id for use in the HTML; absent for an ordinary attachment. */
    readonly cid?: string
  }[]
}

/**
 * Result of sending an e-mail. `failed`: certainly not accepted, and another attempt may succeed. `rejected`: certainly
 * not accepted, and another attempt would get the same answer. `unknown`: sent but not answered.
 */
export type MailResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed' | 'rejected' | 'unknown'; readonly reason: string }

/** The operator's mail server; undefined if none is configured. */
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

/**
 * The operator's mail server for tenants without their own, with a separate sender (MAIL-11); undefined unless that is
 * configured.
 */
export function sharedMailServer(config: Config, tenantName: string): MailServer | undefined {
  const server = operatorMailServer(config)
  if (server === undefined || config.smtp_tenant_from === undefined) return undefined
  const name = tenantName.replace(/[\s\p{C}"\\<>]+/gu, ' ').trim()
  return { ...server, sender: `"${name}" <${config.smtp_tenant_from}>` }
}

/**
 * Sends an e-mail once. The connection follows the address rules for the owner of the server, and a password is never
 * sent unencrypted. Never throws for server errors.
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
      // From here on the server may have received all of it.
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
 * Connects to a mail server and signs in, as for a mail, but sends none.
 * @returns the issue that would prevent sending; undefined if none
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

/** MAIL-14: a mail with a password link must not be readable in transit. */
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
