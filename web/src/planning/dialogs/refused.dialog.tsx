import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { whenText } from '../../ui/time/when.tsx'
import { ReasonMark } from '../../verdicts/reason-mark.tsx'
import { VerdictDialog } from '../../verdicts/verdict.dialog.tsx'
import type { PlanningCommand } from '../command.queries.ts'
import { longestSearch } from '../fits.queries.ts'
import { type Instead, startingAt, wantsOtherStart } from '../other-start.ts'
import type { Refused } from '../use-plan.ts'

/** Why a command was refused. A reason overrides warnings. For errors, and for a start in the past, another is offered. */
export function RefusedDialog({
  refused,
  isBusy,
  onClose,
  onRun,
}: {
  refused: Refused
  isBusy: boolean
  onClose: () => void
  onRun: (command: PlanningCommand, reason?: string) => void
}) {
  const { t } = useLingui()
  const { command, rejectedPlan, instead } = refused
  return (
    <VerdictDialog
      title={rejectedPlan.verdict === 'HARD' ? t`Cannot be planned` : t`Plan with warnings?`}
      rejectedPlan={rejectedPlan}
      verb={t`Plan anyway`}
      isBusy={isBusy}
      onClose={onClose}
      onOverride={(reason) => onRun(command, reason)}
      extra={
        wantsOtherStart(command, rejectedPlan) ? (
          <div className="grid justify-items-start gap-1 pt-3 text-ink-2">
            {instead ? (
              <Alternative instead={instead} onStart={(start) => onRun(startingAt(command, start))} />
            ) : (
              <Trans>Looking for another start…</Trans>
            )}
          </div>
        ) : undefined
      }
    />
  )
}

/** Another start, or why none is offered. */
function Alternative({ instead, onStart }: { instead: Instead; onStart: (start: number) => void }) {
  const { i18n } = useLingui()
  const said = (at: number) => whenText(new Date(at), i18n.locales ?? i18n.locale)
  if (instead.kind === 'failed') {
    return (
      <p>
        <Trans>Other starts could not be checked: {instead.message}</Trans>
      </p>
    )
  }
  if (instead.kind === 'none') {
    return (
      <>
        <p>
          <Trans>
            No start was found on this row in the {longestSearch} days from {said(instead.from)}.
          </Trans>
        </p>
        <p>{instead.message}</p>
      </>
    )
  }
  return (
    <>
      <Button onClick={() => onStart(instead.start)}>
        <Trans>Start at {said(instead.start)} instead</Trans>
      </Button>
      {instead.message !== null && (
        <p className="flex gap-2">
          <ReasonMark code={undefined} isHard={false} />
          {instead.message}
        </p>
      )}
    </>
  )
}
