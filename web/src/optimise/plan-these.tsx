import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Sparkles } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'

// Loaded on first use.
const PlanTheseDialog = lazy(async () => ({ default: (await import('./start.dialog.tsx')).PlanTheseDialog }))

/** Opens the dialog that suggests trips for selected orders. Only for users who may plan. */
export function PlanThese({
  orderIds,
  daysOf,
  isDisabled = false,
  onStarted,
}: {
  orderIds: readonly string[]
  /** Requested days of the orders, as far as known. */
  daysOf: () => readonly string[]
  isDisabled?: boolean
  /** Called instead of opening the board, where the board is already shown. */
  onStarted?: (run: { run: string; from: string }) => void
}) {
  const navigate = useNavigate()
  const mayPlan = usePermission('trip.write')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayPlan) return null
  return (
    <>
      <Button icon={Sparkles} onClick={() => setIsOpen(true)} disabled={isDisabled}>
        <Trans>Plan these</Trans>
      </Button>
      {isOpen && (
        <LateDialog>
          <PlanTheseDialog
            orderIds={orderIds}
            days={daysOf()}
            onClose={() => setIsOpen(false)}
            onStarted={(run, from) => {
              setIsOpen(false)
              if (onStarted) onStarted({ run, from })
              else void navigate({ to: '/planning', search: { run, from } })
            }}
          />
        </LateDialog>
      )}
    </>
  )
}
