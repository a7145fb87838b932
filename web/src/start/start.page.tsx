import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { RotateCw } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { AttentionCards } from './attention/cards.tsx'
import { recentEventsQuery, recentUploadsQuery } from './latest.queries.ts'
import { EventsPanel } from './latest-events.tsx'
import { UploadsPanel } from './latest-uploads.tsx'
import { Welcome } from './welcome.tsx'

/** The start of a day: what waits for a person, then what came in and went out. Refreshes itself. */
export function StartPage() {
  const queryClient = useQueryClient()
  const uploads = useQuery(recentUploadsQuery)
  const events = useQuery(recentEventsQuery)
  // Every order came by an upload, from any source.
  const isNew = uploads.data?.items.length === 0

  const { t } = useLingui()
  usePageTitle(t`Start`)

  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'start' || queryKey[1] === 'waiting',
    })
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
          <Trans>Needs attention today</Trans>
        </span>
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isNew ? <Welcome /> : <AttentionCards />}
        <div className="grid grid-cols-1 border-t border-line xl:grid-cols-2">
          <UploadsPanel query={uploads} />
          <EventsPanel query={events} />
        </div>
      </div>
    </>
  )
}
