import { readDay } from '@cartage/contract/reading/day'
import { useEffect, useRef, useState } from 'react'
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
  const isTyping = useRef(false)
  const given = (typed: string) => readDay(typed, today, language) ?? typed
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a value that was not typed here replaces the text
  useEffect(() => {
    // What arrives while someone types, such as a change by someone else, does not take the text away.
    if (!isTyping.current && value !== text && value !== given(text)) setText(value)
  }, [value])
  return (
    <DayInput
      {...input}
      value={text}
      onChange={(next) => {
        isTyping.current = true
        setText(next)
        onChange(given(next))
      }}
      onBlur={() => {
        if (isTyping.current && value !== given(text)) onChange(given(text))
        isTyping.current = false
      }}
    />
  )
}
