import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeBadge, CodeBadges } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { CircleCheck, CircleX, Clock, RotateCw } from '../ui/icons.tsx'

/** How each state of a delivery is shown. */
export const deliveryBadges: CodeBadges = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  DELIVERED: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

const retrying: CodeBadge = { word: msg`Retrying`, tone: 'amber', icon: RotateCw }

const declined: CodeBadge = { word: msg`Declined`, tone: 'red', icon: CircleX }

/** What the endpoint wrote when it took the message and declined what it asks. */
const declinedReason = /^rejected: (.*)$/s

/** The state of a delivery: one that was answered 200 and declined in words did not fail on the way. */
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

/** Why a delivery failed; what the endpoint itself wrote stays as it is. */
export function useDeliveryReason(): (reason: string) => string {
  const { t } = useLingui()
  return (reason) => {
    const word = Object.hasOwn(reasonLabels, reason) ? reasonLabels[reason] : undefined
    return word ? t(word) : (declinedReason.exec(reason)?.[1] ?? reason)
  }
}

/** The status of a response: green when the endpoint accepted it. */
export function AnswerCode({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span className="text-ink-3">{failure === null ? '—' : failure.split(':')[0]}</span>
  const isTaken = status >= 200 && status < 300
  return <span className={`tnum font-medium ${isTaken ? 'text-green' : 'text-red'}`}>{status}</span>
}
