import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EventsPanel } from './events.panel.tsx'
import { recentEventsQuery, recentUploadsQuery } from './start.queries.ts'
import { UploadsPanel } from './uploads.panel.tsx'

/** What came in and what went out, newest first; refreshes itself. */
export function StartPage() {
  const queryClient = useQueryClient()
  const uploads = useQuery(recentUploadsQuery)
  const events = useQuery(recentEventsQuery)

  const { t } = useLingui()
  usePageTitle(t`Start`)

  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['start'] })
  }, [queryClient])
  useCommands(
    useMemo(() => [{ id: 'refresh', title: t`Refresh`, icon: RotateCw, keys: 'r', run: refresh }], [t, refresh]),
  )

  return (
    <>
      <PageHeader
        title={t`Start`}
        actions={
          <Button icon={RotateCw} keys="r" onClick={refresh}>
            <Trans>Refresh</Trans>
          </Button>
        }
      >
        <span className="truncate text-ink-3">
          <Trans>Last order uploads and events, as they happen</Trans>
        </span>
      </PageHeader>
      <div className="grid min-h-0 flex-1 grid-cols-1 overflow-y-auto xl:grid-cols-2 xl:overflow-hidden">
        <UploadsPanel query={uploads} />
        <EventsPanel query={events} />
      </div>
    </>
  )
}
