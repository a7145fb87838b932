import { useEffect, useSyncExternalStore } from 'react'
import type { IconComponent } from '../ui/icons.tsx'

/** Something the palette offers and, when it has keys, the keyboard does. */
export interface Command {
  id: string
  title: string
  icon?: IconComponent
  /** As in `Keys`: `c`, `mod+enter`, `g>o`. */
  keys?: string
  run: () => void
}

let commands: readonly Command[] = []
const listeners = new Set<() => void>()

function change(next: readonly Command[]): void {
  commands = next
  for (const listener of listeners) listener()
}

/** Offers commands while the component is on the page. Keep the list stable with `useMemo`. */
export function useCommands(offered: readonly Command[]): void {
  useEffect(() => {
    change([...commands, ...offered])
    return () => change(commands.filter((command) => !offered.includes(command)))
  }, [offered])
}

/** Calls `listener` whenever other commands are offered. @returns ends it */
export function onOtherCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Everything that can be done on this page now. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(onOtherCommands, () => commands)
}

/** The commands as they are now, for the keyboard. */
export function currentCommands(): readonly Command[] {
  return commands
}
