// Made by `npm run generate` from contract/src/reading/languages.

/** How documents write 1234.50, and 27 November 2026: the same on every machine. */
export const documentForms: Readonly<Record<string, readonly [number: string, day: string]>> = {
  en: ['1,234.50', '27 Nov 2026'],
  nl: ['1.234,50', '27-11-2026'],
  fr: ['1 234,50', '27/11/2026'],
  de: ['1.234,50', '27.11.2026'],
  pl: ['1 234,50', '27.11.2026'],
  ro: ['1.234,50', '27.11.2026'],
  bg: ['1 234,50', '27.11.2026'],
  uk: ['1 234,50', '27.11.2026'],
  tr: ['1.234,50', '27.11.2026'],
}
