import { isDeepStrictEqual } from 'node:util'
import { msg, type Sentence } from '@cartage/contract/message'
import type { PurchaseDocument } from './document.rules.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of a document that was sent before with another value. */
export interface Differing {
  /** Such as `lines.2.amount`; places from 1. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Everything the document says, however it was sent, is not compared: what is used of it is. */
const notCompared = new Set(['terms'])

/**
 * What a document says otherwise than the one that was kept under its number (PURCH-2). What was not kept in an earlier
 * version is not known, and no difference.
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

/** Why a document waits that was sent before with other content, with the first members that differ. */
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
