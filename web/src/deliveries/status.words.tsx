import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon, RotateCw } from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

interface CodeBadge {
  word: MessageDescriptor
  tone: Tone
  icon: LucideIcon
}

/** How each state of a delivery is shown. */
export const deliveryBadges: Readonly<Record<string, CodeBadge>> = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  DELIVERED: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

const retrying: CodeBadge = { word: msg`Retrying`, tone: 'amber', icon: RotateCw }

/** The state of a delivery; one this version does not know shows its code (COMPAT-4). */
export function DeliveryState({ delivery }: { delivery: Pick<ListedDelivery, 'state' | 'attempts'> }) {
  const { t } = useLingui()
  const { state, attempts } = delivery
  const known = Object.hasOwn(deliveryBadges, state) ? deliveryBadges[state] : undefined
  const badge = state === 'PENDING' && attempts > 0 ? retrying : known
  if (!badge) return <StatusBadge badge={{ word: state, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge badge={{ word: t(badge.word), tone: badge.tone, icon: badge.icon }} />
}

/** The status of a response: green when the endpoint accepted it. */
export function AnswerCode({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span className="text-ink-3">{failure === null ? '—' : failure.split(':')[0]}</span>
  const isTaken = status >= 200 && status < 300
  return <span className={`tnum font-medium ${isTaken ? 'text-green' : 'text-red'}`}>{status}</span>
}
