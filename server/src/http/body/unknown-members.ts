import { msg } from '@cartage/contract/message'
import { unknownMembers } from '@cartage/contract/orders/unknown-members'
import type { Warning } from '../warnings.ts'
import type { SentBody } from './sent.ts'

/** Maximum unknown members to name. A body with more was written for another interface. */
const mostNamed = 20
/** Maximum length of a named path, because a header is limited and names are not. */
const longestPath = 200

/**
 * CLIENT-35: unknown members of a body, as warnings with the nearest known name.
 * @param body undefined if parsing changed nothing, so it has no such member
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
