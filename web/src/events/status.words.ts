import type { DeliveryCounts } from '@cartage/contract/events/app'
import { msg, t } from '@lingui/core/macro'
import {
  Ban,
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Clock,
  type LucideIcon,
  MapPin,
  Minus,
  OctagonPause,
  Truck,
  X,
} from 'lucide-react'
import { badgeIn, type CodeBadge, say } from '../records/code-badge.ts'
import type { BadgeStyle, Tone } from '../ui/status.tsx'

function badge(word: string, tone: Tone, icon: LucideIcon): BadgeStyle {
  return { word, tone, icon }
}

const eventBadges: Record<string, CodeBadge> = {
  ACCEPTED: say(msg`Accepted`, 'grey', CircleDashed),
  DRAFT: say(msg`Draft`, 'grey', CircleDashed),
  QUOTE: say(msg`Quote`, 'grey', CircleDashed),
  CREATED: say(msg`Created`, 'grey', CircleDashed),
  TO_PLAN: say(msg`Unplanned`, 'grey', CircleDashed),
  TODO: say(msg`To do`, 'grey', CircleDashed),
  PLANNED: say(msg`Planned`, 'blue', Circle),
  DISPATCHED: say(msg`Dispatched`, 'teal', CircleDot),
  ROUTE_TO_STOP: say(msg`On the way`, 'teal', Truck),
  DEPARTED: say(msg`Departed`, 'teal', Truck),
  IN_TRANSIT: say(msg`In transit`, 'teal', Truck),
  AT_STOP: say(msg`At stop`, 'teal', MapPin),
  COMPLETED: say(msg`Completed`, 'green', CircleCheck),
  REJECTED: say(msg`Rejected`, 'amber', CircleSlash),
  IGNORED: say(msg`Ignored`, 'amber', CircleSlash),
  BLOCKED: say(msg`On hold`, 'red', OctagonPause),
  CANCELLED: say(msg`Cancelled`, 'grey', Ban),
}

/** How the status that an event reports is shown; undefined when it reports none. */
export function eventBadge(status: string | null): BadgeStyle | undefined {
  return status === null ? undefined : badgeIn(eventBadges, status)
}

/**
 * The deliveries of one event in a word: what needs attention comes first, as a part of the whole when others
 * fared better (`1 of 2 failed`). An event without subscriptions says so.
 */
export function deliveryBadge(counts: DeliveryCounts): BadgeStyle {
  const total = counts.delivered + counts.pending + counts.dead
  const [dead, pending, delivered] = [partOf(counts.dead, total), partOf(counts.pending, total), counts.delivered]
  if (counts.dead > 0) return badge(t`${dead} failed`, 'red', X)
  if (counts.pending > 0) return badge(t`${pending} waiting`, 'amber', Clock)
  if (counts.delivered > 0) return badge(t`${delivered} delivered`, 'green', Check)
  return badge(t`no endpoint`, 'grey', Minus)
}

function partOf(part: number, total: number): string {
  return part === total ? String(part) : t`${part} of ${total}`
}
