import { type Language, languageLocales, languages } from '@cartage/contract/reading/languages'
import { i18n } from '@lingui/core'
import { catalogues } from './catalogues.ts'
import { deviceSetting } from './setting.ts'

/** Chosen language; `browser` follows the browser's preferences. */
export const language = deviceSetting('language', ['browser', ...languages], () => void startLanguage())

/** Language for a choice: the browser's first preference with a catalogue, otherwise English. */
export function languageFor(choice: 'browser' | Language, offered: readonly string[]): Language {
  if (choice !== 'browser') return choice
  return offered.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value)
}

/** Loads and applies the language of this device before the first render. */
export async function startLanguage(): Promise<void> {
  const locale = languageFor(language.read(), navigator.languages)
  const catalogue = await catalogues[locale]()
  const parts = await Promise.all([catalogue, ...[...opened].map((page) => catalogue.pages?.[page]?.())])
  i18n.loadAndActivate({
    locale,
    locales: languageLocales[locale],
    messages: Object.assign({}, ...parts.map((part) => part?.messages)),
  })
  document.documentElement.lang = locale
}

/** Pages opened so far: a language change reloads their texts. */
const opened = new Set<string>()

/** Loads the texts of a page. The build calls it wherever a page is imported: `texts-of-pages.ts`. */
export async function loadTexts(page: string): Promise<void> {
  opened.add(page)
  const locale = i18n.locale as Language
  const { pages } = await catalogues[locale]()
  const part = await pages?.[page]?.()
  if (part) i18n.load(locale, part.messages)
}
