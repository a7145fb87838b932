import { useLingui } from '@lingui/react/macro'
import { CircleHelp, CircleX, TriangleAlert } from '../ui/icons.tsx'

/** HOURS-10: the plan was not checked to the end: what is drawn is neither an error nor that something is wrong. */
export function isUnchecked({ code }: { code?: string | undefined }): boolean {
  return code === 'hours_not_settled'
}

/** How grave a reason against a plan is: an error, a warning, or that the plan was not checked to the end. */
export function ReasonMark({ code, isHard }: { code?: string | undefined; isHard: boolean }) {
  const { t } = useLingui()
  const isOpen = isUnchecked({ code })
  const Icon = isOpen ? CircleHelp : isHard ? CircleX : TriangleAlert
  const colour = isOpen ? 'text-ink-3' : isHard ? 'text-red' : 'text-amber'
  const label = isOpen ? t`Not checked to the end` : isHard ? t`Error` : t`Warning`
  return <Icon size={14} className={`mt-0.5 shrink-0 ${colour}`} aria-label={label} />
}
