import { useSyncExternalStore } from 'react'

/** Theme choices; `system` follows the operating system. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const storageKey = 'cartage.theme'
const listeners = new Set<() => void>()

/** Theme for a choice. */
export function themeFor(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light'
  return choice
}

/** Reads a stored choice; anything unknown counts as `system`. */
export function themeChoiceFrom(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

function readChoice(): ThemeChoice {
  try {
    return themeChoiceFrom(window.localStorage.getItem(storageKey))
  } catch {
    // The browser may block storage.
    return 'system'
  }
}

function darkSystem(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

function apply(): void {
  document.documentElement.dataset.theme = themeFor(readChoice(), darkSystem().matches)
}

/** Sets the theme before the first render, then follows the operating system. */
export function startTheme(): void {
  apply()
  darkSystem().addEventListener('change', apply)
}

/** Stores and applies a choice. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(storageKey, choice)
  } catch {
    return
  }
  apply()
  for (const listener of listeners) listener()
}

/** Switches to the opposite of the current theme. */
export function toggleTheme(): void {
  chooseTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
}

/** Chosen theme, for the switch. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readChoice)
}
