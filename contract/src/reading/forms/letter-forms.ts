// Made by `npm run generate` from contract/src/reading/languages.

/** What stands before a tracking link in an e-mail. */
export const followOrder: Readonly<Record<string, string>> = {
  en: 'Follow the order:',
  nl: 'Volg de order:',
  fr: 'Suivre la commande :',
  de: 'Auftrag verfolgen:',
}
