import { doorLanguages } from '@cartage/contract/reading/languages'
import { defineConfig } from '@lingui/cli'
import texts from './lingui.config.ts'

/** Where the catalogues of the doors are written; the test of them lets theirs be written elsewhere and compares. */
const folder = process.env.DOOR_CATALOGUES ?? '<rootDir>/src/doors/locales'

/** Texts of the pages that links open: a catalogue of their own, in more languages than the application has. */
export default defineConfig({
  ...texts,
  locales: [...doorLanguages],
  catalogs: [{ path: `${folder}/{locale}`, include: ['<rootDir>/src/doors'], exclude: ['**/*.test.*'] }],
})
