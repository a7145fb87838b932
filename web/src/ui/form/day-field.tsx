import { readDay } from '@cartage/contract/reading/day'
import { useEffect, useState } from 'react'
import { DayInput, useReading } from './typed-time.tsx'

/** A day as people type it. Gives the day as soon as it can be read, and until then the text. */
export function DayField({
  value,
  onChange,
  ...input
}: {
  id?: string
  className?: string
  value: string
  onChange: (day: string) => void
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}) {
  const { today, language } = useReading()
  const [text, setText] = useState(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a value that was not typed here replaces the text
  useEffect(() => {
    if (value !== text && value !== readDay(text, today, language)) setText(value)
  }, [value])
  return (
    <DayInput
      {...input}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(readDay(next, today, language) ?? next)
      }}
    />
  )
}
