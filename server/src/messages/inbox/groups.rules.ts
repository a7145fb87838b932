import { digestOf } from '../log.rules.ts'
import type { NewInboxItem } from './items.model.ts'

/** The path of an item that stands for many parts of its message. */
export const manyParts = '*'
/** Most unmatched parts of one message that become separate items; more become one item. */
export const mostSeparate = 20
/** Most parts and reasons shown in such an item. */
const mostShown = 20
const mostReasons = 3

/**
 * Inbox items of one message: separate ones while a person can handle them, otherwise one for all, with their number,
 * the reasons and the first of them.
 * @param parts the stored parts, at least the first
 * @param paths path of each in the body
 * @param reasons reason of each
 */
export function grouped(
  parts: readonly NewInboxItem[],
  paths: readonly string[],
  reasons: readonly string[],
): readonly NewInboxItem[] {
  const [first] = parts
  const count = paths.length
  if (!first || count <= mostSeparate) return parts
  const shown = parts.slice(0, mostShown).map(({ path, reason, item }) => ({ path, reason, item }))
  const identities = parts.map(({ identity }) => identity.toString('hex')).toSorted()
  return [
    {
      ...first,
      path: manyParts,
      item: { part_count: count, parts: shown, paths },
      reason: `${count} parts of this message match no record. ${reasonsText(reasons)}`,
      identity: digestOf(JSON.stringify([first.kind, first.credential_id, manyParts, count, identities])),
    },
  ]
}

/** The most frequent reasons with their numbers. */
function reasonsText(reasons: readonly string[]): string {
  const times = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [reason, all.length] as const)
  const sorted = times.toSorted(([, one], [, other]) => other - one)
  const shown = sorted.slice(0, mostReasons).map(([reason, times]) => `${reason} (${times})`)
  const left = sorted.length - shown.length
  return [...shown, ...(left > 0 ? [`And ${left} other reasons.`] : [])].join(' ')
}
