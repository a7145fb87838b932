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
  /** As it is typed; written out once it is read and the field is left. */
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

/** How days and numbers of this person are read, with today where the organisation is. */
export function useReading(): Reading {
  const language = useReaderLanguage()
  return { today: todayOf(new Date()), language }
}

/** A day as people type it: `25-11`, `tomorrow`, `+2`, `wed`. */
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

/** A day and a time as people type them: `25-11 8:00`, `tomorrow`. Of `isEnd`, a day without a time counts as a whole. The clocks are those of `zone`, else of the organisation. */
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
  /** How the text is written out; undefined while it cannot be read. */
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
          // At once, not with the next frame: what is typed right away replaces the whole text.
          flushSync(() => setIsTyping(true))
          event.currentTarget.select()
        }}
        onPointerDown={(event) => {
          isEntering.current = document.activeElement !== event.currentTarget
        }}
        onMouseUp={(event) => {
          // The click that enters the field would put the cursor where it was.
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

/** What the text of a field is read as, at the end of the field. */
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
