import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  FileQuestion,
  type LucideIcon,
  OctagonPause,
  Truck,
} from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

interface CodeBadge {
  word: MessageDescriptor
  tone: Tone
  icon: LucideIcon
}

/** How each state of an order is shown. */
export const orderBadges: Readonly<Record<string, CodeBadge>> = {
  QUOTE: { word: msg`Quote`, tone: 'grey', icon: FileQuestion },
  TO_PLAN: { word: msg`Unplanned`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  IN_PROGRESS: { word: msg`In progress`, tone: 'teal', icon: Truck },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  REJECTED: { word: msg`Rejected`, tone: 'amber', icon: CircleSlash },
  BLOCKED: { word: msg`On hold`, tone: 'red', icon: OctagonPause },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** The state of an order; one this version does not know shows its code (COMPAT-4). */
export function OrderStatus({ status }: { status: string }) {
  const { t } = useLingui()
  const badge = Object.hasOwn(orderBadges, status) ? orderBadges[status]! : undefined
  if (!badge) return <StatusBadge badge={{ word: status, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge badge={{ word: t(badge.word), tone: badge.tone, icon: badge.icon }} />
}
