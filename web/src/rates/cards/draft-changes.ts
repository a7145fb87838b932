import type { RateCardDoc, RateLine } from '@cartage/contract/rates/app/rate-card'
import { conditionText, lineText, type Voice } from '../sentences.ts'

/** One difference between two versions of a card. */
export interface CardChange {
  /** Key of a line, or name of a member of the card. */
  name: string
  kind: 'ADDED' | 'REMOVED' | 'CHANGED' | 'MOVED'
  /** As a sentence. Undefined if there was or is none. */
  before: string | undefined
  after: string | undefined
}

/** Differences between a published version and a draft: lines by key, then the card's own members. */
export function changesOf(before: RateCardDoc, after: RateCardDoc, voice: Voice): CardChange[] {
  return [...lineChanges(before.lines, after.lines, voice), ...memberChanges(before, after, voice)]
}

function lineChanges(before: readonly RateLine[], after: readonly RateLine[], voice: Voice): CardChange[] {
  const old = new Map(before.map((line) => [line.key, line]))
  const next = new Map(after.map((line) => [line.key, line]))
  const removed = before.filter(({ key }) => !next.has(key))
  const changed = after.flatMap((line): CardChange[] => {
    const was = old.get(line.key)
    if (!was) return [{ name: line.key, kind: 'ADDED', before: undefined, after: lineText(line, voice) }]
    if (sameText(was, line)) return []
    return [{ name: line.key, kind: 'CHANGED', before: lineText(was, voice), after: lineText(line, voice) }]
  })
  return [
    ...removed.map((line): CardChange => {
      return { name: line.key, kind: 'REMOVED', before: lineText(line, voice), after: undefined }
    }),
    ...changed,
    ...moves(before, after, voice),
  ]
}

/** Reordered lines: the order matters among alternatives. */
function moves(before: readonly RateLine[], after: readonly RateLine[], voice: Voice): CardChange[] {
  const order = (lines: readonly RateLine[], others: readonly RateLine[]) =>
    lines.filter(({ key }) => others.some((one) => one.key === key)).map(({ key }) => key)
  const [was, is] = [order(before, after), order(after, before)]
  if (was.join() === is.join()) return []
  const names = (keys: readonly string[]) =>
    keys.map((key) => voice.typeName(after.find((line) => line.key === key)!.type)).join(', ')
  return [{ name: 'lines', kind: 'MOVED', before: names(was), after: names(is) }]
}

function memberChanges(before: RateCardDoc, after: RateCardDoc, { language }: Voice): CardChange[] {
  const shown = (doc: RateCardDoc): Record<string, string> => ({
    date_of: doc.date_of,
    assignments: doc.assignments.map(assignmentCode).join(', '),
    when: doc.when.map((one) => conditionText(one, language)).join(' · '),
    includes: doc.includes.join(', '),
    consolidation: doc.consolidation,
    contract_number: doc.contract_number ?? '',
  })
  const [old, next] = [shown(before), shown(after)]
  return Object.keys(next).flatMap((name): CardChange[] =>
    old[name] === next[name] ? [] : [{ name, kind: 'CHANGED', before: old[name], after: next[name] }],
  )
}

/** Code of an assignment: `KLANT-A`, `GROUP retail / FTL (50)`. */
export function assignmentCode({ to, code, transport_service, priority }: RateCardDoc['assignments'][number]): string {
  const service = transport_service === undefined ? '' : ` / ${transport_service}`
  return `${code ?? to}${service} (${priority})`
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

/** Sorts the members of a value: the database stores them in its own order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]))
}
