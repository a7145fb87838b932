import type { KeyObject } from 'node:crypto'
import type { Outcome } from '../sending/schedule.rules.ts'
import type { Attempt } from '../store.ts'

/** Credentials for an endpoint: the first two over HTTPS, the others by SFTP. */
export type EndpointAuth =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'header'; name: string; value: string }
  | SftpLogin

/** How an endpoint is reached (DISP-2). */
export type Channel = 'HTTPS' | 'SFTP' | 'FOLDER'

/**
 * EVENTS: receives events by type. DISPATCH: receives directed messages, and may reject them. ACCESS_POINT: receives
 * electronic invoices, also directed.
 */
export type Purpose = 'EVENTS' | 'DISPATCH' | 'ACCESS_POINT'

/** An endpoint with its secrets decrypted, in memory for the length of a batch. */
export interface Target {
  tenant_id: string
  tenant_slug: string
  subscription_id: string
  purpose: Purpose
  channel: Channel
  format: FileFormat
  url: string
  folder: string | null
  host_keys: readonly string[]
  /** Ids of both sides in interchanges. */
  edi_sender: string | null
  edi_recipient: string | null
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  /** Live secrets, newest first. */
  keys: KeyObject[]
  /** Public-key signatures in addition to the secrets; none unless the endpoint requested one. */
  private_keys: KeyObject[]
  /** HTTP headers. */
  auth: Record<string, string>
  login: SftpLogin | undefined
}

/** Members of an event that a channel needs to send it. */
export interface Message {
  event_id: string
  type: string
  /** Subject of the event; absent for a test message. */
  entity_type?: string
  entity_id: string
  epoch: number
  sequence: number
  /** Sequence of the previous event of this entity sent to the endpoint; null or absent if unknown. */
  previous_sequence?: number | null
  /** Attempts so far. */
  attempts: number
  payload: string
  /** The file content, if other than the payload, and its name, if not derived from the event. */
  content?: Buffer
  file_name?: string
}

/** Result of one attempt: its outcome for the schedule, and its record. */
export interface Sent {
  outcome: Outcome
  attempt: Attempt
}

/** Credentials for an SFTP server. */
export type SftpLogin =
  | { kind: 'password'; username: string; password: string }
  | { kind: 'key'; username: string; private_key: string; passphrase?: string }

/** Content of a file. */
export type FileFormat = 'JSON' | 'EDI'
