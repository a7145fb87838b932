import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LanguageFile, type Languages, languageModules, readLanguages } from './languages.ts'

const root = join(import.meta.dirname, '..')
const known = readLanguages()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** File of a language that Cartage does not have. */
const italian = LanguageFile.parse({
  name: 'Italiano',
  locale: 'it-IT',
  rank: 10,
  in_application: true,
  number: '1.234,50',
  day: '27/11/2026',
  words: {
    ...{ days: 'g', hours: 'h', closed: 'chiuso', public_holidays: 'festivi', loading_metres: 'MDC' },
    ...{ from: 'dalle', until: 'fino alle', follow_order: 'Segui l’ordine:' },
  },
})

test('a language consists of files only: every module that lists the languages is generated from them', () => {
  const more: Languages = [...known, ['it', italian]]
  const modules = new Map(languageModules(more))
  expect(modules.get('contract/src/reading/languages.ts')).toContain("['en', 'nl', 'fr', 'de', 'it'] as const")
  expect(modules.get('web/src/device/catalogues.ts')).toContain("it: () => import('../locales/it.po')")
  expect(modules.get('web/src/doors/catalogues.ts')).toContain("it: () => import('./locales/it.po')")
  expect(modules.get('web/src/doors/driver/catalogues.ts')).toContain("it: () => import('./texts/it.ts')")
  expect(modules.get('web/src/help/planner-guides.ts')).toContain(
    "it: () => import('../../../docs/guides/planner.en.md?raw')",
  )
})

test('a language for links alone is not a language of the application', () => {
  const { from: _, ...words } = italian.words
  expect(() => LanguageFile.parse({ ...italian, words })).toThrow('from, until and follow_order')
  const link = LanguageFile.parse({ ...italian, words, in_application: false })
  const list = new Map(languageModules([...known, ['it', link]])).get('contract/src/reading/languages.ts')
  expect(list).toContain("['en', 'nl', 'fr', 'de'] as const")
  expect(list).toMatch(/doorLanguages = \[\.\.\.languages, .*'it'\] as const/)
})

test('no other module has a member for each language', () => {
  const paths = ['contract', 'server', 'web'].flatMap((folder) =>
    globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }),
  )
  const made = languageModules(known).map(([path]) => path)
  const [, ...others] = known.filter(([, { in_application }]) => in_application).map(([code]) => code)
  const isProduct = (path: string) =>
    !/\.test\.tsx?$|^server\/src\/(testing|sample)\//.test(path) && !made.includes(path)
  const listing = paths
    .filter(isProduct)
    .filter((path) => others.every((code) => new RegExp(`^\\s*${code}: `, 'm').test(read(path))))
  // Invoice footer texts are setting members with their own labels.
  expect(listing.toSorted()).toEqual([
    'contract/src/tenants/app/billing-entity.ts',
    'web/src/settings/form/member.labels.ts',
  ])
  const typed = paths.filter(isProduct).filter((path) => /Record<(Door)?Language,/.test(read(path)))
  expect(typed.toSorted()).toEqual(['server/src/billing/drafts/facts.rules.ts'])
})
