import type { SearchResult } from '@cartage/contract/app/shell'
import type { Session } from '@cartage/contract/auth/app/session'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { deviceSetting } from '../device/setting.ts'
import { toggleTheme } from '../device/theme.ts'
import { OtherSession } from '../session/other-session.tsx'
import { sessionQuery } from '../session/queries.ts'
import { Keyboard, Plus, Search, SunMoon } from '../ui/icons.tsx'
import { KeysMeanwhile, LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { PopupPlace } from '../ui/popup-place.tsx'
import { TooltipGroup } from '../ui/tooltip.tsx'
import { useIdle } from '../ui/use-idle.ts'
import { usePhone } from '../ui/use-phone.ts'
import { type Command, useCommands } from './commands.ts'
import { Drawer } from './drawer.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import { ForbiddenPage } from './forbidden.tsx'
import { useKeyboard } from './keyboard.ts'
import { startLive } from './live.ts'
import { LiveBar } from './live-bar.tsx'
import { permissionFor, placesFor } from './navigation.ts'
import { recordPath } from './record-path.tsx'
import { Sidebar } from './sidebar.tsx'

// Loaded after the first page and mounted before it is opened, so that the first keystrokes are not lost.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
// Most users have a second factor or need none.
const FactorBar = lazy(async () => ({ default: (await import('../session/factor-bar.tsx')).FactorBar }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts.dialog.tsx')).ShortcutsDialog }))

/** Whether the sidebar was folded on this device. */
const sidebarSetting = deviceSetting('sidebar', ['open', 'folded'])
/** Window width in CSS pixels below which the sidebar is folded, whatever was chosen. */
const roomy = 900

/** Frame of every page with a session: the sidebar and a card with the page. */
export function Shell() {
  const session = useQuery(sessionQuery).data
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isNarrow, setIsNarrow] = useState(() => window.innerWidth < roomy || sidebarSetting.read() === 'folded')
  const [isSearching, setIsSearching] = useState(false)
  const [isShowingKeys, setIsShowingKeys] = useState(false)
  const isIdle = useIdle()
  const isPhone = usePhone()
  const openPalette = useCallback(() => setIsSearching(true), [])
  const closePalette = useCallback(() => setIsSearching(false), [])
  const toggleSidebar = useCallback(() => {
    setIsNarrow(!isNarrow)
    if (window.innerWidth >= roomy) sidebarSetting.choose(isNarrow ? 'open' : 'folded')
  }, [isNarrow])
  const showKeys = useCallback(() => setIsShowingKeys(true), [])
  useEffect(() => startLive(queryClient), [queryClient])
  useKeyboard()
  useShellCommands({ openPalette, toggleSidebar, showKeys })
  const open = useCallback(
    (found: SearchResult) => void navigate({ href: recordPath(found.kind, found.id) ?? '/' }),
    [navigate],
  )
  const find = useCallback((q: string) => void navigate({ to: '/orders', search: { q } }), [navigate])

  // During sign-out, the router is about to open the login page.
  if (!session) return null
  return (
    <TooltipGroup delay={400}>
      <Toasts>
        <div className="flex h-full max-sm:flex-col">
          <a
            href="#content"
            className="btn btn-brand fixed top-2 left-2 z-10 -translate-y-12 focus-visible:translate-y-0 focus-visible:outline-2"
          >
            <Trans>Skip to content</Trans>
          </a>
          {isPhone ? (
            <Drawer session={session} isOpen={!isNarrow} onToggle={toggleSidebar} onSearch={openPalette} />
          ) : (
            <Sidebar session={session} isNarrow={isNarrow} onToggle={toggleSidebar} onSearch={openPalette} />
          )}
          <main
            id="content"
            tabIndex={-1}
            className="my-2 mr-2 flex min-w-0 flex-1 flex-col overflow-clip rounded-[10px] bg-surface shadow-card outline-none max-sm:m-0 max-sm:min-h-0 max-sm:rounded-none"
          >
            <PopupPlace>
              <LiveBar />
              {session.second_factor_from !== null && (
                <Suspense>
                  <FactorBar from={session.second_factor_from} />
                </Suspense>
              )}
              <Page session={session} />
            </PopupPlace>
          </main>
        </div>
        {(isIdle || isSearching) && (
          <Suspense fallback={isSearching && <KeysMeanwhile />}>
            <Palette isOpen={isSearching} onClose={closePalette} onGo={open} onFind={find} />
          </Suspense>
        )}
        <OtherSession />
        {isShowingKeys && (
          <LateDialog>
            <ShortcutsDialog isOpen onClose={() => setIsShowingKeys(false)} />
          </LateDialog>
        )}
      </Toasts>
    </TooltipGroup>
  )
}

/** The page at the path, or why the role may not open it. */
function Page({ session }: { session: Session }) {
  const needed = permissionFor(useLocation({ select: (location) => location.pathname }))
  const isOpen = needed === undefined || session.permissions.includes(needed)
  if (!isOpen) return <ForbiddenPage permission={needed} />
  return (
    <>
      <EntryTabs permissions={session.permissions} />
      <Outlet />
    </>
  )
}

/** Commands of every page: navigation and those of the frame. */
function useShellCommands(frame: { openPalette: () => void; toggleSidebar: () => void; showKeys: () => void }): void {
  const { t } = useLingui()
  const navigate = useNavigate()
  const permissions = useQuery(sessionQuery).data?.permissions
  const { openPalette, toggleSidebar, showKeys } = frame
  const commands = useMemo((): Command[] => {
    const places = placesFor(permissions ?? []).flatMap((group) => group.places)
    return [
      { id: 'palette', title: t`Search or jump to`, icon: Search, keys: 'mod+k', run: openPalette },
      ...(permissions?.includes('order.write')
        ? [
            {
              id: 'new-order',
              title: t`New order`,
              icon: Plus,
              keys: 'c',
              run: () => void navigate({ to: '/orders/new' }),
            },
          ]
        : []),
      ...places.map((place) => ({
        id: `go ${place.to}`,
        title: t`Go to ${t(place.title)}`,
        icon: place.icon,
        run: () =>
          place.isPlain
            ? window.location.assign(place.to)
            : void navigate({ to: place.to, search: place.search ?? {} }),
        ...(place.key !== undefined && { keys: `g>${place.key}` }),
      })),
      { id: 'sidebar', title: t`Collapse sidebar`, keys: '[', run: toggleSidebar },
      { id: 'theme', title: t`Switch light/dark`, icon: SunMoon, keys: 'shift+d', run: toggleTheme },
      { id: 'keys', title: t`Keyboard`, icon: Keyboard, keys: '?', run: showKeys },
    ]
  }, [permissions, t, navigate, openPalette, toggleSidebar, showKeys])
  useCommands(commands)
}
