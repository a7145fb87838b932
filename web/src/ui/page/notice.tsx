import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { IconComponent } from '../icons.tsx'

/** A permanent notice on the page: something to know before continuing. */
export function Notice({
  icon: Icon,
  tone = 'plain',
  children,
}: {
  icon: IconComponent
  tone?: 'plain' | 'amber' | 'green'
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex gap-2.5 rounded-lg border px-3 py-2.5',
        tone === 'amber' ? 'border-transparent bg-amber-soft' : 'border-line bg-sunken',
      )}
    >
      <Icon
        size={15}
        className={classNames(
          'mt-0.5 shrink-0',
          tone === 'amber' ? 'text-amber' : tone === 'green' ? 'text-green' : 'text-ink-3',
        )}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
