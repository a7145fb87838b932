import { languages } from '@cartage/contract/reading/languages'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Where catalogues are written; the test of them lets theirs be written elsewhere and compares. */
const folder = process.env.CATALOGUES ?? '<rootDir>/src/locales'

/** Texts are written in English in the sources; the catalogues hold the other languages. */
export default defineConfig({
  sourceLocale: 'en',
  // A text without a translation is shown in English, never as its key.
  fallbackLocales: { default: 'en' },
  locales: [...languages],
  catalogs: [
    {
      path: `${folder}/{locale}`,
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', '**/src/testing/**', '**/src/doors/**'],
    },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
