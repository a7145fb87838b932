import { useLingui } from '@lingui/react/macro'
import { CircleCheck, ClockAlert, MapPin, Pause } from '../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'
import type { VehicleState } from './states.ts'

/** Badges of vehicle states, each with a colour and icon. */
export function useStateBadges(): Readonly<Record<VehicleState, BadgeStyle>> {
  const { t } = useLingui()
  return {
    ON_TIME: { word: t`On time`, tone: 'green', icon: CircleCheck },
    DELAYED: { word: t`Delayed`, tone: 'amber', icon: ClockAlert },
    AT_STOP: { word: t`At stop`, tone: 'blue', icon: MapPin },
    IDLE: { word: t`Idle`, tone: 'grey', icon: Pause },
  }
}

/** State of a vehicle. */
export function VehicleStateBadge({ state }: { state: VehicleState }) {
  return <StatusBadge badge={useStateBadges()[state]} />
}
