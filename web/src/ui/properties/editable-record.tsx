import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { Combobox } from '../form/combobox.tsx'
import { X } from '../icons.tsx'
import { Property } from './properties.tsx'
import { useSaving } from './use-saving.ts'

interface EditableRecordProps<Item> {
  name: string
  /** The chosen record. Null for none. */
  value: Item | null
  /** Rejects when the server refuses. */
  onSave: (item: Item | null) => Promise<unknown>
  isEditable: boolean
  /** Shown if not editable, for example a link. The text by default. */
  shown?: ReactNode
  queryKey: readonly unknown[]
  search: (text: string) => Promise<readonly Item[]>
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  sideOf?: ((item: Item) => ReactNode) | undefined
  placeholder?: string
}

/** A property that refers to another record: found by typing, saved when chosen, cleared with the cross. */
export function EditableRecord<Item>(props: EditableRecordProps<Item>) {
  const { t } = useLingui()
  const { name, value, onSave, isEditable, shown, textOf, keyOf } = props
  const { save, fault, isBusy } = useSaving(onSave)
  if (!isEditable) return <Property name={name}>{shown ?? (value && textOf(value))}</Property>

  function choose(item: Item | null) {
    // Clearing the text only starts another choice. The cross clears the value.
    if (item === null || (value !== null && keyOf(item) === keyOf(value))) return
    void save(item)
  }

  return (
    <>
      <dt className="py-1 text-ink-3">{name}</dt>
      <dd className="min-w-0">
        <span className="-ml-2 flex items-center gap-1">
          <Combobox
            label={name}
            value={value}
            onChange={choose}
            queryKey={props.queryKey}
            search={props.search}
            textOf={textOf}
            keyOf={keyOf}
            sideOf={props.sideOf}
            placeholder={props.placeholder ?? '—'}
            disabled={isBusy}
            aria-invalid={fault !== undefined}
            className="w-full border-transparent bg-transparent shadow-none hover:bg-hover"
          />
          {value !== null && (
            <IconButton icon={X} label={t`Remove ${name}`} onClick={() => void save(null)} disabled={isBusy} />
          )}
        </span>
        {fault !== undefined && <p className="text-[12px] text-red">{fault}</p>}
      </dd>
    </>
  )
}
