import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { whenText } from '../../ui/time/when.tsx'
import { VerdictDialog } from '../../verdicts/verdict.dialog.tsx'
import type { PlanningCommand } from '../command.queries.ts'
import { startingAt, wantsOtherStart } from '../other-start.ts'
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
  const { t, i18n } = useLingui()
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
          <p className="flex items-center gap-2 pt-3 text-ink-2">
            {instead === undefined && <Trans>Looking for the nearest free time…</Trans>}
            {instead === null && <Trans>No other start on this row is possible.</Trans>}
            {typeof instead === 'number' && (
              <Button onClick={() => onRun(startingAt(command, instead))}>
                <Trans>Start at {whenText(new Date(instead), i18n.locales ?? i18n.locale)} instead</Trans>
              </Button>
            )}
          </p>
        ) : undefined
      }
    />
  )
}
