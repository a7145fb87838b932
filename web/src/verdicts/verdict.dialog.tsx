import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { submitByKey } from '../ui/form/submit-keys.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { isUnchecked, ReasonMark } from './reason-mark.tsx'
import type { RejectedPlan } from './rejected-plan.ts'

/** Verdict on a plan. Warnings can be overridden with a reason, which is stored. Errors must be fixed. */
export function VerdictDialog({
  title,
  rejectedPlan,
  verb,
  isBusy,
  onClose,
  onOverride,
  extra,
}: {
  title: string
  rejectedPlan: RejectedPlan
  verb: string
  isBusy: boolean
  onClose: () => void
  onOverride: (reason: string) => void
  /** Shown below the reasons, such as a possible alternative. */
  extra?: ReactNode
}) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const form = useId()
  const isSoft = rejectedPlan.verdict === 'SOFT'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onOverride(reason.trim())
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={
        rejectedPlan.reasons.every(isUnchecked)
          ? t`This plan was not checked to the end. Enter a reason to continue, or change the plan.`
          : isSoft
            ? t`This plan has warnings. Enter a reason to continue, or change the plan.`
            : t`This plan cannot be carried out. Fix these errors and try again.`
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {isSoft && (
            <Button variant="brand" type="submit" form={form} isBusy={isBusy} disabled={reason.trim() === ''}>
              {verb}
            </Button>
          )}
        </>
      }
    >
      <ul className="grid gap-1.5">
        {rejectedPlan.reasons.map(({ message, code }) => (
          <li key={message} className="flex gap-2">
            <ReasonMark code={code} isHard={!isSoft} />
            <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
          </li>
        ))}
      </ul>
      {extra}
      {isSoft && (
        <form id={form} className="pt-3" onSubmit={submit} onKeyDownCapture={submitByKey}>
          <TextField label={t`Reason`} value={reason} onChange={setReason} />
        </form>
      )}
    </Dialog>
  )
}
