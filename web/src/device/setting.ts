import { useSyncExternalStore } from 'react'

/** A choice of the person that is kept on this device. */
export interface DeviceSetting<Value extends string> {
  read(): Value
  choose(value: Value): void
  /** The choice, for what shows it. */
  use(): Value
}

/** A setting with these values; the first one holds where nothing or something unknown is stored. */
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

/** Storage may be switched off in this browser: then nothing is kept. */
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
    // The choice holds until the page is left.
  }
}
