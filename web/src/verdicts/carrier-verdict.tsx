import { useLingui } from '@lingui/react/macro'
import { lazy } from 'react'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import type { RejectedPlan } from './rejected-plan.ts'

// Loaded when a carrier is refused.
const VerdictDialog = lazy(async () => ({ default: (await import('./verdict.dialog.tsx')).VerdictDialog }))

/** Why a trip cannot go to its carrier (FIT-6). Users with permission can override it with a reason. */
export function CarrierVerdict(props: {
  rejectedPlan: RejectedPlan
  verb: string
  isBusy: boolean
  onClose: () => void
  onOverride: (reason: string) => void
}) {
  const { t } = useLingui()
  return (
    <LateDialog>
      <VerdictDialog {...props} title={t`Carrier refused`} />
    </LateDialog>
  )
}
