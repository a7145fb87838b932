import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RecordFrame, RecordNotice } from '../ui/page/record-frame.tsx'
import { dayOf } from '../ui/time/day-input.ts'
import { When } from '../ui/time/when.tsx'
import { ComparisonSection } from './comparison.section.tsx'
import { runBadges } from './labels.ts'
import { LeftOutSection } from './left-out.section.tsx'
import {
  cancelOptimisation,
  isAtWork,
  openTrips,
  optimisationQuery,
  retryOptimisation,
  useOptimisationChange,
} from './queries.ts'
import { TripsSection } from './trips.section.tsx'
import { useAccepting } from './use-accepting.tsx'

// Loaded on first use.
const ExplainDialog = lazy(async () => ({ default: (await import('./explain.dialog.tsx')).ExplainDialog }))

const runRoute = getRouteApi('/shell/optimisations/$optimisationId')

/** One run: its suggestion next to the present plan, the orders left out, and accepting trips. */
export function OptimisationPage() {
  const { t } = useLingui()
  const { optimisationId } = runRoute.useParams()
  const query = useQuery(optimisationQuery(optimisationId))
  usePageTitle(t`Suggested trips`)
  const run = query.data
  return (
    <RecordFrame
      list={{ to: '/optimisations', title: t`Suggested trips` }}
      name={run && <When instant={run.created_at} />}
      status={run && <CodeStatus badges={runBadges} code={run.status} />}
      actions={
        run && (
          <>
            <OnBoard run={run} />
            <Actions run={run} />
          </>
        )
      }
      notices={run && <Notices run={run} />}
    >
      <Loaded query={query}>{(loaded) => <Result run={loaded} />}</Loaded>
    </RecordFrame>
  )
}

/** Link to the board, with the trips of the run laid over the plan. */
function OnBoard({ run }: { run: OptimisationRecord }) {
  const [first] = openTrips(run)
  if (first === undefined) return null
  const search = { run: run.optimisation_id, from: dayOf(first.stops[0]?.start_at ?? run.from_at) }
  return (
    <Link to="/planning" search={search} className="btn btn-outline">
      <Trans>Show on the board</Trans>
    </Link>
  )
}

function Actions({ run }: { run: OptimisationRecord }) {
  const toasts = useToasts()
  const mayWrite = usePermission('trip.write')
  const change = useOptimisationChange()
  const id = run.optimisation_id
  const does = (work: () => Promise<OptimisationRecord>) => () =>
    change.mutate(work, { onError: (error) => toasts.failed(failureOf(error)) })
  if (!mayWrite) return null
  if (isAtWork(run)) {
    return (
      <Button isBusy={change.isPending} onClick={does(() => cancelOptimisation(id))}>
        <Trans>Cancel run</Trans>
      </Button>
    )
  }
  if (run.accepted > 0) return null
  return (
    <Button isBusy={change.isPending} onClick={does(() => retryOptimisation(id))}>
      <Trans>Run again</Trans>
    </Button>
  )
}

function Notices({ run }: { run: OptimisationRecord }) {
  const { t } = useLingui()
  if (isAtWork(run)) {
    return (
      <RecordNotice>
        <progress className="w-40" aria-label={t`Progress`} max={1} value={run.progress} />
        <span className="tnum">{Math.round(run.progress * 100)} %</span>
      </RecordNotice>
    )
  }
  if (run.failure !== null) return <RecordNotice tone="red">{run.failure}</RecordNotice>
  if (run.status !== 'DONE') return null
  if (run.is_expired) {
    return (
      <RecordNotice tone="amber">
        <Trans>Expired. Run it again with the present plan.</Trans>
      </RecordNotice>
    )
  }
  if (run.trips.every(({ outdated }) => outdated === null)) return null
  return (
    <RecordNotice tone="amber">
      <Trans>The plan has changed since. Suggest again for the plan of now.</Trans>
    </RecordNotice>
  )
}

function Result({ run }: { run: OptimisationRecord }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [chosen, setChosen] = useState<readonly number[]>()
  const [explained, setExplained] = useState<{ order_id: string; order_number: string }>()
  const { accept, isBusy, questions } = useAccepting(run.optimisation_id, run.trips, () => {
    setChosen(undefined)
    toasts.done(t`Trips accepted`)
  })
  if (run.status !== 'DONE') return null
  const open = openTrips(run).map(({ index }) => index)
  const selected = chosen?.filter((index) => open.includes(index)) ?? open
  return (
    <div className="overflow-y-auto px-4 pb-8">
      <ComparisonSection run={run} />
      <TripsSection
        run={run}
        chosen={selected}
        onChoose={setChosen}
        onAccept={() => accept(selected)}
        isBusy={isBusy}
        onExplain={setExplained}
      />
      <LeftOutSection run={run} onExplain={setExplained} />
      {questions}
      <LateDialog>
        {explained && (
          <ExplainDialog runId={run.optimisation_id} order={explained} onClose={() => setExplained(undefined)} />
        )}
      </LateDialog>
    </div>
  )
}
