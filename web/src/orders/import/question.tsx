import type { ReactNode } from 'react'
import { type IconComponent, X } from '../../ui/icons.tsx'

/** Questions about a whole sheet, in one box above its rows. Nothing is shown when it is empty. */
export function QuestionBox({ children }: { children: ReactNode }) {
  return (
    <div className="mx-4 mt-3 max-h-[38vh] shrink-0 divide-y divide-line overflow-y-auto rounded-lg bg-amber-soft px-3 empty:hidden">
      {children}
    </div>
  )
}

/** Questions of one kind. */
export function QuestionGroup({
  icon: Icon,
  title,
  children,
  ...marks
}: {
  icon: IconComponent
  title: ReactNode
  children: ReactNode
  'data-count'?: string
  'data-number'?: number
  'data-question'?: string
}) {
  return (
    <section className="flex gap-2.5 py-2.5" {...marks}>
      <Icon size={15} className="mt-0.5 shrink-0 text-amber" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="pb-1 font-semibold">{title}</p>
        {children}
      </div>
    </section>
  )
}

/** One question: the text of the file, how often it occurs, and the choices. */
export function Question({ text, note, children }: { text: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,240px)_72px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 max-sm:grid-cols-1">
      <span className="truncate">{text}</span>
      <span className="text-ink-2 tnum">{note}</span>
      <span className="flex flex-wrap items-center gap-1">{children}</span>
    </li>
  )
}

/** An answer that was given, which can be taken back. */
export function GivenAnswer({ text, label, onTakeBack }: { text: string; label: string; onTakeBack: () => void }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 rounded bg-pressed px-1.5 text-[12px]"
      aria-label={label}
      onClick={onTakeBack}
    >
      {text}
      <X size={12} aria-hidden="true" />
    </button>
  )
}
