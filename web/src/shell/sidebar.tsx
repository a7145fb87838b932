import type { Session } from '@cartage/contract/app/session'
import { Link } from '@tanstack/react-router'
import { BookOpen, House, type LucideIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'

interface SidebarProps {
  session: Session
  isNarrow: boolean
  onToggle: () => void
}

/** Where one is (the tenant), where one can go, and who one is. Narrow, it keeps the icons only. */
export function Sidebar({ session, isNarrow, onToggle }: SidebarProps) {
  const Toggle = isNarrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className={`flex shrink-0 flex-col px-2 pb-2 pt-2.5 ${isNarrow ? 'w-[52px]' : 'w-[216px]'}`}>
      <div className={`mb-2 flex min-h-8 items-center gap-2 ${isNarrow ? 'flex-col' : 'pl-1.5'}`}>
        <Logo />
        {!isNarrow && (
          <span className="min-w-0 flex-1 truncate font-semibold" title={session.tenant.name}>
            {session.tenant.name}
          </span>
        )}
        <button
          type="button"
          className="btn btn-ghost btn-icon"
          onClick={onToggle}
          aria-expanded={!isNarrow}
          aria-label="Sidebar"
          title="Sidebar  ["
        >
          <Toggle size={15} aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-3 overflow-y-auto">
        <Group title="Operations" isNarrow={isNarrow}>
          <Link
            to="/"
            className={itemClass}
            activeProps={{ className: 'bg-surface! text-ink shadow-card [&_svg]:text-brand' }}
            title={isNarrow ? 'Start' : undefined}
            aria-label="Start"
          >
            <ItemText icon={House} text="Start" isNarrow={isNarrow} />
          </Link>
        </Group>
        <Group title="Integrations" isNarrow={isNarrow}>
          {/* A page of its own outside the router, so an ordinary link. */}
          <a
            href="/api-reference"
            className={itemClass}
            title={isNarrow ? 'API reference' : undefined}
            aria-label="API reference"
          >
            <ItemText icon={BookOpen} text="API reference" isNarrow={isNarrow} />
          </a>
        </Group>
      </nav>
      <AccountMenu user={session.user} isNarrow={isNarrow} />
    </aside>
  )
}

const itemClass = 'flex h-7 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink'

function Group({ title, isNarrow, children }: { title: string; isNarrow: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-px">
      {!isNarrow && <p className="px-2 pb-1 text-[11px] leading-4 font-medium text-ink-3">{title}</p>}
      {children}
    </div>
  )
}

function ItemText({ icon: Icon, text, isNarrow }: { icon: LucideIcon; text: string; isNarrow: boolean }) {
  return (
    <>
      <Icon size={15} className={isNarrow ? 'mx-auto' : ''} aria-hidden="true" />
      {!isNarrow && text}
    </>
  )
}
