import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { allEvents, type EventType, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { msg, type Sentence } from '@cartage/contract/message'
import ssh2 from 'ssh2'
import { errorItem, Problem } from '../../http/problem.ts'
import { isPartyId, isQualifier } from '../channels/edi-message.format.ts'
import { edifactTypes } from '../channels/edi-messages.rules.ts'
import type { Channel, EndpointAuth, FileFormat, Purpose, SftpLogin } from '../channels/target.model.ts'
import { expandTypes } from './levels.rules.ts'

/** Settings of a new endpoint. */
export interface SubscriptionInput {
  /** `https://…` or `sftp://host:port`; absent for a folder. */
  url?: string
  name?: string
  /** Types such as `order.accepted`, or levels such as `order`, or `all`; empty or absent means every type. */
  event_types?: readonly string[]
  receiver_auth?: EndpointAuth
  /** Default: EVENTS. */
  purpose?: Purpose
  /** Default: HTTPS. */
  channel?: Channel
  /** Default: JSON. */
  format?: FileFormat
  /** Folder of the files: on the SFTP server, relative to the login directory or absolute; or on this machine. */
  folder?: string
  /** Host keys of the SFTP server: fingerprints (`SHA256:…`) or keys (`ssh-ed25519 AAAA…`). */
  host_keys?: readonly string[]
  /** Ids of both sides in interchanges. */
  edi?: EdiParties
  /** HTTPS only: adds signatures that a public key verifies. Default: false. */
  has_public_key?: boolean
}

/** Ids of both sides of an interchange, with their qualifiers where the partner requires them (UNB 0007). */
export interface EdiParties {
  sender: string
  recipient: string
  sender_qualifier?: string | null
  recipient_qualifier?: string | null
}

/** A checked input with all defaults. */
export interface CheckedSubscription {
  url: string
  name: string
  event_types: string[]
  purpose: Purpose
  channel: Channel
  format: FileFormat
  folder: string | null
  host_keys: string[]
  edi_sender: string | null
  edi_recipient: string | null
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  has_public_key: boolean
}

/**
 * Checks that need neither network nor file system.
 * @throws Problem validation_failed (422) with the path of the invalid member
 */
export function checkInput(input: SubscriptionInput): CheckedSubscription {
  const { purpose = 'EVENTS', channel = 'HTTPS', format = 'JSON', has_public_key = false } = input
  const url = checkUrl(input, channel)
  checkAuth(input.receiver_auth, channel)
  const edi = checkEdi(input, { purpose, channel, format })
  if (has_public_key && channel !== 'HTTPS') {
    const message = 'Only web deliveries are signed. Files have no public key.'
    throw invalid('has_public_key', message, 'public_key_channel')
  }
  return {
    url,
    name: input.name ?? (channel === 'FOLDER' ? input.folder! : new URL(url).hostname),
    event_types: checkTypes(input.event_types ?? [], purpose, format),
    purpose,
    channel,
    format,
    folder: channel === 'HTTPS' ? null : checkFolder(input.folder, channel),
    host_keys: channel === 'SFTP' ? checkHostKeys(input.host_keys ?? []) : [],
    edi_sender: edi?.sender ?? null,
    edi_recipient: edi?.recipient ?? null,
    edi_sender_qualifier: edi?.sender_qualifier || null,
    edi_recipient_qualifier: edi?.recipient_qualifier || null,
    has_public_key,
  }
}

function checkUrl({ url, folder }: SubscriptionInput, channel: Channel): string {
  if (channel === 'FOLDER') {
    return pathToFileURL(checkFolder(folder, channel)).href
  }
  const protocols = channel === 'SFTP' ? ['sftp:'] : ['https:', 'http:']
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined
  // Normalised like web addresses, so that spellings are unique and invalid host names are rejected.
  const web = `https://${parsed?.host}`
  if (!parsed || !protocols.includes(parsed.protocol) || parsed.hostname === '' || !URL.canParse(web)) {
    const example = channel === 'SFTP' ? 'sftp://files.example:22' : 'https://receiver.example/events'
    throw invalid('url', msg`The address must be a URL such as ${example}.`, 'address_invalid')
  }
  if (channel === 'HTTPS') return url!
  return `sftp://${new URL(web).hostname}:${parsed.port === '' ? 22 : parsed.port}`
}

function checkFolder(folder: string | undefined, channel: Channel): string {
  const isUsable = folder !== undefined && !folder.includes('\u0000') && (channel === 'SFTP' || folder !== '')
  if (isUsable) return folder
  throw invalid('folder', 'Enter the folder for the files, such as in/status.', 'folder_missing')
}

function checkTypes(chosen: readonly string[], purpose: Purpose, format: FileFormat): string[] {
  const types = expandTypes(chosen)
  if (purpose !== 'EVENTS') {
    if (chosen.length === 0) return []
    throw invalid(
      'event_types',
      'An endpoint for dispatches or electronic invoices gets no events. Leave the event types out.',
      'types_and_dispatch',
    )
  }
  if (format === 'JSON') return types
  if (types.length === 0) return [...usualTypes]
  if (types.includes(allEvents)) return edifactTypes.filter((type) => usualTypes.includes(type) || types.includes(type))
  const hasWords = (type: string) => (edifactTypes as readonly string[]).includes(type)
  // A whole level may be selected; single types must have an EDI message.
  const named = types.filter((type) => !hasWords(type) && chosen.includes(type))
  if (named.length > 0) {
    const message = msg`EDI has no message for ${named.join(', ')}; it has one for ${edifactTypes.join(', ')}.`
    throw invalid('event_types', message, 'event_type_not_edi')
  }
  const known = types.filter(hasWords)
  if (known.length > 0) return known
  throw invalid('event_types', `EDI has messages for orders and stops only.`, 'event_type_not_edi')
}

/** Default types of a partner that receives EDI: all but the optional ones. */
const usualTypes: readonly EventType[] = edifactTypes.filter((type) => !optionalEventTypes.includes(type))

function checkEdi(
  { edi }: SubscriptionInput,
  { purpose, channel, format }: { purpose: Purpose; channel: Channel; format: FileFormat },
): EdiParties | undefined {
  if (format === 'JSON') return undefined
  if (channel === 'HTTPS') throw invalid('format', 'EDI is sent by SFTP or to a folder.', 'edi_channel')
  if (purpose !== 'EVENTS') throw invalid('format', 'EDI is for events only. Choose JSON.', 'edi_purpose')
  if (edi === undefined || !isPartyId(edi.sender) || !isPartyId(edi.recipient)) {
    const message = 'EDI needs a sender id and a recipient id: 1 to 35 capital letters, digits, dots or dashes.'
    throw invalid('edi', message, 'edi_parties')
  }
  for (const member of ['sender_qualifier', 'recipient_qualifier'] as const) {
    const value = edi[member]
    if (!value || isQualifier(value)) continue
    const message = 'A qualifier is 1 to 4 capital letters or digits, such as 14 for a GLN or ZZZ for agreed ids.'
    throw invalid(`edi.${member}`, message, 'edi_qualifier')
  }
  return edi
}

/**
 * Host keys as fingerprints.
 * @throws Problem validation_failed when the list is empty or a key is invalid
 */
export function checkHostKeys(keys: readonly string[]): string[] {
  if (keys.length === 0) {
    const message =
      'Pin the host key of the server: enter its fingerprint (SHA256:…) or the key from your partner, or "learn" to ' +
      'accept the key that the server presents now.'
    throw invalid('host_keys', message, 'host_key_missing')
  }
  return keys.map(fingerprint)
}

function fingerprint(key: string): string {
  const text = key.trim()
  if (/^SHA256:[A-Za-z0-9+/]{43}$/.test(text)) return text
  const [, base64] = /^(?:ssh-|ecdsa-|sk-)\S+ ([A-Za-z0-9+/]+={0,2})(?:\s.*)?$/.exec(text) ?? []
  if (base64 === undefined) {
    throw invalid(
      'host_keys',
      msg`"${text.slice(0, 60)}" is not a host key or a SHA256 fingerprint of one.`,
      'host_key',
    )
  }
  const digest = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

/** Headers of the message itself cannot be used as credentials. */
const ownHeader = /^(webhook-.*|cartage-.*|content-.*|host|connection|transfer-encoding|user-agent)$/i

function checkAuth(auth: EndpointAuth | undefined, channel: Channel): void {
  const isLogin = auth?.kind === 'password' || auth?.kind === 'key'
  if (channel === 'SFTP') {
    if (isLogin && auth.username !== '') {
      checkKey(auth)
      return
    }
    throw invalid('receiver_auth', 'SFTP needs a user name with a password or a private key.', 'login_missing')
  }
  if (isLogin) throw invalid('receiver_auth', 'User name, password and key file are for SFTP only.', 'login_channel')
  if (auth?.kind !== 'header') return
  const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(auth.name)
  if (!isName || ownHeader.test(auth.name)) {
    throw invalid('receiver_auth', msg`${auth.name} cannot be used as a header for credentials.`, 'header_name')
  }
  if (!/^[\t\x20-\x7e]{1,4096}$/.test(auth.value)) {
    throw invalid('receiver_auth', 'The value of the header must be printable ASCII text.', 'header_value')
  }
}

/** Rejects an unreadable key now, because it would fail at every attempt. */
function checkKey(login: SftpLogin): void {
  if (login.kind === 'password') return
  const parsed = ssh2.utils.parseKey(login.private_key, login.passphrase)
  if (!(parsed instanceof Error)) return
  throw invalid('receiver_auth', msg`The private key cannot be used: ${parsed.message}.`, 'private_key')
}

/** The error for one invalid member. */
export function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}
