import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { CrashPoints } from './crash-points.ts'
import type { Database } from './db/open.ts'
import type { AccessLog } from './http/access-log.ts'
import type { Wake } from './jobs/loop.ts'
import type { Tracing } from './tracing/spans.ts'

/** One request to the outside world, already checked against the address rules. */
export interface OutboundRequest {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body: string
  timeout_ms: number
  /** Bytes of the answer wanted; 4 KiB when absent. What goes on after them and 64 KiB is cut off. */
  keep_bytes?: number
  /** On whose behalf it is made. */
  whose: Whose
}

/**
 * On whose behalf a connection to the outside is made. The operator's own addresses, from the environment, may be on any
 * network; those of a tenant are on the public internet, or where the operator allows that tenant (NET-2, NET-6).
 */
export type Whose = 'operator' | { readonly tenant_id: string }

/** What came back, or why nothing did. `body` is cut after 4 KiB unless the request wants more. */
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
  /** Why requests to this address would be refused, in one sentence; null when they would not. Asked when it is saved. */
  refusal(url: string, whose: Whose): Promise<string | null>
  /** Opens a bare connection under the same address rules. @throws Error whose message says why not */
  connect(url: string, whose: Whose): Promise<Socket>
}

/** Names content in the file store. */
export interface FileKey {
  readonly tenantId: string
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string
}

/** First and last byte, both included, from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Bytes that have arrived and that no one can see yet. */
export interface ReceivedFile {
  readonly sha256: string
  readonly size: number
  /** Whether there is a byte 0 anywhere: text has none. */
  readonly hasNul: boolean
  /** Where they lie, to be looked at before they are kept. */
  readonly path: string
  /** Puts them in their place, durably; content that is there already is replaced by the same. */
  keep(tenantId: string): Promise<void>
  /** Removes what is not kept; harmless afterwards. */
  drop(): Promise<void>
}

/** One file of a form, while it arrives. */
export interface IncomingFile {
  /** As the sender named it; empty when it did not. */
  readonly name: string
  /** In lower case, without parameters; text/plain when the sender named none (RFC 7578 section 4.4). */
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Where documents are stored: in files of this machine, or in an S3-compatible store. */
export interface Files {
  /** Takes bytes as fast as they can be stored. What was stored is gone when `bytes` fails. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Opens content for reading. @throws FileMissing when the store does not have it */
  open(key: FileKey, range?: ByteRange): Promise<{ readonly size: number; readonly bytes: Readable }>
  /** Forgets content; no error when it is not there. */
  remove(key: FileKey): Promise<void>
  /** Share of the disk that is free where files arrive, from 0 to 1; undefined when that is not known. */
  freeShare(): Promise<number | undefined>
  /** Removes what uploads left behind that were cut off by a crash; answers how much that was. */
  sweep(): Promise<number>
}

/** Everything a handler may touch. Built once in main.ts, overridden in tests. */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  /** Takes one line a request; undefined when the operator wants none. */
  readonly accessLog?: AccessLog | undefined
  /** Takes spans of requests, jobs and deliveries; undefined unless the operator names a collector. */
  readonly tracing?: Tracing | undefined
  readonly crashPoints: CrashPoints
  readonly net: Net
  readonly files: Files
  /** The process clock. Leases, limits and order use the database's clock, never this one. */
  now(): Date
  /** Bytes from a cryptographic source. */
  randomBytes(count: number): Buffer
  /** A new public id, UUID version 4. */
  newId(): string
  /** Encrypts and hashes with keys derived from the master key. */
  readonly vault: Vault
  readonly passwords: Passwords
  /** Rouses the loops of this process after a commit. */
  readonly wake: Wake
}

/** Passwords of people at rest (SECRET-2). */
export interface Passwords {
  /** The password as text to store. */
  hash(password: string): Promise<string>
  /** A stored text that no one knows the password of: an unknown address takes as much work as a known one. */
  ofUnknownUser(): Promise<string>
}

/** Secrets at rest (SECRET-3). */
export interface Vault {
  /** What is stored of a machine secret: the version of the newest pepper, and HMAC-SHA-256 under it. */
  digest(secret: string): Buffer
  /** Every digest that may be stored of a secret, the newest first, to look one up by. */
  digests(secret: string): Buffer[]
  /** Whether a digest was made of this secret, under whichever pepper; in constant time. */
  isDigest(secret: string, digest: Buffer): boolean
  /** Whether a digest should be written again, now that its secret is at hand: it is of an older pepper. */
  isOld(digest: Buffer): boolean
  /** 32 bytes that follow from a text and the pepper of the master key that sealed something: a key that lives as long as that. */
  deriveWith(sealed: Buffer, text: string): Buffer
  /** AES-256-GCM; `about` binds the text to its place: tenant, table, column, row. */
  seal(plain: Buffer, about: string): Buffer
  /** @throws when the bytes were changed or belong to another place */
  open(sealed: Buffer, about: string): Buffer
  /** Ed25519 under the newest version of the master key, for what leaves the installation (OPS-34). */
  sign(bytes: Buffer): Buffer
  /** The public keys that check such signatures, in base64url: one for each version, the newest first. */
  readonly signers: readonly string[]
}
