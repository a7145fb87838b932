import { i18n, type MessageDescriptor } from '@lingui/core'
import { CircleHelp, type LucideIcon } from 'lucide-react'
import type { StatusLook, Tone } from '../ui/status.tsx'

/** A look whose word is said in the language of the moment. */
export interface CodeLook extends Omit<StatusLook, 'word'> {
  word: MessageDescriptor
}

/** How one code is shown. */
export function say(word: MessageDescriptor, tone: Tone, icon: LucideIcon): CodeLook {
  return { word, tone, icon }
}

/** How a code is shown. One that this version does not know shows itself (COMPAT-4). */
export function lookIn(looks: Readonly<Record<string, CodeLook>>, code: string): StatusLook {
  const known = Object.hasOwn(looks, code) ? looks[code] : undefined
  return known ? { ...known, word: i18n._(known.word) } : { word: code, tone: 'grey', icon: CircleHelp }
}
