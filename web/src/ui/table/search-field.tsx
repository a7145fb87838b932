import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Search, X } from '../icons.tsx'

/** Milliseconds without a key before the text counts. */
const pauseMs = 150

/** Filters a list by a text. `/` brings the cursor here from anywhere on the page, Escape empties it. */
export function SearchField({
  value,
  onChange,
  placeholder,
}: {
  value: string
  onChange: (text: string) => void
  placeholder: string
}) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="field relative flex h-7 w-[260px] min-w-[140px] shrink items-center gap-2">
      <Search size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        data-shortcut="/"
        aria-label={placeholder}
        placeholder={placeholder}
        className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text === '') input.current?.blur()
          setText('')
          onChange('')
        }}
      />
      {text === '' ? (
        <kbd className="kbd">/</kbd>
      ) : (
        <button
          type="button"
          className="grid size-5 place-items-center text-ink-3 hover:text-ink"
          aria-label={t`Clear`}
          onClick={() => {
            setText('')
            onChange('')
            input.current?.focus()
          }}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
