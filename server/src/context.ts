import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Wake } from './jobs/loop.ts'
import type { Seams } from './seams.ts'

/** One request to the outside world, already checked against the address rules. */
export interface OutboundRequest {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  body: string
  timeout_ms: number
}

/** What came back, or why nothing did. `body` is cut after 4 KiB. */
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
  refusal(url: string): Promise<string | null>
}

/** Everything a handler may touch. Built once in main.ts, overridden in tests. */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly seams: Seams
  readonly net: Net
  /** The process clock. Leases, limits and order use the database's clock, never this one. */
  now(): Date
  /** Bytes from a cryptographic source. */
  randomBytes(count: number): Buffer
  /** A new public id, UUID version 4. */
  newId(): string
  /** Encrypts and hashes with keys derived from the master key. */
  readonly vault: Vault
  /** Rouses the loops of this process after a commit. */
  readonly wake: Wake
}

/** Secrets at rest (reliability design 2.12). */
export interface Vault {
  /** HMAC-SHA-256 of a machine secret under the pepper; compared in constant time. */
  digest(secret: string): Buffer
  /** AES-256-GCM; `about` binds the text to its place: tenant, table, column, row. */
  seal(plain: Buffer, about: string): Buffer
  /** @throws when the bytes were changed or belong to another place */
  open(sealed: Buffer, about: string): Buffer
}
