import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  Inbox,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { useCallback } from 'react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

interface CodeBadge {
  word: MessageDescriptor
  tone: Tone
  icon: LucideIcon
}

/** How each result of a message is shown. */
export const resultBadges: Readonly<Record<string, CodeBadge>> = {
  OK: { word: msg`Accepted`, tone: 'green', icon: CircleCheck },
  ERRORS: { word: msg`Partly accepted`, tone: 'amber', icon: TriangleAlert },
  REFUSED: { word: msg`Rejected`, tone: 'red', icon: CircleSlash },
  ERROR: { word: msg`Upload failed`, tone: 'red', icon: CircleX },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

/** How each state of an item of the inbox is shown. */
export const itemBadges: Readonly<Record<string, CodeBadge>> = {
  OPEN: { word: msg({ message: 'Open', context: 'state' }), tone: 'amber', icon: Inbox },
  RESOLVED: { word: msg`Resolved`, tone: 'green', icon: CircleCheck },
  DISMISSED: { word: msg`Dismissed`, tone: 'grey', icon: Ban },
}

const itemKindWords: Readonly<Record<string, MessageDescriptor>> = {
  'order-upload': msg`API upload`,
  'order-entry': msg`Order form`,
  'order-sheet': msg`Order import`,
}

/** Kinds of items in words; webhooks are known by their names. */
export function useItemKind(): (kind: string) => string {
  const { t } = useLingui()
  return useCallback((kind) => (Object.hasOwn(itemKindWords, kind) ? t(itemKindWords[kind]!) : kind), [t])
}

function Badge({ badges, code }: { badges: Readonly<Record<string, CodeBadge>>; code: string }) {
  const { t } = useLingui()
  const badge = Object.hasOwn(badges, code) ? badges[code] : undefined
  if (!badge) return <StatusBadge badge={{ word: code, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge badge={{ word: t(badge.word), tone: badge.tone, icon: badge.icon }} />
}

/** How a message ended. */
export function MessageResult({ result }: { result: string }) {
  return <Badge badges={resultBadges} code={result} />
}

/** Whether an item of the inbox waits. */
export function ItemState({ status }: { status: string }) {
  return <Badge badges={itemBadges} code={status} />
}

/** Who sent a message: others, or we. */
export function Direction({ direction }: { direction: string }) {
  const { t } = useLingui()
  const Icon = direction === 'IN' ? ArrowDownLeft : ArrowUpRight
  return (
    <span className="inline-flex items-center gap-1 text-ink-2">
      <Icon size={13} aria-hidden="true" />
      {direction === 'IN' ? t`In` : t`Out`}
    </span>
  )
}
