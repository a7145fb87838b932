import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { X } from '../icons.tsx'

interface FilterChipProps {
  /** Name of the filter. */
  title: string
  /** Values, if the title does not include them. */
  children?: ReactNode
  onClear: () => void
}

/** A filter from a link that no menu of the list shows. A click clears it. */
export function FilterChip({ title, children, onClear }: FilterChipProps) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className="btn btn-ghost max-w-64 bg-brand-soft text-brand-ink"
      aria-label={t`Clear ${title}`}
      onClick={onClear}
    >
      <span className="min-w-0 truncate">
        {title}
        {children !== undefined && <span className="font-normal"> {children}</span>}
      </span>
      <X size={13} className="shrink-0" aria-hidden="true" />
    </button>
  )
}
