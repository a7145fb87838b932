import { type DoorLanguage, doorLanguages, languageLocales } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { deviceSetting } from '../device/setting.ts'
import { catalogues } from './catalogues.ts'

/** What the reader chose; `link` follows the link, and the browser where the link names none. */
export const doorLanguage = deviceSetting('door-language', ['link', ...doorLanguages], () => void startDoorLanguage())

let languageOfLink: DoorLanguage | null = null

/** The language to show: what the reader chose, else that of the link, else the first of the browser's we have. */
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

/** Loads the language to show; before the first page is drawn, and when the server has said that of the link. */
export async function startDoorLanguage(): Promise<void> {
  const locale = doorLanguageFor(doorLanguage.read(), languageOfLink, navigator.languages)
  if (locale === i18n.locale) return
  const { messages } = await catalogues[locale]()
  i18n.loadAndActivate({ locale, locales: languageLocales[locale], messages })
  document.documentElement.lang = locale
}

/** Takes the language that the link was created for. */
export async function followLink(language: DoorLanguage | null): Promise<void> {
  languageOfLink = language
  await startDoorLanguage()
}
