import { useLingui } from '@lingui/react/macro'
import { CircleHelp, CircleX, History, TriangleAlert } from '../ui/icons.tsx'

/** HOURS-10: whether the plan was not fully checked. Its mark must look neither like an error nor like a warning. */
export function isUnchecked({ code }: { code?: string | undefined }): boolean {
  return code === 'hours_not_settled'
}

/** TIME-10: whether the plan would begin before now. */
export function isPast({ code }: { code?: string | undefined }): boolean {
  return code === 'starts_before_now'
}

/** Severity of a reason against a plan: error, warning, already past, or not fully checked. */
export function ReasonMark({ code, isHard }: { code?: string | undefined; isHard: boolean }) {
  const { t } = useLingui()
  const isOpen = isUnchecked({ code })
  const isOver = isPast({ code })
  const Icon = isOpen ? CircleHelp : isOver ? History : isHard ? CircleX : TriangleAlert
  const colour = isOpen ? 'text-ink-3' : isHard ? 'text-red' : 'text-amber'
  const label = isOpen ? t`Not checked to the end` : isOver ? t`Already past` : isHard ? t`Error` : t`Warning`
  return <Icon size={14} className={`mt-0.5 shrink-0 ${colour}`} aria-label={label} />
}
