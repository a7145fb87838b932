import type { ReactNode } from 'react'

/** Most important facts of a record, side by side, 72 pixels high. */
export function FactStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex min-h-[72px] shrink-0 items-start gap-x-8 gap-y-2 overflow-x-auto border-b border-line bg-sunken px-4 py-2.5 max-sm:flex-wrap max-sm:gap-x-6"
    >
      {children}
    </section>
  )
}

/** One fact: its name, its value, and a second line. */
export function StripFact({ name, children, text }: { name: string; children: ReactNode; text?: ReactNode }) {
  return (
    <div className="min-w-0 shrink-0 max-sm:shrink">
      <p className="text-[11px] leading-4 text-ink-3">{name}</p>
      <div className="max-w-72 truncate text-[14px] leading-5 font-semibold">{children}</div>
      {text !== undefined && <div className="max-w-72 truncate text-[12px] leading-4 text-ink-2">{text}</div>}
    </div>
  )
}
