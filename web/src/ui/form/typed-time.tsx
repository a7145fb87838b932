import { readDay } from '@cartage/contract/reading/day'
import type { Reading } from '@cartage/contract/reading/reading'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import { dateIn } from '../time/date-format.ts'
import { momentText, readMoment } from '../time/read-moment.ts'
import { whenText } from '../time/when.tsx'
import { todayOf } from '../time/zone.ts'
import { useReaderLanguage } from './reader-language.ts'

interface TypedTimeProps {
  /** As typed. Normalised once it is parsed and the field loses focus. */
  value: string
  onChange: (text: string) => void
  onBlur?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  id?: string | undefined
  className?: string | undefined
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** Context for parsing the user's days and numbers, with today in the tenant's time zone. */
export function useReading(): Reading {
  const language = useReaderLanguage()
  return { today: todayOf(new Date()), language }
}

/** Input for a day: `25-11`, `tomorrow`, `+2`, `wed`. */
export function DayInput(props: TypedTimeProps) {
  const { i18n } = useLingui()
  const { today, language } = useReading()
  const day = readDay(props.value, today, language)
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const isThisYear = day?.slice(0, 4) === today.slice(0, 4)
  const meaning =
    day && dateIn(i18n, new Date(`${day}T00:00:00Z`), isThisYear ? options : { ...options, year: 'numeric' as const })
  const example = i18n.date(new Date(), { day: '2-digit', month: '2-digit' })
  return <TypedInput {...props} written={day} meaning={meaning} example={example} />
}

/**
 * Input for a day and time: `25-11 8:00`, `tomorrow`. With `isEnd`, a day without a time includes all of it. In `zone`,
 * by default the tenant's.
 */
export function MomentInput({
  isEnd = false,
  zone,
  ...props
}: TypedTimeProps & { isEnd?: boolean; zone?: string | undefined }) {
  const { i18n } = useLingui()
  const instant = readMoment(props.value, useReading(), isEnd, zone) ?? null
  const meaning = instant === null ? undefined : whenText(new Date(instant), i18n.locales ?? i18n.locale, false, zone)
  const example = `${i18n.date(new Date(), { day: '2-digit', month: '2-digit' })} 8:00`
  return <TypedInput {...props} written={momentText(instant, zone) || undefined} meaning={meaning} example={example} />
}

function TypedInput({
  value,
  onChange,
  onBlur,
  className,
  written,
  meaning,
  example,
  ...input
}: TypedTimeProps & {
  /** The normalised text. Undefined while unreadable. */
  written: string | undefined
  meaning: string | undefined
  example: string
}) {
  const [isTyping, setIsTyping] = useState(false)
  const isEntering = useRef(false)
  const isRaw = isTyping || written !== value
  return (
    <ReadAs meaning={isRaw ? meaning : undefined}>
      <input
        {...input}
        className={classNames(className ?? 'field w-full', 'tnum')}
        value={isRaw ? value : (meaning ?? '')}
        placeholder={example}
        autoComplete="off"
        onFocus={(event) => {
          // Synchronous, so that the next key replaces the whole text.
          flushSync(() => setIsTyping(true))
          event.currentTarget.select()
        }}
        onPointerDown={(event) => {
          isEntering.current = document.activeElement !== event.currentTarget
        }}
        onMouseUp={(event) => {
          // The click that enters the field would move the cursor and lose the selection.
          if (isEntering.current) event.preventDefault()
          isEntering.current = false
        }}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          setIsTyping(false)
          if (written !== undefined && written !== value) onChange(written)
          onBlur?.()
        }}
      />
    </ReadAs>
  )
}

/** Parsed meaning of a field's text, at the end of the field. */
export function ReadAs({ meaning, children }: { meaning: string | undefined; children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      {meaning !== undefined && (
        <output className="pointer-events-none absolute inset-y-0 right-2 flex items-center bg-surface pl-1 text-[12px] text-ink-3 tnum my-px">
          {meaning}
        </output>
      )}
    </div>
  )
}
