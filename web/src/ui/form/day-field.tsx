import { readDay } from '@cartage/contract/reading/day'
import { useEffect, useRef, useState } from 'react'
import { DayInput, useReading } from './typed-time.tsx'

/** A day as typed. Reports the parsed day once readable, and the text until then. */
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
    // An external update while typing, such as another user's change, does not overwrite the text.
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
