import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, CirclePause, type LucideIcon, TriangleAlert } from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

/** How each state of a receiver is shown. */
export const receiverLooks: Readonly<Record<string, { word: MessageDescriptor; tone: Tone; icon: LucideIcon }>> = {
  ACTIVE: { word: msg`Healthy`, tone: 'green', icon: CircleCheck },
  FAILING: { word: msg`Failing`, tone: 'red', icon: TriangleAlert },
  PAUSED: { word: msg`Paused`, tone: 'amber', icon: CirclePause },
}

/** How a receiver is doing. */
export function ReceiverState({ state }: { state: string }) {
  const { t } = useLingui()
  const look = Object.hasOwn(receiverLooks, state) ? receiverLooks[state]! : undefined
  if (!look) return <StatusBadge look={{ word: state, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge look={{ word: t(look.word), tone: look.tone, icon: look.icon }} />
}
