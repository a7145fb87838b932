import { msg } from '@lingui/core/macro'
import { Ban, Circle, CircleCheck, CircleDashed, CircleSlash, FileQuestion, OctagonPause, Truck } from '../ui/icons.tsx'
import type { CodeBadges } from './code-badge.ts'
import { CodeStatus } from './code-status.tsx'

/** Badges of order states. */
export const orderBadges: CodeBadges = {
  QUOTE: { word: msg`Quote`, tone: 'grey', icon: FileQuestion },
  TO_PLAN: { word: msg`Unplanned`, tone: 'grey', icon: CircleDashed },
  PLANNED: { word: msg`Planned`, tone: 'blue', icon: Circle },
  IN_PROGRESS: { word: msg`In progress`, tone: 'teal', icon: Truck },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  REJECTED: { word: msg`Rejected`, tone: 'amber', icon: CircleSlash },
  BLOCKED: { word: msg`On hold`, tone: 'red', icon: OctagonPause },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** The state of an order. */
export function OrderStatus({ status }: { status: string }) {
  return <CodeStatus badges={orderBadges} code={status} />
}
