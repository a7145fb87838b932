import type { Sending, SendingStatus } from '@cartage/contract/billing/app/sending'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CodeBadge } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { CircleCheck, CircleHelp, CircleX, Clock, Send } from '../ui/icons.tsx'

/** Badges of sending states. */
export const sendingBadges: Readonly<Record<SendingStatus, CodeBadge>> = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  STARTED: { word: msg`Sending`, tone: 'blue', icon: Send },
  SENT: { word: msg`Sent`, tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
  UNKNOWN: { word: msg`Unknown`, tone: 'red', icon: CircleHelp },
}

/** Labels of the channels. */
export const sendingChannelLabels: CodeLabels = { MAIL: msg`E-mail`, ACCESS_POINT: msg`Access point` }

/** Labels of the purposes. */
export const sendingPurposeLabels: CodeLabels = {
  DOCUMENT: msg`Document`,
  REMINDER: msg`Reminder`,
  CREDIT_REQUEST: msg`Request for a credit note`,
}

/** State of a sending. */
export function SendingBadge({ sending: { status } }: { sending: Pick<Sending, 'status'> }) {
  return <CodeStatus badges={sendingBadges} code={status} />
}

/** Why a sending failed. For a returned e-mail, with a link to the recipient's addresses. */
export function Failure({ sending }: { sending: Sending }) {
  const { failure, status, channel, company_id, company_name } = sending
  return (
    <>
      {failure}
      {status === 'FAILED' && channel === 'MAIL' && (
        <Link
          to="/companies/$companyId"
          params={{ companyId: company_id }}
          search={{ tab: 'contacts' }}
          className="block text-brand-ink underline-offset-2 hover:underline"
        >
          <Trans>Contacts of {company_name}</Trans>
        </Link>
      )}
    </>
  )
}
