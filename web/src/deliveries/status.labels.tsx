import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeBadge, CodeBadges } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { CircleCheck, CircleX, Clock, RotateCw } from '../ui/icons.tsx'

/** Badges of delivery states. */
export const deliveryBadges: CodeBadges = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  DELIVERED: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

const retrying: CodeBadge = { word: msg`Retrying`, tone: 'amber', icon: RotateCw }

const declined: CodeBadge = { word: msg`Declined`, tone: 'red', icon: CircleX }

/** Reason of an endpoint that received the message and rejected its content. */
const declinedReason = /^rejected: (.*)$/s

/** State of a delivery. A 200 response that rejects the content is not a transport failure. */
export function DeliveryState({ delivery }: { delivery: Pick<ListedDelivery, 'state' | 'attempts' | 'reason'> }) {
  const { state, attempts, reason } = delivery
  if (state === 'PENDING' && attempts > 0) return <CodeStatus badges={{ PENDING: retrying }} code={state} />
  if (state === 'FAILED' && declinedReason.test(reason ?? '')) {
    return <CodeStatus badges={{ FAILED: declined }} code={state} />
  }
  return <CodeStatus badges={deliveryBadges} code={state} />
}

const reasonLabels: CodeLabels = {
  given_up: msg`No success after the last attempt`,
  refused: msg`Rejected by the endpoint`,
  superseded: msg`Replaced by a newer position`,
}

/** Why a delivery failed; the endpoint's own text stays untranslated. */
export function useDeliveryReason(): (reason: string) => string {
  const { t } = useLingui()
  return (reason) => {
    const word = Object.hasOwn(reasonLabels, reason) ? reasonLabels[reason] : undefined
    return word ? t(word) : (declinedReason.exec(reason)?.[1] ?? reason)
  }
}

/** Response status: green if the endpoint accepted it. */
export function AnswerCode({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span className="text-ink-3">{failure === null ? '—' : failure.split(':')[0]}</span>
  const isTaken = status >= 200 && status < 300
  return <span className={`tnum font-medium ${isTaken ? 'text-green' : 'text-red'}`}>{status}</span>
}
