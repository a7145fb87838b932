import { useEffect } from 'react'
import { currentCommands } from './commands.ts'

/** Milliseconds between the two keys of a sequence such as `g>o`. */
const sequenceMs = 1_000

/** Whether a key pressed here belongs to a text field and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    target.getAttribute('type') !== 'checkbox'
  )
}

/** How a key is written in `Command.keys`. */
export function spokenKeys(event: KeyboardEvent): string {
  const parts = []
  if (event.metaKey || event.ctrlKey) parts.push('mod')
  if (event.altKey) parts.push('alt')
  const isLetter = /^[a-zA-Z]$/.test(event.key)
  if (event.shiftKey && (isLetter || event.key.length > 1)) parts.push('shift')
  return [...parts, event.key.toLowerCase()].join('+')
}

/** Runs the commands of the page by their keys. Text fields keep their keys, except those with mod. */
export function useKeyboard(): void {
  useEffect(() => {
    let first: { keys: string; at: number } | undefined
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const keys = spokenKeys(event)
      const isFree = !isTyping(event.target) && !document.querySelector('[role=dialog][data-open]')
      if (!isFree && !keys.startsWith('mod+')) return
      const begun = first && Date.now() - first.at < sequenceMs ? `${first.keys}>${keys}` : undefined
      first = { keys, at: Date.now() }
      const command =
        currentCommands().findLast((one) => one.keys !== undefined && one.keys === begun) ??
        currentCommands().findLast((one) => one.keys === keys)
      if (keys === '/' && isFree) return focusSearch(event)
      if (!command) return
      event.preventDefault()
      first = undefined
      command.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-shortcut="/"]')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}
