import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useShortcut } from '../shell/shortcut.ts'
import { EventsPanel } from './events.panel.tsx'
import { recentEventsQuery, recentUploadsQuery } from './start.queries.ts'
import { UploadsPanel } from './uploads.panel.tsx'

/** What came in and what went out, newest first; refreshes itself. */
export function StartPage() {
  const queryClient = useQueryClient()
  const uploads = useQuery(recentUploadsQuery)
  const events = useQuery(recentEventsQuery)

  useEffect(() => {
    document.title = 'Start · Cartage'
  }, [])

  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['start'] })
  }, [queryClient])
  useShortcut('r', refresh)

  return (
    <>
      <header className="flex h-[46px] shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="text-[14px] font-semibold">Start</h1>
        <span className="flex-1 truncate text-ink-3">Last order uploads and events, refreshed every 3 seconds</span>
        <button type="button" className="btn btn-outline" onClick={refresh}>
          <RotateCw size={13} aria-hidden="true" />
          Refresh <span className="kbd">R</span>
        </button>
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-1 overflow-y-auto xl:grid-cols-2 xl:overflow-hidden">
        <UploadsPanel query={uploads} />
        <EventsPanel query={events} />
      </div>
    </>
  )
}
