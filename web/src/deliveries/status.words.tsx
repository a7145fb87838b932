import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon, RotateCw } from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

interface Look {
  word: MessageDescriptor
  tone: Tone
  icon: LucideIcon
}

/** How each state of a delivery is shown. */
export const deliveryLooks: Readonly<Record<string, Look>> = {
  PENDING: { word: msg`Pending`, tone: 'grey', icon: Clock },
  DELIVERED: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

const retrying: Look = { word: msg`Retrying`, tone: 'amber', icon: RotateCw }

/** The state of a delivery; one this version does not know shows its code (COMPAT-4). */
export function DeliveryState({ delivery }: { delivery: Pick<ListedDelivery, 'state' | 'attempts'> }) {
  const { t } = useLingui()
  const { state, attempts } = delivery
  const known = Object.hasOwn(deliveryLooks, state) ? deliveryLooks[state] : undefined
  const look = state === 'PENDING' && attempts > 0 ? retrying : known
  if (!look) return <StatusBadge look={{ word: state, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge look={{ word: t(look.word), tone: look.tone, icon: look.icon }} />
}

/** The status of an answer: green when the receiver took it. */
export function AnswerCode({ status, failure }: { status: number | null; failure: string | null }) {
  if (status === null) return <span className="text-ink-3">{failure === null ? '—' : failure.split(':')[0]}</span>
  const isTaken = status >= 200 && status < 300
  return <span className={`tnum font-medium ${isTaken ? 'text-green' : 'text-red'}`}>{status}</span>
}
