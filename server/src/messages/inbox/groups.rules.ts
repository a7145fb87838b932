import { digestOf } from '../log.rules.ts'
import type { NewInboxItem } from './store.ts'

/** The path of an item that holds many parts of its message. */
export const manyParts = '*'
/** So many parts of one message are in the inbox one by one; more are one item. */
export const mostSeparate = 20
/** Parts and reasons that such an item shows. */
const mostShown = 20
const mostReasons = 3

/**
 * The items of one message as the inbox has them: each for itself while a person can go through them, otherwise one for
 * all, with their number, the reasons and the first of them.
 * @param parts those that were kept, at least the first
 * @param paths where the body says each of them
 * @param reasons why each of them was left
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
