import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { IconComponent } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** Empty list: either nothing exists yet, or nothing matches the filters, which can be cleared. */
export function NoRows({
  icon,
  title,
  text,
  isFiltered,
  onClear,
  children,
}: {
  icon: IconComponent
  /** Title when nothing exists yet. */
  title: string
  text: string
  isFiltered: boolean
  onClear: () => void
  /** First step when nothing exists yet. */
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
