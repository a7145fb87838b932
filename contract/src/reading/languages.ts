/** Languages of the application. The sources are written in the first; the others have catalogues of translations. */
export const languages = ['en', 'nl', 'fr', 'de'] as const
export type Language = (typeof languages)[number]
