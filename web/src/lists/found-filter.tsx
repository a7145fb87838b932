import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type IconComponent, X } from '../ui/icons.tsx'
import type { AddedFilter } from './added-filter.ts'
import type { Found } from './found-field.tsx'

// Loaded when a record is searched for.
const FoundField = lazy(async () => ({ default: (await import('./found-field.tsx')).FoundField }))

interface FoundFilterProps {
  title: string
  icon: IconComponent
  /** Id of the record. */
  value: string | undefined
  /** Its name. */
  children: ReactNode
  /** Prefix of the search query keys. */
  listKey: string
  find: (text: string) => Promise<readonly Found[]>
  onChange: (id: string | undefined) => void
  added: AddedFilter
}

/** Filters by one record: a search field, then a chip with its name. */
export function FoundFilter({ title, icon: Icon, value, children, onChange, added, ...search }: FoundFilterProps) {
  const [isEdited, setIsEdited] = useState(false)
  const leave = () => {
    setIsEdited(false)
    added.onLeave()
  }
  if (added.isAdded || isEdited) {
    return (
      <Suspense fallback={<span className="field h-7 w-48" />}>
        <FoundField title={title} {...search} onChange={onChange} onLeave={leave} />
      </Suspense>
    )
  }
  if (value === undefined) return null
  return (
    <FilterSpan title={title} icon={Icon} onEdit={() => setIsEdited(true)} onClear={() => onChange(undefined)}>
      {title}: {children}
    </FilterSpan>
  )
}

/** Chip with a filter's value: a press edits it, the cross removes it. */
export function FilterSpan({
  title,
  icon: Icon,
  onEdit,
  onClear,
  children,
}: {
  title: string
  icon: IconComponent
  onEdit: () => void
  onClear: () => void
  children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center">
      <button type="button" className="btn btn-ghost bg-brand-soft pr-1.5 text-brand-ink" onClick={onEdit}>
        <Icon size={14} aria-hidden="true" />
        <span className="max-w-56 truncate">{children}</span>
      </button>
      <button type="button" className="btn btn-ghost btn-icon w-6" aria-label={t`Clear ${title}`} onClick={onClear}>
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  )
}
