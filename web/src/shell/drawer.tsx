import type { Session } from '@cartage/contract/auth/app/session'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { PanelLeftOpen, Search } from '../ui/icons.tsx'
import { Sidebar } from './sidebar.tsx'

interface DrawerProps {
  session: Session
  isOpen: boolean
  onToggle: () => void
  onSearch: () => void
}

/** Sidebar on a phone: a bar with a button, which opens it over the page until a page is chosen. */
export function Drawer({ session, isOpen, onToggle, onSearch }: DrawerProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const here = useLocation({ select: (location) => location.pathname })
  const opened = useRef(here)
  useEffect(() => {
    if (isOpen && opened.current !== here) onToggle()
    opened.current = here
  }, [here, isOpen, onToggle])
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('nav a')?.focus()
  }, [isOpen])
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2">
        <IconButton icon={PanelLeftOpen} label={t`Menu`} aria-expanded={isOpen} onClick={onToggle} />
        <span className="min-w-0 flex-1 truncate font-semibold">{session.tenant.name}</span>
        <IconButton icon={Search} label={t`Search or jump to`} onClick={onSearch} />
      </header>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from every control in it
        <div ref={box} className="fixed inset-0 z-20 flex" onKeyDown={({ key }) => key === 'Escape' && onToggle()}>
          <div className="flex h-full bg-canvas shadow-pop">
            <Sidebar session={session} isNarrow={false} onToggle={onToggle} onSearch={onSearch} />
          </div>
          <button type="button" className="flex-1 bg-black/40" aria-label={t`Close`} onClick={onToggle} />
        </div>
      )}
    </>
  )
}
