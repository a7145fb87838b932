import type { LucideIcon } from 'lucide-react'

/** Colour of a status. A status is never colour alone: icon and word stand beside it. */
export type Tone = 'blue' | 'teal' | 'green' | 'amber' | 'red' | 'violet' | 'grey'

/** How one status is shown. */
export interface StatusLook {
  word: string
  tone: Tone
  icon: LucideIcon
}

// Written out, so that the class names are found when the style sheet is built.
const toneClass: Record<Tone, string> = {
  blue: 'tone-blue',
  teal: 'tone-teal',
  green: 'tone-green',
  amber: 'tone-amber',
  red: 'tone-red',
  violet: 'tone-violet',
  grey: 'tone-grey',
}

/** A status as icon, word and colour. */
export function StatusBadge({ look, title }: { look: StatusLook; title?: string }) {
  const Icon = look.icon
  return (
    <span className={`badge ${toneClass[look.tone]}`} title={title ?? look.word}>
      <Icon size={12} strokeWidth={2.25} className="shrink-0" aria-hidden="true" />
      <span className="truncate">{look.word}</span>
    </span>
  )
}

/** A small remark in a row, such as a count. */
export function Tag({ look, title }: { look: StatusLook; title?: string }) {
  const Icon = look.icon
  return (
    <span className={`tag tnum ${toneClass[look.tone]}`} title={title}>
      <Icon size={11} strokeWidth={2.5} aria-hidden="true" />
      {look.word}
    </span>
  )
}
