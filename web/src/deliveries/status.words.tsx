import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import { msg } from '@lingui/core/macro'
import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react'
import type { CodeBadge, CodeBadges } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'

/** How each state of a delivery is shown. */
export const deliveryBadges: CodeBadges = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  DELIVERED: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

const retrying: CodeBadge = { word: msg`Retrying`, tone: 'amber', icon: RotateCw }

/** The state of a delivery. */
export function DeliveryState({ delivery }: { delivery: Pick<ListedDelivery, 'state' | 'attempts'> }) {
  const { state, attempts } = delivery
  const badges = state === 'PENDING' && attempts > 0 ? { PENDING: retrying } : deliveryBadges
  return <CodeStatus badges={badges} code={state} />
}

/** The status of a response: green when the endpoint accepted it. */
export function AnswerCode({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span className="text-ink-3">{failure === null ? '—' : failure.split(':')[0]}</span>
  const isTaken = status >= 200 && status < 300
  return <span className={`tnum font-medium ${isTaken ? 'text-green' : 'text-red'}`}>{status}</span>
}
