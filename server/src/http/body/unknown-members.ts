import { msg } from '@cartage/contract/message'
import { unknownMembers } from '@cartage/contract/orders/unknown-members'
import type { Warning } from '../warnings.ts'
import type { SentBody } from './sent.ts'

/** So many unknown members are named; a body full of them is another interface. */
const mostNamed = 20
/** A name is as long as its sender likes, and a header is not. */
const longestPath = 200

/**
 * CLIENT-35: members of a body that the interface does not have, as warnings with the nearest known name.
 * @param body undefined when reading it changed nothing, so that it has no such member
 */
export function unknownMemberWarnings(body: SentBody | undefined): Warning[] {
  if (body === undefined) return []
  return unknownMembers(body.schema, body.sent, mostNamed).map(({ path, nearest }) => ({
    field: path.length > longestPath ? `${path.slice(0, longestPath)}…` : path,
    code: 'unknown_member',
    message:
      nearest === undefined
        ? 'is not a member of the interface and was left out'
        : msg`is not a member of the interface and was left out. Did you mean ${nearest}?`,
  }))
}
