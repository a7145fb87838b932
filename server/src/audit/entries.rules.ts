import { createHash } from 'node:crypto'
import type { Entry } from './chain.rules.ts'
import type { By, Change, Members } from './rules.ts'

/** A member of a record before and after a change; null includes absent. */
export interface Difference {
  readonly before: unknown
  readonly after: unknown
}

/** Digest of a value too large for the trail. Two digests can still be compared. */
export interface Digested {
  readonly sha256: string
  /** Size of the value as JSON. */
  readonly bytes: number
}

/** Longest value stored in full, in bytes of JSON. */
const longestValue = 2_000
/** A text of this many characters never exceeds that, even with escapes. */
const shortText = longestValue / 6 - 2

/** Words in a member name that suggest a secret (AUDIT-2). */
const secretWords = new Set([
  ...['secret', 'secrets', 'password', 'passwords', 'passphrase', 'passwd', 'pwd', 'token', 'tokens', 'pin', 'pins'],
  ...['credential', 'credentials', 'authorization', 'cookie', 'cookies', 'otp', 'jwt'],
])
/** The same for two-word names. */
const secretPairs = /(^|_)(private_key|secret_key|api_key|access_key|signing_key|receiver_auth|pin_code|puk_code)(_|$)/

/** Names that only describe a secret: `credential_id`, `has_password`, `token_limits`. */
const describesSecret = /^(is|has)_|_(id|ids|count|limits|expires_at)$/

/** Whether a member name suggests a secret: `client_secret`, `passwordHash`, `api_key`. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const isSecret = looksSecret(name)
  // Member names are chosen by tenants, so the cache is bounded.
  if (judged.size >= mostRemembered) judged.clear()
  judged.set(name, isSecret)
  return isSecret
}

const judged = new Map<string, boolean>()
const mostRemembered = 10_000

function looksSecret(name: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
  if (describesSecret.test(plain)) return false
  return secretPairs.test(plain) || plain.split('_').some((word) => secretWords.has(word))
}

/** Acts recorded even without changed members. */
const acts: readonly Change['action'][] = ['rotated', 'logged_in', 'login_failed', 'replayed']

/** Audit entries for changes, in order; changes without effect have none. */
export function entriesOf(by: By, changes: readonly Change[]): Entry[] {
  const actor_id = by.actor.id === null ? null : storable(by.actor.id)
  const request_id = by.requestId === null ? null : storable(by.requestId)
  const entries: Entry[] = []
  for (const { action, entity_type, entity_id, before, after } of changes) {
    const { isChanged, differences } = compare(before ?? {}, after ?? {})
    // A change of a secret alone is recorded, without either value.
    if (!isChanged && before !== null && after !== null && !acts.includes(action)) continue
    entries.push({
      actor_kind: by.actor.kind,
      actor_id,
      action,
      entity_type: storable(entity_type),
      entity_id: storable(entity_id),
      changes: JSON.stringify(differences),
      request_id,
    })
  }
  return entries
}

/** Changed members by name, without secrets and with large values digested. */
export function differencesOf(before: Members | null, after: Members | null): Record<string, Difference> {
  return compare(before ?? {}, after ?? {}).differences
}

/** Called for every member of 10,000 records in a row, so plain values take a fast path. */
function compare(before: Members, after: Members): { isChanged: boolean; differences: Record<string, Difference> } {
  let isChanged = false
  const differences: [string, Difference][] = []
  for (const name of namesOf(before, after)) {
    const [old, now] = [plainOf(own(before, name)), plainOf(own(after, name))]
    if (isEqual(old, now)) continue
    isChanged = true
    if (isSecretName(name)) continue
    const [openOld, openNow] = [withoutSecrets(old), withoutSecrets(now)]
    if (!isEqual(openOld, openNow)) differences.push([name, { after: kept(openNow), before: kept(openOld) }])
  }
  // Not an assignment: a member called __proto__ would be lost.
  return { isChanged, differences: Object.fromEntries(differences) }
}

/** A member name may equal an inherited property. */
function own(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : null
}

function namesOf(before: Members, after: Members): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
}

/** The value as JSON would carry it, members sorted by name; absent becomes null. */
function plainOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  const text = JSON.stringify(value)
  return text === undefined ? null : sorted(JSON.parse(text))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:\/\//i.test(value) ? openUrl(value) : value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  const open = Object.entries(value).filter(([name]) => !isSecretName(name))
  return Object.fromEntries(open.map(([name, inner]) => [name, withoutSecrets(inner)]))
}

/** A URL without its password and keys. */
function openUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [...url.searchParams.keys()].filter(isSecretName)
  if (url.username === '' && url.password === '' && secrets.length === 0) return text
  url.username = ''
  url.password = ''
  for (const name of secrets) url.searchParams.delete(name)
  return url.href
}

function kept(value: unknown): unknown {
  if (typeof value === 'string' && value.length < shortText) return value
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes <= longestValue) return value
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes } satisfies Digested
}

/** In a form PostgreSQL can store: no NUL and no lone surrogates, so that the stored text equals the hashed one. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed()
}
