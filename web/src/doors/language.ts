import { type DoorLanguage, doorLanguages } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { deviceSetting } from '../device/setting.ts'

const catalogues = {
  en: () => import('./locales/en.po'),
  nl: () => import('./locales/nl.po'),
  fr: () => import('./locales/fr.po'),
  de: () => import('./locales/de.po'),
  pl: () => import('./locales/pl.po'),
  ro: () => import('./locales/ro.po'),
  bg: () => import('./locales/bg.po'),
  uk: () => import('./locales/uk.po'),
  tr: () => import('./locales/tr.po'),
} satisfies Record<DoorLanguage, () => Promise<unknown>>

/** How each language writes dates and numbers: English here is that of Europe. */
const habits: Record<DoorLanguage, string> = {
  en: 'en-GB',
  nl: 'nl-NL',
  fr: 'fr-FR',
  de: 'de-DE',
  pl: 'pl-PL',
  ro: 'ro-RO',
  bg: 'bg-BG',
  uk: 'uk-UA',
  tr: 'tr-TR',
}

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
  i18n.loadAndActivate({ locale, locales: habits[locale], messages })
  document.documentElement.lang = locale
}

/** Takes the language that the link was created for. */
export async function followLink(language: DoorLanguage | null): Promise<void> {
  languageOfLink = language
  await startDoorLanguage()
}
