import type { EndpointPurpose } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents, eventTypes, optionalEventTypes } from '@cartage/contract/events/endpoints'
import type { EndpointChange, NewEndpoint } from './queries.ts'

/** What the form holds: every field as text, whether the channel needs it or not. */
export interface Draft {
  name: string
  channel: 'HTTPS' | 'SFTP' | 'FOLDER'
  purpose: EndpointPurpose
  format: 'JSON' | 'EDI'
  url: string
  folder: string
  host_keys: string
  auth: 'none' | 'kept' | 'basic' | 'header' | 'password' | 'key'
  /** User name, or name of the header. */
  username: string
  /** Password, value of the header, or private key. */
  secret: string
  passphrase: string
  edi_sender: string
  edi_recipient: string
  edi_sender_qualifier: string
  edi_recipient_qualifier: string
  /** Whether messages over the web are signed for a public key as well. */
  has_public_key: boolean
  /** The word all, or single types; the optional ones in addition. */
  types: readonly string[]
}

/** What a part of the form needs. */
export interface FieldsProps {
  draft: Draft
  onChange: (members: Partial<Draft>) => void
  /** What the server found wrong with one of these members. */
  faultOf: (...paths: string[]) => string | undefined
  /** How it is reached and what it is for is chosen once. */
  isNew: boolean
  /** What it is for is given: only the channel is chosen. */
  isPurposeGiven?: boolean
}

/** An empty form. */
export const emptyDraft: Draft = {
  name: '',
  channel: 'HTTPS',
  purpose: 'EVENTS',
  format: 'JSON',
  url: '',
  folder: '',
  host_keys: 'learn',
  auth: 'none',
  username: '',
  secret: '',
  passphrase: '',
  edi_sender: '',
  edi_recipient: '',
  edi_sender_qualifier: '',
  edi_recipient_qualifier: '',
  has_public_key: false,
  types: [allEvents],
}

/** Kinds that all means: those that are not chosen apart. */
export const usualTypes: readonly string[] = eventTypes.filter((type) => !optionalEventTypes.includes(type))

/** Levels with their kinds of events, in the order of the contract. */
export const typesByLevel: readonly (readonly [level: string, types: readonly string[]])[] = [
  ...Map.groupBy(usualTypes, (type) => type.slice(0, type.indexOf('.'))),
]

/** The request that adds what the form says; what the channel does not need is left out. */
export function newEndpointOf(draft: Draft): NewEndpoint {
  const { channel, purpose, format, name, url, folder, has_public_key } = draft
  return {
    channel,
    purpose,
    format,
    event_types: purpose !== 'EVENTS' ? [] : [...draft.types],
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(channel !== 'FOLDER' && { url: url.trim() }),
    ...(channel === 'HTTPS' ? { has_public_key } : { folder: folder.trim() }),
    ...(channel === 'SFTP' && { host_keys: linesOf(draft.host_keys) }),
    ...(format === 'EDI' && { edi: partiesOf(draft) }),
    ...credentialsOf(draft),
  }
}

/** The request that changes an endpoint to what the form says. */
export function changeOf(draft: Draft): EndpointChange {
  const {
    channel: _channel,
    purpose: _purpose,
    format: _format,
    host_keys: _keys,
    credentials,
    ...rest
  } = newEndpointOf(draft)
  if (draft.auth === 'kept') return rest
  return { ...rest, credentials: credentials ?? null }
}

/** An empty qualifier removes the previous one. */
function partiesOf(draft: Draft): NonNullable<NewEndpoint['edi']> {
  return {
    sender: draft.edi_sender.trim(),
    recipient: draft.edi_recipient.trim(),
    sender_qualifier: draft.edi_sender_qualifier.trim() || null,
    recipient_qualifier: draft.edi_recipient_qualifier.trim() || null,
  }
}

function credentialsOf({ auth, username, secret, passphrase }: Draft): Pick<NewEndpoint, 'credentials'> {
  if (auth === 'basic') return { credentials: { kind: 'basic', username, password: secret } }
  if (auth === 'password') return { credentials: { kind: 'password', username, password: secret } }
  if (auth === 'header') return { credentials: { kind: 'header', name: username, value: secret } }
  if (auth !== 'key') return {}
  return { credentials: { kind: 'key', username, private_key: secret, ...(passphrase !== '' && { passphrase }) } }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
