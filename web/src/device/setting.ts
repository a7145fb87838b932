import { useSyncExternalStore } from 'react'

/** User setting stored on this device. */
export interface DeviceSetting<Value extends string> {
  read(): Value
  choose(value: Value): void
  /** React hook for the current value. */
  use(): Value
}

/** Setting with these values; the first is the default if nothing valid is stored. */
export function deviceSetting<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  onChange: (value: Value) => void = () => {},
): DeviceSetting<Value> {
  const key = `cartage.${name}`
  const listeners = new Set<() => void>()
  const read = () => values.find((value) => value === stored(key)) ?? values[0]
  return {
    read,
    choose(value) {
      store(key, value)
      onChange(value)
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }, read),
  }
}

/** The browser may block storage; nothing is stored then. */
function stored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    // Applies until the page is left.
  }
}
