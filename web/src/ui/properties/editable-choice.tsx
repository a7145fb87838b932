import { type Choice, Select } from '../form/select.tsx'
import { Property } from './properties.tsx'
import { useSaving } from './use-saving.ts'

/** A property with a short list of choices, edited in place. */
export function EditableChoice<Value extends string>({
  name,
  value,
  choices,
  onSave,
  isEditable,
}: {
  name: string
  value: Value | null
  choices: readonly Choice<Value>[]
  /** Rejects when the server refuses. */
  onSave: (value: Value) => Promise<unknown>
  isEditable: boolean
}) {
  const { save, fault, isBusy } = useSaving(onSave)
  if (!isEditable) return <Property name={name}>{choices.find((one) => one.value === value)?.label ?? value}</Property>

  return (
    <>
      <dt className="py-1 text-ink-3 hyphens-auto [overflow-wrap:anywhere]">{name}</dt>
      <dd className="min-w-0">
        <Select
          label={name}
          choices={choices}
          value={value}
          placeholder="—"
          onChange={(next) => next !== value && void save(next)}
          disabled={isBusy}
          aria-invalid={fault !== undefined}
          className="-ml-2 w-full border-transparent bg-transparent shadow-none hover:bg-hover"
        />
        {fault !== undefined && <p className="text-[12px] text-red">{fault}</p>}
      </dd>
    </>
  )
}
