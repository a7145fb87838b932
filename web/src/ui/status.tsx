import type { IconComponent } from './icons.tsx'

/** Colour of a status. Never used alone: an icon and a label go with it. */
export type Tone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'violet' | 'grey'

/** Appearance of one status. */
export interface BadgeStyle {
  word: string
  tone: Tone
  icon: IconComponent
}

/** CSS class of each colour. Spelled out so that the style sheet build finds them. */
export const toneClass: Record<Tone, string> = {
  blue: 'tone-blue',
  teal: 'tone-teal',
  green: 'tone-green',
  amber: 'tone-amber',
  red: 'tone-red',
  violet: 'tone-violet',
  grey: 'tone-grey',
}

/** A status as icon, label and colour. */
export function StatusBadge({ badge, title }: { badge: BadgeStyle; title?: string }) {
  const Icon = badge.icon
  return (
    <span className={`badge ${toneClass[badge.tone]}`} title={title ?? badge.word}>
      <Icon size={12} strokeWidth={2.25} className="shrink-0" aria-hidden="true" />
      <span className="truncate">{badge.word}</span>
    </span>
  )
}

/** A small tag in a row, such as a count. */
export function Tag({ badge, title }: { badge: BadgeStyle; title?: string }) {
  const Icon = badge.icon
  return (
    <span className={`tag tnum ${toneClass[badge.tone]}`} title={title}>
      <Icon size={11} strokeWidth={2.5} aria-hidden="true" />
      {badge.word}
    </span>
  )
}
