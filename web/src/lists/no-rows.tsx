import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { IconComponent } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** A list without rows: nothing there yet, or nothing that fits the filters, which can be cleared. */
export function NoRows({
  icon,
  title,
  text,
  isFiltered,
  onClear,
  children,
}: {
  icon: IconComponent
  /** For a list that has nothing yet. */
  title: string
  text: string
  isFiltered: boolean
  onClear: () => void
  /** The first step, for a list that has nothing yet. */
  children?: ReactNode
}) {
  const { t } = useLingui()
  if (!isFiltered) {
    return (
      <EmptyState icon={icon} title={title} text={text}>
        {children}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={t`No results`} text={t`No row matches all filters.`}>
      <div className="pt-4">
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      </div>
    </EmptyState>
  )
}
