import type { OptimisationRecord } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failureOf } from '../../api/failure.ts'
import { cancelOptimisation, isAtWork, suggestAgain, useOptimisationChange } from '../../optimise/queries.ts'
import { Button } from '../../ui/button.tsx'
import { RotateCw, TriangleAlert } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'

/** Progress of a run, or why it has no suggestions. Offers to repeat it if the plan changed since. */
export function RunState({
  run,
  isReadOnly,
  onAgain,
}: {
  run: OptimisationRecord
  isReadOnly: boolean
  onAgain: (optimisationId: string) => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useOptimisationChange()
  const onError = (error: unknown) => toasts.failed(failureOf(error))
  if (isAtWork(run)) {
    return (
      <div className="flex items-center gap-2 py-3" role="status">
        <progress className="min-w-0 flex-1" aria-label={t`Progress`} max={1} value={run.progress} />
        <span className="tnum">{Math.round(run.progress * 100)} %</span>
        {!isReadOnly && (
          <Button
            isBusy={change.isPending}
            onClick={() => change.mutate(() => cancelOptimisation(run.optimisation_id), { onError })}
          >
            <Trans>Cancel run</Trans>
          </Button>
        )}
      </div>
    )
  }
  const why = whyAgain(run)
  if (why === undefined) return null
  return (
    <div className="my-3 rounded-md bg-amber-soft p-3" role="status">
      <p className="flex items-start gap-2">
        <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-amber" />
        <span>{why}</span>
      </p>
      {!isReadOnly && (
        <Button
          className="mt-2"
          icon={RotateCw}
          isBusy={change.isPending}
          onClick={() =>
            change.mutate(() => suggestAgain(run), {
              onSuccess: ({ optimisation_id }) => onAgain(optimisation_id),
              onError,
            })
          }
        >
          <Trans>Suggest again</Trans>
        </Button>
      )}
    </div>
  )
}

/** Why suggestions must be requested again. Undefined while they are valid. */
function whyAgain({ status, failure, is_expired, trips }: OptimisationRecord): ReactNode {
  if (failure !== null) return failure
  if (status === 'CANCELLED') return <Trans>The run was cancelled.</Trans>
  if (is_expired) return <Trans>Expired. Suggest again for the plan of now.</Trans>
  if (trips.every(({ outdated }) => outdated === null)) return undefined
  return <Trans>The plan has changed since. Suggest again for the plan of now.</Trans>
}
