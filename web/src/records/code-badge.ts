import { i18n, type MessageDescriptor } from '@lingui/core'
import { CircleHelp, type IconComponent } from '../ui/icons.tsx'
import type { BadgeStyle, Tone } from '../ui/status.tsx'

/** How one code is shown; its word is translated when it is shown. */
export interface CodeBadge extends Omit<BadgeStyle, 'word'> {
  word: MessageDescriptor
}

/** How each code of a list is shown. */
export type CodeBadges = Readonly<Record<string, CodeBadge>>

/** Names how one code is shown. */
export function codeBadge(word: MessageDescriptor, tone: Tone, icon: IconComponent): CodeBadge {
  return { word, tone, icon }
}

/** How a code is shown. One that this version does not know shows itself (COMPAT-4). */
export function badgeIn(
  badges: CodeBadges,
  code: string,
  translate: (word: MessageDescriptor) => string = (word) => i18n._(word),
): BadgeStyle {
  const known = Object.hasOwn(badges, code) ? badges[code] : undefined
  return known ? { ...known, word: translate(known.word) } : { word: code, tone: 'grey', icon: CircleHelp }
}
