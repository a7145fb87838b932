import { useSyncExternalStore } from 'react'

/** What the user chose; `system` follows the machine. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const storageKey = 'cartage.theme'
const listeners = new Set<() => void>()

/** The theme to show for a choice. */
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
    // Storage may be switched off in this browser.
    return 'system'
  }
}

function darkSystem(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

function apply(): void {
  document.documentElement.dataset.theme = themeFor(readChoice(), darkSystem().matches)
}

/** Sets the theme before the first paint of the application and follows the machine from then on. */
export function startTheme(): void {
  apply()
  darkSystem().addEventListener('change', apply)
}

/** Stores a choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(storageKey, choice)
  } catch {
    return
  }
  apply()
  for (const listener of listeners) listener()
}

/** Goes to the opposite of what is shown now. */
export function toggleTheme(): void {
  chooseTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark')
}

/** The choice of the user, for the switch that shows it. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readChoice)
}
