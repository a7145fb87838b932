import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RecordFrame, RecordNotice } from '../ui/page/record-frame.tsx'
import { When } from '../ui/time/when.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { ComparisonSection } from './comparison.section.tsx'
import { LeftOutSection } from './left-out.section.tsx'
import {
  acceptOptimisation,
  cancelOptimisation,
  isAtWork,
  optimisationQuery,
  retryOptimisation,
  useOptimisationChange,
} from './queries.ts'
import { TripsSection } from './trips.section.tsx'
import { runBadges } from './words.ts'

// Loaded when they are opened.
const ReasonDialog = lazy(async () => ({ default: (await import('../lists/reason.dialog.tsx')).ReasonDialog }))
const VerdictDialog = lazy(async () => ({ default: (await import('../verdicts/verdict.dialog.tsx')).VerdictDialog }))
const ExplainDialog = lazy(async () => ({ default: (await import('./explain.dialog.tsx')).ExplainDialog }))

const runRoute = getRouteApi('/shell/optimisations/$optimisationId')

/** One run: its suggestion next to the present plan, what was left out, and accepting the trips. */
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
      actions={run && <Actions run={run} />}
      notices={run && <Notices run={run} />}
    >
      <Loaded query={query}>{(loaded) => <Result run={loaded} />}</Loaded>
    </RecordFrame>
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
  if (run.status !== 'DONE' || !run.is_expired) return null
  return (
    <RecordNotice tone="amber">
      <Trans>Expired. Run it again with the present plan.</Trans>
    </RecordNotice>
  )
}

function Result({ run }: { run: OptimisationRecord }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useOptimisationChange()
  const [chosen, setChosen] = useState<readonly number[]>()
  const [asks, setAsks] = useState<readonly number[]>()
  const [rejected, setRejected] = useState<{ plan: RejectedPlan; trips: readonly number[] }>()
  const [explained, setExplained] = useState<{ order_id: string; order_number: string }>()
  if (run.status !== 'DONE') return null
  const open = run.trips.filter(({ trip_id }) => trip_id === null)
  const selected = chosen ?? open.map(({ index }) => index)
  const accept = (trips: readonly number[], reason?: string) => {
    setAsks(undefined)
    setRejected(undefined)
    change.mutate(() => acceptOptimisation(run.optimisation_id, [...trips], reason), {
      onSuccess: () => {
        setChosen(undefined)
        toasts.done(t`Trips accepted`)
      },
      onError(error) {
        const plan = rejectedPlanOf(error)
        if (plan) setRejected({ plan, trips })
        else toasts.failed(failureOf(error))
      },
    })
  }
  const start = () => {
    const isDoubtful = open.some(({ index, reasons }) => selected.includes(index) && reasons.length > 0)
    if (isDoubtful) setAsks(selected)
    else accept(selected)
  }
  return (
    <div className="overflow-y-auto px-4 pb-8">
      <ComparisonSection run={run} />
      <TripsSection
        run={run}
        chosen={selected}
        onChoose={setChosen}
        onAccept={start}
        isBusy={change.isPending}
        onExplain={setExplained}
      />
      <LeftOutSection run={run} onExplain={setExplained} />
      <Suspense fallback={null}>
        {asks && (
          <ReasonDialog
            isOpen
            title={t`Accept with warnings`}
            text={t`The reason is kept with the trips.`}
            verb={t`Accept`}
            onClose={() => setAsks(undefined)}
            onConfirm={(reason) => accept(asks, reason)}
          />
        )}
        {rejected && (
          <VerdictDialog
            title={t`Accept suggested trips`}
            rejectedPlan={rejected.plan}
            verb={t`Accept anyway`}
            isBusy={change.isPending}
            onClose={() => setRejected(undefined)}
            onOverride={(reason) => accept(rejected.trips, reason)}
          />
        )}
        {explained && (
          <ExplainDialog runId={run.optimisation_id} order={explained} onClose={() => setExplained(undefined)} />
        )}
      </Suspense>
    </div>
  )
}
