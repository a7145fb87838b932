import { operations } from './generated/operations.ts'
import type { KeptToken, Operation, Secret, Settings } from './settings.ts'

type Fetch = (
  operation: Operation,
  headers: Record<string, string>,
) => Promise<{ access_token: string; expires_in: number }>

/** Share of its lifetime during which a token is used, so that none expires in transit. */
const usable = 0.95

/** CLIENT-30: the access token of one API client, fetched at first use and cached until it expires. */
export class Tokens {
  readonly #settings: Settings
  readonly #fetch: Fetch
  #kept: Promise<KeptToken> | undefined
  /** The token was fetched by this program, so a new one would be refused as well. */
  #isOwn = false

  constructor(settings: Settings, fetch: Fetch) {
    this.#settings = settings
    this.#fetch = fetch
  }

  /** Returns the token; concurrent calls share one request. */
  async get(): Promise<string> {
    this.#kept ??= this.#read()
    let kept = await this.#settled(this.#kept)
    if (kept.usableUntil <= Date.now()) {
      this.#kept = this.#renew()
      kept = await this.#settled(this.#kept)
    }
    return kept.token
  }

  /** Drops a refused token. False when it was fetched only just now: then the credentials are wrong. */
  drop(): boolean {
    const wasOwn = this.#isOwn
    this.#isOwn = false
    this.#kept = wasOwn ? undefined : this.#renew()
    return !wasOwn
  }

  async #read(): Promise<KeptToken> {
    const kept = await this.#settings.tokens?.read()
    return kept && kept.usableUntil > Date.now() ? kept : await this.#renew()
  }

  async #renew(): Promise<KeptToken> {
    const headers = { accept: 'application/json', authorization: basic(this.#settings.client, 'client') }
    const { access_token, expires_in } = await this.#fetch(operations.createToken, headers)
    const kept = { token: access_token, usableUntil: Date.now() + expires_in * 1000 * usable }
    this.#isOwn = true
    await this.#settings.tokens?.write(kept)
    return kept
  }

  /** After a failed fetch the next call tries again. */
  async #settled(kept: Promise<KeptToken>): Promise<KeptToken> {
    try {
      return await kept
    } catch (error) {
      if (this.#kept === kept) this.#kept = undefined
      throw error
    }
  }
}

/** Basic authorization header for an id and a secret. */
export function basic(secret: Secret | undefined, name: 'client' | 'webhook'): string {
  if (secret === undefined) throw new TypeError(`This operation needs ${name}: { id, secret } in the settings.`)
  const bytes = new TextEncoder().encode(`${secret.id}:${secret.secret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
