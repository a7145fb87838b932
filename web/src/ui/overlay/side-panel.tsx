import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '../button.tsx'
import { X } from '../icons.tsx'

/** Panel next to a list that shows one of its records. Escape closes it. */
export function SidePanel({
  title,
  actions,
  onClose,
  label,
  isWide = false,
  children,
}: {
  title: ReactNode
  actions?: ReactNode
  onClose: () => void
  /** Accessible name of the panel. */
  label: string
  /** For records with long lines, such as messages. */
  isWide?: boolean
  children: ReactNode
}) {
  const { t } = useLingui()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // The key has just closed a menu or dialog over the panel.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role=dialog][data-open],[role=menu]')
      ) {
        onClose()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <aside
      className={`flex shrink-0 flex-col border-l border-line bg-surface ${isWide ? 'w-[560px]' : 'w-[372px]'}`}
      aria-label={label}
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <div className="flex min-w-0 flex-1 items-center gap-2 text-[15px] font-semibold whitespace-nowrap">
          {title}
        </div>
        {actions}
        <IconButton icon={X} label={t`Close`} keys="escape" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4">{children}</div>
    </aside>
  )
}

/** A section of a panel or record page, separated by a line. */
export function Section({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-b border-line py-3 last:border-b-0">
      {title !== undefined && (
        <div className="mb-1.5 flex min-h-6 items-center gap-2">
          <h2 className="flex-1 text-[12px] font-medium text-ink-3">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
