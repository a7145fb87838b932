import type { DeliveryCounts } from '@cartage/contract/events/app'
import { msg, t } from '@lingui/core/macro'
import { badgeIn, type CodeBadges, codeBadge } from '../records/code-badge.ts'
import {
  Ban,
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Clock,
  FileCheck,
  FileText,
  type IconComponent,
  MapPin,
  Minus,
  OctagonPause,
  Truck,
  X,
} from '../ui/icons.tsx'
import type { BadgeStyle, Tone } from '../ui/status.tsx'

function badge(word: string, tone: Tone, icon: IconComponent): BadgeStyle {
  return { word, tone, icon }
}

/** Badges of the statuses that events report. */
export const eventBadges: CodeBadges = {
  ACCEPTED: codeBadge(msg`Accepted`, 'grey', CircleDashed),
  DRAFT: codeBadge(msg`Draft`, 'grey', CircleDashed),
  QUOTE: codeBadge(msg`Quote`, 'grey', CircleDashed),
  CREATED: codeBadge(msg`Created`, 'grey', CircleDashed),
  TO_PLAN: codeBadge(msg`Unplanned`, 'grey', CircleDashed),
  TODO: codeBadge(msg`To do`, 'grey', CircleDashed),
  PLANNED: codeBadge(msg`Planned`, 'blue', Circle),
  DISPATCHED: codeBadge(msg`Dispatched`, 'teal', CircleDot),
  ROUTE_TO_STOP: codeBadge(msg`On the way`, 'teal', Truck),
  DEPARTED: codeBadge(msg`Departed`, 'teal', Truck),
  IN_TRANSIT: codeBadge(msg`In transit`, 'teal', Truck),
  AT_STOP: codeBadge(msg`At stop`, 'teal', MapPin),
  COMPLETED: codeBadge(msg`Completed`, 'green', CircleCheck),
  REJECTED: codeBadge(msg`Rejected`, 'amber', CircleSlash),
  IGNORED: codeBadge(msg`Ignored`, 'amber', CircleSlash),
  BLOCKED: codeBadge(msg`On hold`, 'red', OctagonPause),
  CANCELLED: codeBadge(msg`Cancelled`, 'grey', Ban),
  INVOICE_READY: codeBadge(msg`Ready to invoice`, 'teal', CircleCheck),
  DONT_INVOICE: codeBadge(msg`Excluded`, 'grey', CircleSlash),
  INVOICE_CREATED: codeBadge(msg`On draft`, 'blue', FileText),
  PRE_INVOICED: codeBadge(msg`Reviewed`, 'blue', FileText),
  INVOICED: codeBadge(msg`Invoiced`, 'green', FileText),
  INVOICE_POSTED: codeBadge(msg`Posted`, 'green', FileCheck),
  POSTED: codeBadge(msg`Posted`, 'green', FileCheck),
}

/** Badge of an event's status; undefined without one. */
export function eventBadge(status: string | null): BadgeStyle | undefined {
  return status === null ? undefined : badgeIn(eventBadges, status)
}

/**
 * Delivery summary of one event: the state that needs most attention, as a share of all if others differ (`1 of 2
 * failed`). Events without subscriptions say so.
 */
export function deliveryBadge(counts: DeliveryCounts): BadgeStyle {
  const total = counts.delivered + counts.pending + counts.dead
  const [dead, pending, delivered] = [partOf(counts.dead, total), partOf(counts.pending, total), counts.delivered]
  if (counts.dead > 0) return badge(t`${dead} failed`, 'red', X)
  if (counts.pending > 0) return badge(t`${pending} pending`, 'amber', Clock)
  if (counts.delivered > 0) return badge(t`${delivered} delivered`, 'green', Check)
  return badge(t`no endpoint`, 'grey', Minus)
}

function partOf(part: number, total: number): string {
  return part === total ? String(part) : t`${part} of ${total}`
}
