import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { sessionQuery } from '../session/session.queries.ts'
import { useShortcut } from './shortcut.ts'
import { Sidebar } from './sidebar.tsx'
import { toggleTheme } from './theme.ts'

/** The frame of every page with a session: the sidebar and one card with the page. */
export function Shell() {
  const session = useQuery(sessionQuery).data
  const [isNarrow, setIsNarrow] = useState(() => window.innerWidth < 900)
  const toggleSidebar = useCallback(() => setIsNarrow((narrow) => !narrow), [])
  useShortcut('[', toggleSidebar)
  useShortcut('D', toggleTheme)

  // While signing out the router is about to leave for the login page.
  if (!session) return null
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="btn btn-brand fixed left-2 top-2 z-10 -translate-y-12 focus-visible:translate-y-0 focus-visible:outline-2"
      >
        Skip to content
      </a>
      <Sidebar session={session} isNarrow={isNarrow} onToggle={toggleSidebar} />
      <main
        id="content"
        tabIndex={-1}
        className="my-2 mr-2 flex min-w-0 flex-1 flex-col overflow-clip rounded-[10px] bg-surface shadow-card outline-none"
      >
        <Outlet />
      </main>
    </div>
  )
}
