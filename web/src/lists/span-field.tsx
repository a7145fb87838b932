import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DayField } from '../ui/form/day-field.tsx'
import type { Span } from './span.ts'

const day = /^\d{4}-\d\d-\d\d$/

/** First and last day to filter by, as typed text; applied by Enter or on leaving the fields. */
export function SpanField({
  title,
  span,
  onChange,
  onLeave,
}: {
  title: string
  span: Span
  onChange: (span: Span) => void
  onLeave: () => void
}) {
  const { t } = useLingui()
  const box = useRef<HTMLFieldSetElement>(null)
  const [typed, setTyped] = useState({ from: span.from ?? '', to: span.to ?? '' })
  useEffect(() => box.current?.querySelector('input')?.focus(), [])

  function apply() {
    const read = (text: string) => (day.test(text) ? text : undefined)
    onChange({ from: read(typed.from), to: read(typed.to) })
    onLeave()
  }
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') apply()
    if (key === 'Escape') onLeave()
  }
  return (
    <fieldset
      ref={box}
      aria-label={title}
      className="inline-flex items-center gap-1"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && apply()}
      onKeyDown={onKeyDown}
    >
      <DayField
        aria-label={t`${title} from`}
        className="field h-7 w-28"
        value={typed.from}
        onChange={(from) => setTyped({ ...typed, from })}
      />
      –
      <DayField
        aria-label={t`${title} to`}
        className="field h-7 w-28"
        value={typed.to}
        onChange={(to) => setTyped({ ...typed, to })}
      />
    </fieldset>
  )
}
