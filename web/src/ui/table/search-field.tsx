import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Search, X } from '../icons.tsx'
import { awaitFound, forgetFound } from './search-enter.ts'

/** Milliseconds without a keystroke before the text is searched. */
const pauseMs = 150

/**
 * Filters a list by a text. `/` focuses the field from anywhere on the page, Escape clears it, Enter goes to the result
 * (SEARCH-9).
 */
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
  const { text, change, clear, enter, leave } = useTypedText(value, onChange)
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
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
          if (event.key !== 'Escape') return
          if (text === '') input.current?.blur()
          clear()
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
            clear()
            input.current?.focus()
          }}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** The typed text. The list is requested after a pause in typing, on Enter and on clearing. */
function useTypedText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value)
  const passedOn = useRef<string[]>([])
  const isEntered = useRef(false)
  function passOn(next: string): void {
    passedOn.current.push(next)
    onChange(next)
  }
  function leave(): void {
    isEntered.current = false
    forgetFound()
  }
  function change(next: string): void {
    leave()
    setText(next)
  }
  useEffect(() => {
    // The URL may still deliver an earlier text while the next is typed: that one is ignored.
    const at = passedOn.current.indexOf(value)
    passedOn.current.splice(0, at < 0 ? passedOn.current.length : at + 1)
    if (at < 0) setText(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: passOn is created again at each render
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => passOn(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  useEffect(() => {
    if (text !== value) return
    // From here on the list matches the text.
    if (isEntered.current) awaitFound()
    isEntered.current = false
  }, [text, value])
  useEffect(() => forgetFound, [])
  return {
    text,
    change,
    leave,
    clear(): void {
      change('')
      passOn('')
    },
    enter(): void {
      if (text === value) {
        awaitFound()
        return
      }
      isEntered.current = true
      passOn(text)
    },
  }
}
