import type { Vault } from '../context.ts'
import { errorItem, Problem } from './problem.ts'

/** Scope of a cursor: it opens for this tenant and endpoint only. */
export interface CursorPlace {
  readonly vault: Vault
  readonly tenantId: string
  /** Operation id. */
  readonly endpoint: string
}

/** Query string filters of a list; absent ones are left out or undefined. */
export type CursorFilters = Readonly<Record<string, string | undefined>>

/** Content of a cursor: the key of the last row, and the initial filters of the walk. */
export interface CursorContent {
  readonly key: readonly (string | number)[]
  readonly filters: Readonly<Record<string, string>>
}

interface Packed {
  k: (string | number)[]
  f: Record<string, string>
  /** Expiry in seconds since 1970; 0 if it is valid as long as its target exists. */
  e: number
}

/**
 * Creates a cursor: encrypted and authenticated, bound to tenant and endpoint, only `A-Z a-z 0-9 - _` (PAGE-5,
 * CLIENT-14).
 * @param life validity in seconds from `now`, which is in milliseconds; null if it does not expire
 */
export function sealCursor(
  place: CursorPlace,
  content: { key: readonly (string | number)[]; filters?: CursorFilters },
  life: { now: number; seconds: number | null },
): string {
  const packed: Packed = {
    k: [...content.key],
    f: setFilters(content.filters ?? {}),
    e: life.seconds === null ? 0 : Math.floor(life.now / 1_000) + life.seconds,
  }
  return place.vault.seal(Buffer.from(JSON.stringify(packed)), about(place)).toString('base64url')
}

/**
 * Opens a cursor. Filters sent with it must equal those it was created with (CLIENT-15).
 * @param now milliseconds since 1970
 * @throws Problem cursor_invalid (422 on `cursor`): damaged, foreign, of another list, too old, or another filter
 */
export function openCursor(place: CursorPlace, text: string, filters: CursorFilters, now: number): CursorContent {
  const packed = unseal(place, text)
  if (!packed) throw cursorProblem()
  if (packed.e !== 0 && packed.e * 1_000 < now) throw cursorProblem()
  for (const [name, value] of Object.entries(setFilters(filters))) {
    if (packed.f[name] !== value) throw cursorProblem()
  }
  return { key: packed.k, filters: packed.f }
}

function unseal(place: CursorPlace, text: string): Packed | undefined {
  const sealed = Buffer.from(text, 'base64url')
  // The decoder skips invalid base64url and ignores spare bits, so only the canonical spelling is accepted.
  if (sealed.length === 0 || sealed.toString('base64url') !== text) return undefined
  try {
    return JSON.parse(place.vault.open(sealed, about(place)).toString()) as Packed
  } catch {
    return undefined
  }
}

function about(place: CursorPlace): string {
  return `cursor|${place.tenantId}|${place.endpoint}`
}

function setFilters(filters: CursorFilters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The same answer for every invalid cursor, so that it reveals nothing about rows. */
export function cursorProblem(): Problem {
  const problem = new Problem('cursor_invalid')
  return new Problem('cursor_invalid', { errors: [errorItem('cursor', problem.message, 'cursor_invalid')] })
}
