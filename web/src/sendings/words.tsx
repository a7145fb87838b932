import type { Sending, SendingStatus } from '@cartage/contract/billing/app/sending'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import type { CodeWords } from '../records/code-words.ts'
import { CircleCheck, CircleHelp, CircleX, Clock, Send } from '../ui/icons.tsx'

/** How far a sending is. */
export const sendingBadges: Readonly<Record<SendingStatus, CodeBadge>> = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  STARTED: { word: msg`Sending`, tone: 'blue', icon: Send },
  SENT: { word: msg`Sent`, tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
  UNKNOWN: { word: msg`Unknown`, tone: 'red', icon: CircleHelp },
}

/** How a document is sent. */
export const sendingChannelWords: CodeWords = { MAIL: msg`E-mail`, ACCESS_POINT: msg`Access point` }

/** What is sent. */
export const sendingPurposeWords: CodeWords = { DOCUMENT: msg`Document`, REMINDER: msg`Reminder` }

/** How far a sending is. */
export function SendingBadge({ sending: { status } }: { sending: Pick<Sending, 'status'> }) {
  return <CodeStatus badges={sendingBadges} code={status} />
}
