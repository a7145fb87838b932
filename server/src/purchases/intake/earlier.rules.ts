import { isDeepStrictEqual } from 'node:util'
import { msg, type Sentence } from '@cartage/contract/message'
import type { PurchaseDocument } from './document.rules.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member whose value differs from the document sent before. */
export interface Differing {
  /** Such as `lines.2.amount`, with positions from 1. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The full content depends on the format, so only the members in use are compared. */
const notCompared = new Set(['terms'])

/**
 * Differences to the document stored under the same number (PURCH-2). Members that an earlier version did not store are
 * ignored.
 */
export function differencesOf(kept: unknown, now: unknown, path = ''): Differing[] {
  if (Array.isArray(kept) && Array.isArray(now)) {
    const longest = Math.max(kept.length, now.length)
    return Array.from({ length: longest }, (_, at) =>
      differencesOf(kept[at] ?? null, now[at] ?? null, join(path, at + 1)),
    ).flat()
  }
  if (isObject(kept) && isObject(now)) {
    const shared = Object.keys(kept).filter((name) => !notCompared.has(name))
    return shared.flatMap((name) => differencesOf(kept[name], now[name], join(path, name)))
  }
  return isDeepStrictEqual(kept ?? null, now ?? null) ? [] : [{ path, before: kept, after: now }]
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

const mostShown = 5

/** Why a document waits that was sent before with other content, with the first differing members. */
export function differsSentence(document: PurchaseDocument, differing: readonly Differing[]): Sentence {
  const shown = differing
    .slice(0, mostShown)
    .map(({ path, before, after }) => `${path}: ${textOf(before)} → ${textOf(after)}`)
  const left = differing.length - shown.length
  const list = [...shown, ...(left > 0 ? [`+${left}`] : [])].join('; ')
  return msg`The supplier has sent ${document.external_name} before, with other content (${list}). Reject the earlier document and try again, or dismiss this one.`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? '…' : String(value).slice(0, 60)
}
