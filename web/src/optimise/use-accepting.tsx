import type { AcceptedOptimisation, SuggestedTrip } from '@cartage/contract/planning/app/optimise'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { type Acceptance, useAcceptance } from './queries.ts'

// Loaded on first use.
const ReasonDialog = lazy(async () => ({ default: (await import('../lists/reason.dialog.tsx')).ReasonDialog }))
const VerdictDialog = lazy(async () => ({ default: (await import('../verdicts/verdict.dialog.tsx')).VerdictDialog }))

/** Accepts suggested trips of a run. Asks for a reason first if there are warnings or a verdict has changed. */
export function useAccepting(
  runId: string,
  trips: readonly SuggestedTrip[],
  onAccepted: (run: AcceptedOptimisation, indexes: readonly number[]) => void,
): { accept: (indexes: readonly number[]) => void; isBusy: boolean; questions: ReactNode } {
  const { t } = useLingui()
  const toasts = useToasts()
  const acceptance = useAcceptance(runId)
  const [doubtful, setDoubtful] = useState<readonly number[]>()
  const [rejected, setRejected] = useState<{ plan: RejectedPlan; trips: readonly number[] }>()
  const send = (given: Acceptance) => {
    setDoubtful(undefined)
    setRejected(undefined)
    acceptance.mutate(given, {
      onSuccess: (run) => onAccepted(run, given.trips),
      onError(error) {
        const plan = rejectedPlanOf(error)
        if (plan) setRejected({ plan, trips: given.trips })
        else toasts.failed(failureOf(error))
      },
    })
  }
  const accept = (indexes: readonly number[]) => {
    if (acceptance.isPending || indexes.length === 0) return
    const isDoubtful = trips.some(({ index, reasons }) => indexes.includes(index) && reasons.length > 0)
    if (isDoubtful) setDoubtful(indexes)
    else send({ trips: indexes })
  }
  const questions = (
    <LateDialog>
      {doubtful && (
        <ReasonDialog
          isOpen
          title={t`Accept with warnings`}
          text={t`The reason is kept with the trips.`}
          verb={t`Accept`}
          onClose={() => setDoubtful(undefined)}
          onConfirm={(reason) => send({ trips: doubtful, reason })}
        />
      )}
      {rejected && (
        <VerdictDialog
          title={t`Accept suggested trips`}
          rejectedPlan={rejected.plan}
          verb={t`Accept anyway`}
          isBusy={acceptance.isPending}
          onClose={() => setRejected(undefined)}
          onOverride={(reason) => send({ trips: rejected.trips, reason })}
        />
      )}
    </LateDialog>
  )
  return { accept, isBusy: acceptance.isPending, questions }
}
