// Made by `npm run generate` from contract/src/reading/languages.

/** Words of opening hours: closed, and public holidays. */
export const openingForms: Readonly<Record<string, readonly [closed: string, holidays: string]>> = {
  en: ['closed', 'public holidays'],
  nl: ['gesloten', 'feestdagen'],
  fr: ['fermé', 'jours fériés'],
  de: ['geschlossen', 'Feiertage'],
  pl: ['zamknięte', 'święta'],
  ro: ['închis', 'sărbători legale'],
  bg: ['затворено', 'празници'],
  uk: ['зачинено', 'свята'],
  tr: ['kapalı', 'resmi tatiller'],
}
