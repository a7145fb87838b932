import type { DeliveryCounts } from '@cartage/contract/events/app'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
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

/** A look whose word is said in the language of the moment. */
interface Saying extends Omit<StatusLook, 'word'> {
  word: MessageDescriptor
}

function look(word: string, tone: Tone, icon: LucideIcon): StatusLook {
  return { word, tone, icon }
}

function say(word: MessageDescriptor, tone: Tone, icon: LucideIcon): Saying {
  return { word, tone, icon }
}

const uploadLooks: Record<string, Saying> = {
  TODO: say(msg`Waiting`, 'grey', Clock),
  IN_PROGRESS: say(msg`In progress`, 'blue', LoaderCircle),
  READY_TO_UPSERT: say(msg`In progress`, 'blue', LoaderCircle),
  UPSERT_IN_PROGRESS: say(msg`In progress`, 'blue', LoaderCircle),
  COMPLETED: say(msg`Completed`, 'green', CircleCheck),
  ERROR: say(msg`Failed`, 'red', CircleX),
  SKIPPED: say(msg`Skipped`, 'amber', CircleSlash),
  DUPLICATE: say(msg`Duplicate`, 'grey', Copy),
}

const eventLooks: Record<string, Saying> = {
  ACCEPTED: say(msg`Accepted`, 'grey', CircleDashed),
  DRAFT: say(msg`Draft`, 'grey', CircleDashed),
  QUOTE: say(msg`Quote`, 'grey', CircleDashed),
  CREATED: say(msg`Created`, 'grey', CircleDashed),
  TO_PLAN: say(msg`To plan`, 'grey', CircleDashed),
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
  BLOCKED: say(msg`Blocked`, 'red', OctagonPause),
  CANCELLED: say(msg`Cancelled`, 'grey', Ban),
}

/** How the status of an upload is shown. A status this version does not know shows its code (COMPAT-4). */
export function uploadLook(status: string): StatusLook {
  return lookIn(uploadLooks, status)
}

/** How the status that an event reports is shown; undefined when it reports none. */
export function eventLook(status: string | null): StatusLook | undefined {
  return status === null ? undefined : lookIn(eventLooks, status)
}

function lookIn(looks: Record<string, Saying>, status: string): StatusLook {
  const known = Object.hasOwn(looks, status) ? looks[status] : undefined
  return known ? { ...known, word: i18n._(known.word) } : look(status, 'grey', CircleHelp)
}

/**
 * The deliveries of one event in a word: what needs attention comes first, as a part of the whole when others
 * fared better (`1 of 2 failed`). An event nobody subscribed to says so.
 */
export function deliveryLook(counts: DeliveryCounts): StatusLook {
  const total = counts.delivered + counts.pending + counts.dead
  const [dead, pending, delivered] = [partOf(counts.dead, total), partOf(counts.pending, total), counts.delivered]
  if (counts.dead > 0) return look(t`${dead} failed`, 'red', X)
  if (counts.pending > 0) return look(t`${pending} waiting`, 'amber', Clock)
  if (counts.delivered > 0) return look(t`${delivered} delivered`, 'green', Check)
  return look(t`no receiver`, 'grey', Minus)
}

function partOf(part: number, total: number): string {
  return part === total ? String(part) : t`${part} of ${total}`
}

/** What the caller of an upload asked for, as a word. */
export function operationWord(operation: string): string {
  if (operation === 'CREATE') return t({ message: 'Create', context: 'operation of an upload' })
  if (operation === 'UPDATE') return t({ message: 'Update', context: 'operation of an upload' })
  if (operation === 'DELETE') return t({ message: 'Cancel', context: 'operation of an upload' })
  return operation
}
