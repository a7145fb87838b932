import type { CarrierStanding } from '@cartage/contract/dispatch/app/answers'
import { useLingui } from '@lingui/react/macro'
import { Check, CircleSlash, CircleX, Clock, ClockAlert, Pencil, TriangleAlert } from '../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'

type Shown = Pick<CarrierStanding, 'state' | 'is_overdue'>

/** State of a trip at its carrier, as a badge. */
export function CarrierStateBadge(shown: Shown) {
  return <StatusBadge badge={useCarrierBadge(shown)} />
}

/** Badge style of a trip's state at its carrier. */
export function useCarrierBadge({ state, is_overdue }: Shown): BadgeStyle {
  const { t } = useLingui()
  const silent: BadgeStyle = is_overdue
    ? { word: t`Answer overdue`, tone: 'red', icon: ClockAlert }
    : { word: t`No answer yet`, tone: 'amber', icon: Clock }
  const badges: Readonly<Record<string, BadgeStyle>> = {
    NOT_SENT: { word: t`Not sent`, tone: 'grey', icon: CircleSlash },
    FAILED: { word: t`Dispatch failed`, tone: 'red', icon: TriangleAlert },
    SILENT: silent,
    ACCEPTED: { word: t`Accepted`, tone: 'green', icon: Check },
    REFUSED: { word: t`Refused`, tone: 'red', icon: CircleX },
    CHANGED: { word: t`Carrier has an older version`, tone: 'amber', icon: Pencil },
  }
  return badges[state] ?? silent
}
