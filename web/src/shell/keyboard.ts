import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentCommands, onOtherCommands } from './commands.ts'

/** Milliseconds between the two keys of a sequence such as `g>o`. */
const sequenceMs = 1_000

/** Milliseconds that a key waits for the page it was typed for. */
const patienceMs = 3_000

/** Whether a key pressed here belongs to a text field instead of the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    target.getAttribute('type') !== 'checkbox'
  )
}

/** A pressed key in the format of `Command.keys`. */
export function spokenKeys(event: KeyboardEvent): string {
  const parts = []
  if (event.metaKey || event.ctrlKey) parts.push('mod')
  if (event.altKey) parts.push('alt')
  const isLetter = /^[a-zA-Z]$/.test(event.key)
  if (event.shiftKey && (isLetter || event.key.length > 1)) parts.push('shift')
  return [...parts, event.key.toLowerCase()].join('+')
}

/**
 * Runs the commands of the page by their keys. Text fields keep their keys, except those with mod. Keys typed while
 * another page is loading are for that page: they run as soon as it offers the command.
 */
export function useKeyboard(): void {
  const router = useRouter()
  useEffect(() => {
    let first: { keys: string; at: number } | undefined
    let early: { keys: string; at: number }[] = []
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
      if (!command) {
        if (router.state.status === 'pending') early.push({ keys, at: Date.now() })
        return
      }
      event.preventDefault()
      first = undefined
      // After another navigation, the keys no longer apply.
      early = []
      command.run()
    }
    function catchUp() {
      const typed = early.filter(({ at }) => Date.now() - at < patienceMs)
      const [next] = typed
      early = typed
      const command = next && currentCommands().findLast((one) => one.keys === next.keys)
      if (!command) return
      early = typed.slice(1)
      command.run()
    }
    const forget = onOtherCommands(catchUp)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      forget()
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [router])
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-shortcut="/"]')
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}
