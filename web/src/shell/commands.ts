import { useEffect, useSyncExternalStore } from 'react'
import type { IconComponent } from '../ui/icons.tsx'

/** An action of the palette, also run by the keyboard if it has keys. */
export interface Command {
  id: string
  title: string
  icon?: IconComponent
  /** In the format of `Keys`: `c`, `mod+enter`, `g>o`. */
  keys?: string
  run: () => void
}

let commands: readonly Command[] = []
const listeners = new Set<() => void>()

function change(next: readonly Command[]): void {
  commands = next
  for (const listener of listeners) listener()
}

/** Offers commands while the component is mounted. Keep the list stable with `useMemo`. */
export function useCommands(offered: readonly Command[]): void {
  useEffect(() => {
    change([...commands, ...offered])
    return () => change(commands.filter((command) => !offered.includes(command)))
  }, [offered])
}

/**
 * Calls `listener` when the offered commands change.
 * @returns a function that stops listening
 */
export function onOtherCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** All commands currently available on this page. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(onOtherCommands, () => commands)
}

/** The current commands, for the keyboard. */
export function currentCommands(): readonly Command[] {
  return commands
}
