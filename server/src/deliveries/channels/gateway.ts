import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Context } from '../../context.ts'
import { withoutSecrets } from '../../net/shown-address.rules.ts'
import { inSpan, type Span, type SpanStart } from '../../tracing/spans.ts'
import type { StoredTarget } from '../subscriptions/store.ts'
import { type FileSide, sendFile } from './file.gateway.ts'
import { foldersOf, openFolder } from './folder.gateway.ts'
import { sendByWeb } from './https.gateway.ts'
import { openSftp, type SftpSide } from './sftp.gateway.ts'
import { privateKeyOf } from './signature.rules.ts'
import type { EndpointAuth, Message, Sent, Target } from './target.model.ts'

/** Sends events on every channel. Connections are reused for a while and ended by `close`. */
export interface Channels {
  /** Sends one event. Never throws: a failure is an outcome. */
  send(target: Target, message: Message): Promise<Sent>
  /**
   * Target of an endpoint's files.
   * @throws Error with the reason why it cannot be reached
   */
  side(target: Target): Promise<FileSide>
  close(): void
}

interface OpenSide {
  /** Hash of all settings that determine the connection. */
  fingerprint: string
  side: Promise<SftpSide>
}

/** Channels with separate connections: one per SFTP endpoint, so that a slow one delays no others. */
export function openChannels(ctx: Context): Channels {
  const kept = new Map<string, OpenSide>()
  const side = (target: Target) => fileSide(ctx, kept, target)
  return {
    send: (target, message) =>
      inSpan(ctx.tracing, spanOf(target, message), async (span) => {
        const sent = await sendBy(ctx, target, message, side)
        if (span) noteSent(span, sent)
        return sent
      }),
    side,
    close() {
      for (const id of [...kept.keys()]) forget(kept, id)
    },
  }
}

function sendBy(ctx: Context, target: Target, message: Message, side: Channels['side']): Promise<Sent> {
  switch (target.channel) {
    case 'HTTPS':
      return sendByWeb(ctx, target, message)
    case 'SFTP':
    case 'FOLDER':
      return sendFile(ctx, target, message, () => side(target))
  }
}

/** Records the host only, because the path of an address may contain a secret of the partner. */
function spanOf({ channel, url, subscription_id }: Target, { event_id, type, attempts }: Message): SpanStart {
  const facts = {
    'cartage.subscription_id': subscription_id,
    'cartage.event_id': event_id,
    'cartage.event_type': type,
    'cartage.attempt': attempts + 1,
    ...(URL.canParse(url) && { 'server.address': new URL(url).hostname }),
  }
  return { name: `deliver ${channel}`, kind: 'CLIENT', facts }
}

/** Records only the first word of a failure, which is its kind. */
function noteSent(span: Span, { attempt: { status, failure } }: Sent): void {
  if (status !== null) span.note({ 'http.response.status_code': status })
  if (failure !== null) span.fail(/^\w+/.exec(failure)?.[0] ?? 'failed')
  else if (status !== null && status >= 400) span.fail(String(status))
}

async function fileSide(ctx: Context, kept: Map<string, OpenSide>, target: Target): Promise<FileSide> {
  switch (target.channel) {
    case 'HTTPS':
      throw new Error('An HTTPS endpoint takes no files.')
    case 'SFTP':
      return openSide(ctx, kept, target)
    case 'FOLDER':
      return folderSide(ctx, target)
  }
}

function folderSide(ctx: Context, target: Target): Promise<FileSide> {
  return openFolder(target.folder ?? '', foldersOf(target.tenant_slug, ctx.config.folder_roots))
}

async function openSide(ctx: Context, kept: Map<string, OpenSide>, target: Target): Promise<SftpSide> {
  const id = target.subscription_id
  const fingerprint = JSON.stringify([target.url, target.host_keys, target.login])
  const known = kept.get(id)
  if (known?.fingerprint === fingerprint) {
    const side = await known.side
    if (side.isOpen()) return side
  }
  // Another caller may have opened the next connection meanwhile.
  if (kept.get(id) === known) {
    forget(kept, id)
    open(ctx, kept, target, fingerprint)
  }
  return kept.get(id)!.side
}

function open(ctx: Context, kept: Map<string, OpenSide>, target: Target, fingerprint: string): void {
  const id = target.subscription_id
  const side = connect(ctx, target)
  const entry: OpenSide = { fingerprint, side }
  kept.set(id, entry)
  const drop = () => {
    if (kept.get(id) === entry) kept.delete(id)
  }
  side.then(({ ended }) => ended.then(drop), drop)
}

