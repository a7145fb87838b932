import type { EndpointPurpose } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents, eventTypes, optionalEventTypes } from '@cartage/contract/events/endpoints'
import type { EndpointChange, NewEndpoint } from './queries.ts'

/** Form state: every field as text, whether the channel needs it or not. */
export interface Draft {
  name: string
  channel: 'HTTPS' | 'SFTP' | 'FOLDER'
  purpose: EndpointPurpose
  format: 'JSON' | 'EDI'
  url: string
  folder: string
  host_keys: string
  auth: 'none' | 'kept' | 'basic' | 'header' | 'password' | 'key'
  /** User name, or header name. */
  username: string
  /** Password, header value, or private key. */
  secret: string
  passphrase: string
  edi_sender: string
  edi_recipient: string
  edi_sender_qualifier: string
  edi_recipient_qualifier: string
  /** Whether HTTP messages are also signed for a public key. */
  has_public_key: boolean
  /** `all` or single types, plus the optional ones. */
  types: readonly string[]
}

/** Props of a part of the form. */
export interface FieldsProps {
  draft: Draft
  onChange: (members: Partial<Draft>) => void
  /** Server error of any of these members. */
  faultOf: (...paths: string[]) => string | undefined
  /** Channel and purpose cannot be changed later. */
  isNew: boolean
  /** The purpose is fixed: only the channel is chosen. */
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

/** Event types included in `all`. The optional ones are chosen separately. */
export const usualTypes: readonly string[] = eventTypes.filter((type) => !optionalEventTypes.includes(type))

/** Event types by level, in contract order. */
export const typesByLevel: readonly (readonly [level: string, types: readonly string[]])[] = [
  ...Map.groupBy(usualTypes, (type) => type.slice(0, type.indexOf('.'))),
]

/** Request to add an endpoint, without members the channel does not need. */
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

/** Request to change an endpoint to the state of the form. */
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
