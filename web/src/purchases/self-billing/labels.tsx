import type { ListedPurchase, selfBillingStates } from '@cartage/contract/purchases/app'
import type { agreementStates } from '@cartage/contract/purchases/app/agreement'
import { msg } from '@lingui/core/macro'
import { type CodeBadge, type CodeBadges, codeBadge } from '../../records/code-badge.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { CircleAlert, CircleCheck, CircleMinus, Clock, FileCheck, FileText, Hourglass, Undo2 } from '../../ui/icons.tsx'

/** A supplier's consent to a document that we write in its name. */
const consentBadges = {
  WAITING: codeBadge(msg`Waiting for supplier`, 'blue', Hourglass),
  OBJECTED: codeBadge(msg`Supplier objects`, 'amber', CircleAlert),
  AGREED: codeBadge(msg`Supplier agrees`, 'green', FileCheck),
  WITHDRAWN: codeBadge(msg`Withdrawn`, 'grey', Undo2),
} satisfies Record<(typeof selfBillingStates)[number], CodeBadge>

/** Consent by the result shown in lists. */
export const consentOfResult: Readonly<Record<NonNullable<ListedPurchase['result']>, keyof typeof consentBadges>> = {
  MATCHED: 'WAITING',
  DISPUTED: 'OBJECTED',
  ACCEPTED: 'AGREED',
  REJECTED: 'WITHDRAWN',
}

/** Badges of finalised documents, where the supplier's earlier consent no longer matters. */
const finalBadges: CodeBadges = {
  INVOICED: codeBadge(msg`Finalised`, 'green', FileText),
  INVOICE_POSTED: codeBadge(msg`Posted`, 'green', FileCheck),
}
const selfBilledBadges: CodeBadges = { ...consentBadges, ...finalBadges }

/** State of a self-billed document. */
export function SelfBilledStatus({ status, consent }: { status: string; consent: keyof typeof consentBadges }) {
  return <CodeStatus badges={selfBilledBadges} code={status in finalBadges ? status : consent} />
}

/** Whether an agreement is valid today. */
export const agreementBadges = {
  UPCOMING: codeBadge(msg`Upcoming`, 'blue', Clock),
  IN_FORCE: codeBadge(msg`In force`, 'green', CircleCheck),
  ENDED: codeBadge(msg`Ended`, 'grey', CircleMinus),
} satisfies Record<(typeof agreementStates)[number], CodeBadge>
