import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { CrashPoints } from './crash-points.ts'
import type { Database } from './db/open.ts'
import type { Wake } from './jobs/loop.ts'
import type { Tracing } from './tracing/spans.ts'

/** One request in the access log (OPS-19). Never a header, a body or a query. */
export interface AccessLine {
  /** Time of the answer, UTC. */
  at: string
  request_id: string
  /** Null for unreadable requests. */
  method: string | null
  /** Path with parameter names, such as `/v1/orders/order/:id`; null without a matching endpoint. */
  route: string | null
  /** Only without a matching endpoint: the path without its query and without parts longer than any id. */
  path?: string
  /** Null if the client disconnected before the answer. */
  status: number | null
  /** Milliseconds from the head of the request to the end of the answer; null without an answer. */
  ms: number | null
  tenant_id: string | null
  /**
   * Client address: of the connection, or as forwarded by a proxy of TRUST_PROXY; null once the connection is closed.
   */
  address: string | null
  /** Kind of caller; `anonymous` without valid credentials. */
  caller: string
  /** Id of the API client, webhook credential, user or link. */
  caller_id: string | null
  /** Error code of the answer. */
  code?: string
  /** Only if requests are traced. */
  trace_id?: string
}

/** Writes one line per request. It must not throw. */
export type AccessLog = (line: AccessLine) => void

/** An outbound request, already checked against the address rules. */
export interface OutboundRequest {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body: string
  timeout_ms: number
  /** Bytes of the answer to return; 4 KiB by default. Beyond that and 64 KiB the answer is cut off. */
  keep_bytes?: number
  /** Owner of the request. */
  whose: Whose
}

/**
 * Owner of an outbound connection. The operator's own addresses, from the environment, may be on any network. A
 * tenant's addresses must be on the public internet, or where the operator allows that tenant (NET-2, NET-6).
 */
export type Whose = 'operator' | { readonly tenant_id: string }

/** The answer, or why there is none. `body` is cut after 4 KiB unless the request sets a higher limit. */
export interface OutboundAnswer {
  status: number | null
  headers: Record<string, string>
  body: string
  address: string | null
  duration_ms: number
  /** Why there is no status: a refused address, a timeout, a broken connection. */
  failure: string | null
}

/** The network as features see it; tests replace it. */
export interface Net {
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Why requests to this address would be refused, in one sentence; null if allowed. Checked when the address is saved.
   */
  refusal(url: string, whose: Whose): Promise<string | null>
  /**
   * Opens a raw connection under the same address rules.
   * @throws Error whose message gives the reason
   */
  connect(url: string, whose: Whose): Promise<Socket>
}

/** Key of content in the file store. */
export interface FileKey {
  readonly tenantId: string
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string
}

/** First and last byte, inclusive, from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A received file that is not visible yet. */
export interface ReceivedFile {
  readonly sha256: string
  readonly size: number
  /** Whether it contains a zero byte, which text never does. */
  readonly hasNul: boolean
  /** Temporary path, for inspection before it is kept. */
  readonly path: string
  /** Moves it into the store, durably. Existing identical content is replaced. */
  keep(tenantId: string): Promise<void>
  /** Removes it unless kept; harmless afterwards. */
  drop(): Promise<void>
}

/** One file of a form, while it arrives. */
export interface IncomingFile {
  /** Name given by the sender; empty if none. */
  readonly name: string
  /** In lower case, without parameters; text/plain if the sender gave none (RFC 7578 section 4.4). */
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Document store: files of this machine, or an S3-compatible store. */
export interface Files {
  /** Stores bytes as they arrive. If `bytes` fails, the partial file is removed. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /**
   * Opens content for reading.
   * @throws FileMissing if the store does not have it
   */
  open(key: FileKey, range?: ByteRange): Promise<{ readonly size: number; readonly bytes: Readable }>
  /** Deletes content; no error if it does not exist. */
  remove(key: FileKey): Promise<void>
  /** Free share of the disk that receives files, from 0 to 1; undefined if unknown. */
  freeShare(): Promise<number | undefined>
  /** Removes partial uploads left by a crash; returns their number. */
  sweep(): Promise<number>
}

/** Dependencies of all handlers. Built once in main.ts, replaced in tests. */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  /** Writes one line per request; undefined if the operator disabled it. */
  readonly accessLog?: AccessLog | undefined
  /** Records spans of requests, jobs and deliveries; undefined without a collector. */
  readonly tracing?: Tracing | undefined
  readonly crashPoints: CrashPoints
  readonly net: Net
  readonly files: Files
  /** The process clock. Leases, limits and order use the database clock, never this one. */
  now(): Date
  /** Cryptographically secure random bytes. */
  randomBytes(count: number): Buffer
  /** A new public id, UUID version 4. */
  newId(): string
  /** Encrypts and hashes with keys derived from the master key. */
  readonly vault: Vault
  readonly passwords: Passwords
  /** Wakes the loops of this process after a commit. */
  readonly wake: Wake
}

/** Password hashing for people (SECRET-2). */
export interface Passwords {
  /** Hash of the password, to store. */
  hash(password: string): Promise<string>
  /** Hash of an unknown password, so that checking an unknown address takes as much work as a known one. */
  ofUnknownUser(): Promise<string>
}

/** Protection of stored secrets (SECRET-3). */
export interface Vault {
  /** Stored digest of a machine secret: version of the newest pepper, and HMAC-SHA-256 under it. */
  digest(secret: string): Buffer
  /** All digests a secret may be stored under, newest first, for look-ups. */
  digests(secret: string): Buffer[]
  /** Whether a digest matches this secret, under any pepper; in constant time. */
  isDigest(secret: string, digest: Buffer): boolean
  /** Whether a digest uses an older pepper, and should be renewed while its secret is available. */
  isOld(digest: Buffer): boolean
  /**
   * 32 bytes derived from a text and the pepper of the master key that sealed something: a key with the same lifetime.
   */
  deriveWith(sealed: Buffer, text: string): Buffer
  /** AES-256-GCM; `about` binds the text to its place: tenant, table, column, row. */
  seal(plain: Buffer, about: string): Buffer
  /** @throws if the bytes were changed or belong to another place */
  open(sealed: Buffer, about: string): Buffer
  /** Ed25519 signature under the newest master key version, for exported data (OPS-34). */
  sign(bytes: Buffer): Buffer
  /** Public keys for these signatures, in base64url: one per version, newest first. */
  readonly signers: readonly string[]
}
