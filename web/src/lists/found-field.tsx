import { useEffect, useRef } from 'react'
import { Combobox } from '../ui/form/combobox.tsx'

/** A record to filter by. */
export interface Found {
  id: string
  name: string
}

/** Searches for the record to filter by; Escape or leaving the field keeps the previous choice. */
export function FoundField({
  title,
  listKey,
  find,
  onChange,
  onLeave,
}: {
  title: string
  listKey: string
  find: (text: string) => Promise<readonly Found[]>
  onChange: (id: string) => void
  onLeave: () => void
}) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <fieldset
      ref={box}
      aria-label={title}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The results are rendered in a portal: a press inside them does not count as leaving.
        const isInList = relatedTarget instanceof Element && relatedTarget.closest('[role=listbox], [data-popups]')
        if (!currentTarget.contains(relatedTarget) && !isInList) onLeave()
      }}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <Combobox<Found>
        label={title}
        className="h-7 w-48"
        placeholder={title}
        value={null}
        onChange={(found) => {
          if (found === null) return
          onChange(found.id)
          onLeave()
        }}
        queryKey={['filter', listKey]}
        search={find}
        textOf={({ name }) => name}
        keyOf={({ id }) => id}
      />
    </fieldset>
  )
}
