import { type DoorLanguage, doorLanguages, languageLocales } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { deviceSetting } from '../device/setting.ts'
import { catalogues } from './catalogues.ts'

/** Language choice; `link` follows the link, or the browser if the link has no language. */
export const doorLanguage = deviceSetting('door-language', ['link', ...doorLanguages], () => void startDoorLanguage())

let languageOfLink: DoorLanguage | null = null

/** Language to show: the reader's choice, otherwise the link's, otherwise the browser's first supported one. */
export function doorLanguageFor(
  choice: 'link' | DoorLanguage,
  ofLink: DoorLanguage | null,
  offered: readonly string[],
): DoorLanguage {
  if (choice !== 'link') return choice
  return ofLink ?? offered.map((tag) => tag.slice(0, 2)).find(isDoorLanguage) ?? 'en'
}

function isDoorLanguage(value: string): value is DoorLanguage {
  return (doorLanguages as readonly string[]).includes(value)
}

/** Loads the language before the first render, and again once the server reports the link's language. */
export async function startDoorLanguage(): Promise<void> {
  const locale = doorLanguageFor(doorLanguage.read(), languageOfLink, navigator.languages)
  if (locale === i18n.locale) return
  const { messages } = await catalogues[locale]()
  i18n.loadAndActivate({ locale, locales: languageLocales[locale], messages })
  document.documentElement.lang = locale
}

/** Adopts the language that the link was created for. */
export async function followLink(language: DoorLanguage | null): Promise<void> {
  languageOfLink = language
  await startDoorLanguage()
}
