import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, CirclePause, type LucideIcon, TriangleAlert } from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

/** How each state of an endpoint is shown. */
export const endpointBadges: Readonly<Record<string, { word: MessageDescriptor; tone: Tone; icon: LucideIcon }>> = {
  ACTIVE: { word: msg`Healthy`, tone: 'green', icon: CircleCheck },
  FAILING: { word: msg`Failing`, tone: 'red', icon: TriangleAlert },
  PAUSED: { word: msg`Paused`, tone: 'amber', icon: CirclePause },
}

/** The health of an endpoint. */
export function EndpointState({ state }: { state: string }) {
  const { t } = useLingui()
  const badge = Object.hasOwn(endpointBadges, state) ? endpointBadges[state]! : undefined
  if (!badge) return <StatusBadge badge={{ word: state, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge badge={{ word: t(badge.word), tone: badge.tone, icon: badge.icon }} />
}
