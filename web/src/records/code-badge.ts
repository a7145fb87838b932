import { i18n, type MessageDescriptor } from '@lingui/core'
import { CircleHelp, type LucideIcon } from 'lucide-react'
import type { BadgeStyle, Tone } from '../ui/status.tsx'

/** A look whose word is said in the language of the moment. */
export interface CodeBadge extends Omit<BadgeStyle, 'word'> {
  word: MessageDescriptor
}

/** How one code is shown. */
export function codeBadge(word: MessageDescriptor, tone: Tone, icon: LucideIcon): CodeBadge {
  return { word, tone, icon }
}

/** How a code is shown. One that this version does not know shows itself (COMPAT-4). */
export function badgeIn(badges: Readonly<Record<string, CodeBadge>>, code: string): BadgeStyle {
  const known = Object.hasOwn(badges, code) ? badges[code] : undefined
  return known ? { ...known, word: i18n._(known.word) } : { word: code, tone: 'grey', icon: CircleHelp }
}
