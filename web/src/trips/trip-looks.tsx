import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleX,
  ClockAlert,
  type LucideIcon,
  MapPin,
  Truck,
} from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

interface Look {
  word: MessageDescriptor
  tone: Tone
  icon: LucideIcon
}

/** How each state of a trip is shown. */
export const tripLooks: Readonly<Record<string, Look>> = {
  CREATED: { word: msg`Draft`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  IN_PROGRESS: { word: msg`In progress`, tone: 'teal', icon: Truck },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** How each state of a stop is shown. */
export const stopLooks: Readonly<Record<string, Look>> = {
  TEMPLATE: { word: msg`Template`, tone: 'grey', icon: CircleDashed },
  BLOCKED: { word: msg`Blocked`, tone: 'red', icon: Ban },
  IGNORED: { word: msg`Ignored`, tone: 'grey', icon: Ban },
  TO_PLAN: { word: msg`To plan`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  DISPATCHED: { word: msg`Dispatched`, tone: 'teal', icon: CircleDot },
  ROUTE_TO_STOP: { word: msg`On the way`, tone: 'teal', icon: Truck },
  AT_STOP: { word: msg`At stop`, tone: 'teal', icon: MapPin },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** The state of a trip. */
export function TripStatus({ status }: { status: string }) {
  return <Badge looks={tripLooks} status={status} />
}

/** The state of a stop of a trip. */
export function StopStatus({ status }: { status: string }) {
  return <Badge looks={stopLooks} status={status} />
}

/** A state; one this version does not know shows its code (COMPAT-4). */
function Badge({ looks, status }: { looks: Readonly<Record<string, Look>>; status: string }) {
  const { t } = useLingui()
  const look = Object.hasOwn(looks, status) ? looks[status]! : undefined
  if (!look) return <StatusBadge look={{ word: status, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge look={{ ...look, word: t(look.word) }} />
}

/** Says that the partner did not take what was told last. */
export function RefusedTag() {
  return (
    <span className="tag tone-red">
      <CircleX size={11} strokeWidth={2.5} aria-hidden="true" />
      <Trans>Not taken</Trans>
    </span>
  )
}

/** Says that a trip is behind its plan. */
export function LateTag() {
  return (
    <span className="tag tone-amber">
      <ClockAlert size={11} strokeWidth={2.5} aria-hidden="true" />
      <Trans>Late</Trans>
    </span>
  )
}
