// Made by `npm run generate` from contract/src/reading/languages.

/** Languages of the application. The sources are written in the first; the others have catalogues of translations. */
export const languages = ['en', 'nl', 'fr', 'de'] as const
export type Language = (typeof languages)[number]

/** Languages of the pages that links open: drivers and small carriers read more than those of the application. */
export const doorLanguages = [...languages, 'pl', 'ro', 'bg', 'uk', 'tr'] as const
export type DoorLanguage = (typeof doorLanguages)[number]

/** How a language is called and written. */
export interface LanguageFacts {
  /** In the language itself. */
  readonly name: string
  /** Tag whose dates and numbers the pages show. */
  readonly locale: string
  /** How documents write 1234.50, and 27 November 2026: the same on every machine. */
  readonly number: string
  readonly day: string
  readonly words: Readonly<Record<'day' | 'hour' | 'closed' | 'public_holidays' | 'loading_metres', string>> & {
    readonly from?: string
    readonly until?: string
    readonly follow_order?: string
  }
}

/** What is known of each language. */
export const languageFacts: Readonly<Record<DoorLanguage, LanguageFacts>> = {
  en: {
    name: 'English',
    locale: 'en-GB',
    number: '1,234.50',
    day: '27 Nov 2026',
    words: {
      day: 'd',
      hour: 'h',
      closed: 'closed',
      public_holidays: 'public holidays',
      loading_metres: 'LDM',
      from: 'from',
      until: 'until',
      follow_order: 'Follow the order:',
    },
  },
  nl: {
    name: 'Nederlands',
    locale: 'nl-NL',
    number: '1.234,50',
    day: '27-11-2026',
    words: {
      day: 'd',
      hour: 'u',
      closed: 'gesloten',
      public_holidays: 'feestdagen',
      loading_metres: 'laadmeter',
      from: 'vanaf',
      until: 'tot',
      follow_order: 'Volg de order:',
    },
  },
  fr: {
    name: 'Français',
    locale: 'fr-FR',
    number: '1 234,50',
    day: '27/11/2026',
    words: {
      day: 'j',
      hour: 'h',
      closed: 'fermé',
      public_holidays: 'jours fériés',
      loading_metres: 'MPL',
      from: 'à partir de',
      until: 'jusqu’à',
      follow_order: 'Suivre la commande :',
    },
  },
  de: {
    name: 'Deutsch',
    locale: 'de-DE',
    number: '1.234,50',
    day: '27.11.2026',
    words: {
      day: 'Tg.',
      hour: 'h',
      closed: 'geschlossen',
      public_holidays: 'Feiertage',
      loading_metres: 'Lademeter',
      from: 'ab',
      until: 'bis',
      follow_order: 'Auftrag verfolgen:',
    },
  },
  pl: {
    name: 'Polski',
    locale: 'pl-PL',
    number: '1 234,50',
    day: '27.11.2026',
    words: {
      day: 'd',
      hour: 'h',
      closed: 'zamknięte',
      public_holidays: 'święta',
      loading_metres: 'LDM',
    },
  },
  ro: {
    name: 'Română',
    locale: 'ro-RO',
    number: '1.234,50',
    day: '27.11.2026',
    words: {
      day: 'd',
      hour: 'h',
      closed: 'închis',
      public_holidays: 'sărbători legale',
      loading_metres: 'LDM',
    },
  },
  bg: {
    name: 'Български',
    locale: 'bg-BG',
    number: '1 234,50',
    day: '27.11.2026',
    words: {
      day: 'd',
      hour: 'ч',
      closed: 'затворено',
      public_holidays: 'празници',
      loading_metres: 'LDM',
    },
  },
  uk: {
    name: 'Українська',
    locale: 'uk-UA',
    number: '1 234,50',
    day: '27.11.2026',
    words: {
      day: 'd',
      hour: 'год',
      closed: 'зачинено',
      public_holidays: 'свята',
      loading_metres: 'LDM',
    },
  },
  tr: {
    name: 'Türkçe',
    locale: 'tr-TR',
    number: '1.234,50',
    day: '27.11.2026',
    words: {
      day: 'd',
      hour: 'sa',
      closed: 'kapalı',
      public_holidays: 'resmi tatiller',
      loading_metres: 'LDM',
    },
  },
}

/** The facts of the language of a tag such as `de-AT`; those of English for one that is unknown. */
export function factsOf(tag: string): LanguageFacts {
  const code = tag.slice(0, 2).toLowerCase()
  return Object.hasOwn(languageFacts, code) ? languageFacts[code as DoorLanguage] : languageFacts.en
}
