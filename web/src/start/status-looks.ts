import type { DeliveryCounts } from '@cartage/contract/app/start'
import {
  Ban,
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  Copy,
  LoaderCircle,
  type LucideIcon,
  MapPin,
  Minus,
  OctagonPause,
  Truck,
  X,
} from 'lucide-react'
import type { StatusLook, Tone } from '../ui/status.tsx'

function look(word: string, tone: Tone, icon: LucideIcon): StatusLook {
  return { word, tone, icon }
}

const uploadLooks: Record<string, StatusLook> = {
  TODO: look('Waiting', 'grey', Clock),
  IN_PROGRESS: look('In progress', 'blue', LoaderCircle),
  READY_TO_UPSERT: look('In progress', 'blue', LoaderCircle),
  UPSERT_IN_PROGRESS: look('In progress', 'blue', LoaderCircle),
  COMPLETED: look('Completed', 'green', CircleCheck),
  ERROR: look('Failed', 'red', CircleX),
  SKIPPED: look('Skipped', 'amber', CircleSlash),
  DUPLICATE: look('Duplicate', 'grey', Copy),
}

const eventLooks: Record<string, StatusLook> = {
  ACCEPTED: look('Accepted', 'grey', CircleDashed),
  DRAFT: look('Draft', 'grey', CircleDashed),
  QUOTE: look('Quote', 'grey', CircleDashed),
  CREATED: look('Created', 'grey', CircleDashed),
  TO_PLAN: look('To plan', 'grey', CircleDashed),
  TODO: look('To do', 'grey', CircleDashed),
  PLANNED: look('Planned', 'blue', Circle),
  DISPATCHED: look('Dispatched', 'teal', CircleDot),
  ROUTE_TO_STOP: look('On the way', 'teal', Truck),
  DEPARTED: look('Departed', 'teal', Truck),
  IN_TRANSIT: look('In transit', 'teal', Truck),
  AT_STOP: look('At stop', 'teal', MapPin),
  COMPLETED: look('Completed', 'green', CircleCheck),
  REJECTED: look('Rejected', 'amber', CircleSlash),
  IGNORED: look('Ignored', 'amber', CircleSlash),
  BLOCKED: look('Blocked', 'red', OctagonPause),
  CANCELLED: look('Cancelled', 'grey', Ban),
}

/** How the status of an upload is shown. A status this version does not know shows its code (COMPAT-4). */
export function uploadLook(status: string): StatusLook {
  return lookIn(uploadLooks, status)
}

/** How the status that an event reports is shown; undefined when it reports none. */
export function eventLook(status: string | null): StatusLook | undefined {
  return status === null ? undefined : lookIn(eventLooks, status)
}

function lookIn(looks: Record<string, StatusLook>, status: string): StatusLook {
  return Object.hasOwn(looks, status) ? looks[status]! : look(status, 'grey', CircleHelp)
}

/**
 * The deliveries of one event in a word: what needs attention comes first, as a part of the whole when others
 * fared better (`1 of 2 failed`). An event nobody subscribed to says so.
 */
export function deliveryLook(counts: DeliveryCounts): StatusLook {
  const total = counts.delivered + counts.pending + counts.dead
  if (counts.dead > 0) return look(`${partOf(counts.dead, total)} failed`, 'red', X)
  if (counts.pending > 0) return look(`${partOf(counts.pending, total)} waiting`, 'amber', Clock)
  if (counts.delivered > 0) return look(`${counts.delivered} delivered`, 'green', Check)
  return look('no receiver', 'grey', Minus)
}

function partOf(part: number, total: number): string {
  return part === total ? String(part) : `${part} of ${total}`
}

/** What the caller of an upload asked for, as a word. */
export function operationWord(operation: string): string {
  if (operation === 'CREATE') return 'Create'
  if (operation === 'UPDATE') return 'Update'
  if (operation === 'DELETE') return 'Cancel'
  return operation
}
