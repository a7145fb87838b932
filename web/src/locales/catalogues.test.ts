import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doorLanguages, languages } from '@cartage/contract/reading/languages'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')
const lingui = join(web, '../node_modules/@lingui/cli/dist/lingui.js')

const read = (folder: string, language: string) => readFileSync(join(folder, `${language}.po`), 'utf8')

/** Catalogue content without its creation date. */
const withoutDate = (text: string) => text.replace(/"POT-Creation-Date: [^"]*"\n/, '')

/** Catalogues of the application and of the door pages. */
const catalogues = [
  { of: 'the application', config: 'lingui.config.ts', folder: import.meta.dirname, variable: 'CATALOGUES', languages },
  {
    of: 'the doors',
    config: 'lingui.doors.config.ts',
    folder: join(web, 'src/doors/locales'),
    variable: 'DOOR_CATALOGUES',
    languages: doorLanguages,
  },
]

test.each(catalogues)(
  'the catalogues of $of contain exactly the texts of the sources: npm run texts',
  (one) => {
    // A copy, because another process may be building from the catalogues.
    const fresh = mkdtempSync(join(tmpdir(), 'cartage-locales-'))
    try {
      cpSync(one.folder, fresh, { recursive: true })
      // A separate environment: the test runner's worker variables must not reach this program.
      const env = { PATH: process.env.PATH, [one.variable]: fresh }
      const args = [lingui, 'extract', '--clean', '--config', one.config]
      execFileSync(process.execPath, args, { cwd: web, env, stdio: 'pipe' })
      const expected = one.languages.map((language) => withoutDate(read(fresh, language)))
      expect(one.languages.map((language) => withoutDate(read(one.folder, language)))).toEqual(expected)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  },
  120_000,
)

interface Entry {
  id: string
  translation: string
}

/** Entries of a catalogue, with multi-line texts joined. */
function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  for (const block of text.split(/\n\n/).slice(1)) {
    const id = quoted(block, 'msgid')
    if (id !== undefined) entries.push({ id, translation: quoted(block, 'msgstr') ?? '' })
  }
  return entries
}

function quoted(block: string, word: string): string | undefined {
  const found = block.match(new RegExp(`^${word} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm'))
  return found?.[1]
    ?.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string)
    .join('')
}

/** Placeholders that a translation must keep: `{name}`, `{0}`, `<0>`. */
function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `{${name}}`)
  const tags = [...text.matchAll(/<\/?(\d+)\/?>/g)].map(([tag]) => tag)
  return [...new Set([...names, ...tags])].sort()
}

const translations = catalogues.flatMap(({ of, folder, languages: [, ...others] }) =>
  others.map((language) => ({ of, folder, language })),
)

test.each(translations)('every text of $of has a translation into $language that keeps its placeholders', (one) => {
  const entries = entriesOf(read(one.folder, one.language))
  expect(entries.length).toBeGreaterThan(5)
  expect(entries.filter(({ translation }) => translation === '').map(({ id }) => id)).toEqual([])
  const broken = entries.filter(
    ({ id, translation }) => placeholdersOf(id).join() !== placeholdersOf(translation).join(),
  )
  expect(broken).toEqual([])
})

// Short month names end with a full stop in German and French: `28. Dez.`
test.each(translations.filter(({ language }) => ['de', 'fr'].includes(language)))(
  'no text of $of ends with a day and a full stop in $language: the reader would see two full stops',
  (one) => {
    const ends = entriesOf(read(one.folder, one.language)).filter(({ translation }) => translation.endsWith('{day}.'))
    expect(ends).toEqual([])
  },
)

/** Synonyms that translations must not use, by English term; e-mails to customers have their own wording. */
const secondLabels = [
  { language: 'fr', thing: /\borders?\b/i, second: /\bcommandes?\b/i, except: /command/i },
  { language: 'fr', thing: /\btrips?\b/i, second: /\bvoyages?\b/i },
  { language: 'fr', thing: /\bdrivers?\b/i, second: /\bconducteurs?\b/i, except: /driver (CPC )?cards?/i },
  { language: 'nl', thing: /\borders?\b/i, second: /\bopdracht(en)?\b/i },
  { language: 'nl', thing: /\bdrivers?\b/i, second: /\bbestuurders?\b/i, except: /^Driver CPC card$/ },
  { language: 'nl', thing: /\b(resources?|plates?)\b/i, second: /\b(resources?|kentekens?)\b/i },
  { language: 'nl', thing: /\b(you|your)\b/i, second: /\b(u|uw)\b/i },
  { language: 'de', thing: /\borders?\b/i, second: /\bBestellung/ },
  { language: 'de', thing: /\btrips?\b/i, second: /\bFahrt(en)?\b/ },
  { language: 'de', thing: /\b(company|companies)\b/i, second: /\bUnternehmen/ },
  { language: 'de', thing: /\brate cards?\b/i, second: /\bPreisliste/ },
]

test.each(secondLabels)('$language has one term for $thing, so $second is not used', (one) => {
  const entries = entriesOf(read(import.meta.dirname, one.language)).filter(({ id }) => one.thing.test(id))
  expect(entries.length).toBeGreaterThan(10)
  const mixed = entries.filter(({ id, translation }) => one.second.test(translation) && !one.except?.test(id))
  expect(mixed).toEqual([])
})
