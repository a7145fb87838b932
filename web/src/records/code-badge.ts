import { i18n, type MessageDescriptor } from '@lingui/core'
import { CircleHelp, type IconComponent } from '../ui/icons.tsx'
import type { BadgeStyle, Tone } from '../ui/status.tsx'

/** Badge of one code, with its label translated on display. */
export interface CodeBadge extends Omit<BadgeStyle, 'word'> {
  word: MessageDescriptor
}

/** Badges of a list of codes. */
export type CodeBadges = Readonly<Record<string, CodeBadge>>

/** Defines the badge of one code. */
export function codeBadge(word: MessageDescriptor, tone: Tone, icon: IconComponent): CodeBadge {
  return { word, tone, icon }
}

/** Badge of a code. Unknown codes show themselves (COMPAT-4). */
export function badgeIn(
  badges: CodeBadges,
  code: string,
  translate: (word: MessageDescriptor) => string = (word) => i18n._(word),
): BadgeStyle {
  const known = Object.hasOwn(badges, code) ? badges[code] : undefined
  return known ? { ...known, word: translate(known.word) } : { word: code, tone: 'grey', icon: CircleHelp }
}