async function connect(ctx: Context, { tenant_id, url, login, host_keys }: Target): Promise<SftpSide> {
  if (login === undefined) throw new Error('this endpoint has no login')
  return openSftp(ctx, { url, login, host_keys, whose: { tenant_id } })
}

function forget(kept: Map<string, OpenSide>, id: string): void {
  const entry = kept.get(id)
  if (entry === undefined) return
  kept.delete(id)
  entry.side.then(
    (side) => side.close(),
    () => {},
  )
}

/** Context that the vault binds a signing secret to. */
export function aboutSecret(tenantId: string, secretId: string): string {
  return `${tenantId}|subscription_secret|sealed|${secretId}`
}

/** Context that the vault binds an endpoint's credentials to. */
export function aboutAuth(tenantId: string, subscriptionId: string): string {
  return `${tenantId}|subscription|receiver_auth|${subscriptionId}`
}

/** Context that the vault binds the address of an endpoint to. */
function aboutAddress(tenantId: string, subscriptionId: string): string {
  return `${tenantId}|subscription|url_sealed|${subscriptionId}`
}

/** The address of an endpoint for storage: readable, and encrypted as well when it may contain a key (SECRET-6). */
export function sealedAddress(
  { vault }: Pick<Context, 'vault'>,
  tenantId: string,
  { subscription_id, url }: { subscription_id: string; url: string },
): { url: string; url_sealed: Buffer | null } {
  const shown = withoutSecrets(url)
  // For a folder, the address only changed its spelling.
  if (shown === url || !/^https?:/i.test(url)) return { url, url_sealed: null }
  return { url: shown, url_sealed: vault.seal(Buffer.from(url), aboutAddress(tenantId, subscription_id)) }
}

/** The full address of an endpoint. */
export function openedAddress(
  { vault }: Pick<Context, 'vault'>,
  tenantId: string,
  { subscription_id, url, url_sealed }: Pick<StoredTarget, 'subscription_id' | 'url' | 'url_sealed'>,
): string {
  return url_sealed === null ? url : vault.open(url_sealed, aboutAddress(tenantId, subscription_id)).toString()
}

/** A signing secret, decrypted and in its stored form. */
interface SealedSecret {
  secret: Buffer
  sealed: Buffer
}

/** Decrypts the secrets of an endpoint. */
export function openTarget(ctx: Context, tenantId: string, stored: StoredTarget): Target {
  const { receiver_auth, secret_ids, sealed, has_public_key, url_sealed: _, ...target } = stored
  const secrets = (secret_ids ?? []).map((id, index) => ctx.vault.open(sealed[index]!, aboutSecret(tenantId, id)))
  const id = stored.subscription_id
  const keys = secrets.map((secret) => createSecretKey(secret))
  const private_keys = has_public_key
    ? secrets.map((secret, index) =>
        privateKeyFor(ctx, { tenantId, subscriptionId: id, secret, sealed: sealed[index]! }),
      )
    : []
  const text = receiver_auth && ctx.vault.open(receiver_auth, aboutAuth(tenantId, id)).toString()
  const auth = text ? (JSON.parse(text) as EndpointAuth) : undefined
  const url = openedAddress(ctx, tenantId, stored)
  return { ...target, url, tenant_id: tenantId, keys, private_keys, ...credentialsOf(auth) }
}

/**
 * The ed25519 key that belongs to a secret. Its seed includes the pepper: holders of the secret can verify with it but
 * cannot sign with this key. It lives as long as the secret, so a rotation changes both with the same overlap; a new
 * version of the master key alone changes neither.
 */
export function privateKeyFor(
  ctx: Context,
  { tenantId, subscriptionId, secret, sealed }: SealedSecret & { tenantId: string; subscriptionId: string },
): KeyObject {
  return privateKeyOf(ctx.vault.deriveWith(sealed, `v1a|${tenantId}|${subscriptionId}|${secret.toString('base64')}`))
}

function credentialsOf(auth: EndpointAuth | undefined): Pick<Target, 'auth' | 'login'> {
  switch (auth?.kind) {
    case undefined:
      return { auth: {}, login: undefined }
    case 'header':
      return { auth: { [auth.name.toLowerCase()]: auth.value }, login: undefined }
    case 'basic':
      return { auth: { authorization: basic(auth.username, auth.password) }, login: undefined }
    default:
      return { auth: {}, login: auth }
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
