import { useLingui } from '@lingui/react/macro'
import { CircleCheck, ClockAlert, MapPin, Pause } from '../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../ui/status.tsx'
import type { VehicleState } from './states.ts'

/** The states of vehicles in words, each with its colour and icon. */
export function useStateBadges(): Readonly<Record<VehicleState, BadgeStyle>> {
  const { t } = useLingui()
  return {
    ON_TIME: { word: t`On time`, tone: 'green', icon: CircleCheck },
    DELAYED: { word: t`Delayed`, tone: 'amber', icon: ClockAlert },
    AT_STOP: { word: t`At stop`, tone: 'blue', icon: MapPin },
    IDLE: { word: t`Idle`, tone: 'grey', icon: Pause },
  }
}

/** What a vehicle does. */
export function VehicleStateBadge({ state }: { state: VehicleState }) {
  return <StatusBadge badge={useStateBadges()[state]} />
}
