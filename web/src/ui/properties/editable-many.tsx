import { Tags } from '../icons.tsx'
import { FilterMenu } from '../table/filter-menu.tsx'
import { Property } from './properties.tsx'
import { useSaving } from './use-saving.ts'

/** A property with several choices, ticked in a menu. Each change is saved. */
export function EditableMany({
  name,
  choices,
  chosen,
  onSave,
  isEditable,
}: {
  name: string
  choices: readonly { value: string; label: string }[]
  chosen: readonly string[]
  /** Rejects when the server refuses. */
  onSave: (chosen: string[]) => Promise<unknown>
  isEditable: boolean
}) {
  const { save, fault } = useSaving(onSave)
  const labels = chosen.map((value) => choices.find((one) => one.value === value)?.label ?? value).join(', ')
  if (!isEditable) return <Property name={name}>{labels}</Property>

  return (
    <>
      <dt className="py-1 text-ink-3">{name}</dt>
      <dd className="min-w-0">
        <span className="-ml-2 flex items-center gap-1">
          <FilterMenu title={name} icon={Tags} facets={choices} chosen={chosen} onChange={(next) => void save(next)} />
          {chosen.length > 1 && <span className="min-w-0 flex-1 truncate text-ink-2">{labels}</span>}
        </span>
        {fault !== undefined && <p className="text-[12px] text-red">{fault}</p>}
      </dd>
    </>
  )
}
